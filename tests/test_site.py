"""The documentation site is built, whole and without a link that leads nowhere."""

from __future__ import annotations

import html
import importlib
import importlib.util
import json
import pkgutil
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.xdist_group("site")


def load() -> Any:
    spec = importlib.util.spec_from_file_location("docs_site", ROOT / "docs" / "site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SITE = load()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site: Path = SITE.build(tmp_path_factory.mktemp("docs"))
    return site


def test_every_page_of_its_list_is_on_the_site(built: Path) -> None:
    """That every page of ours is in the list is tested with the pages."""
    listed = tomllib.loads((ROOT / "docs" / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    pages = re.findall(r"[\w/-]+\.md", json.dumps(listed))
    assert len(pages) > 25
    for page in pages:
        assert (built / page).with_suffix(".html").is_file(), page


def test_the_reference_is_made_from_docstrings(built: Path) -> None:
    for name, (_, modules) in SITE.API.items():
        page = (built / "api" / f"{name}.html").read_text(encoding="utf-8")
        text = html.unescape(re.sub(r"<[^>]+>", "", page))
        for module in modules:
            first = (importlib.import_module(module).__doc__ or "").partition("\n")[0].replace("`", "")
            assert f'id="{module}"' in page, module
            assert len(first) > 10, module
            assert first in text, module
    page = (built / "api" / "positions.html").read_text(encoding="utf-8")
    assert 'id="verso.core.game.Position.push"' in page


def test_modules_that_people_use_are_in_the_reference() -> None:
    told = {module for _, modules in SITE.API.values() for module in modules}
    learning = importlib.import_module("verso.rl")
    inside = {"verso.rl.card", "verso.rl.fields", "verso.rl.kernels", "verso.rl.traced"}
    assert {f"verso.rl.{each.name}" for each in pkgutil.iter_modules(learning.__path__)} - inside <= told


def test_search_finds_what_stands_on_pages(built: Path) -> None:
    found = json.loads((built / "search.json").read_text(encoding="utf-8"))
    texts = {item["location"]: item["text"] + item["title"] for item in found["items"]}
    assert any("final_obs" in text for place, text in texts.items() if place.startswith("environments.html"))
    assert any(place.startswith("api/environments.html") for place in texts)


def test_the_site_has_both_themes_and_asks_nobody_else(built: Path) -> None:
    page = (built / "index.html").read_text(encoding="utf-8")
    assert "(prefers-color-scheme: dark)" in page
    assert "(prefers-color-scheme: light)" in page
    for link in SITE._Page(page).links:
        assert not link.startswith(("http://", "//")), link
    assert "fonts.googleapis" not in page


def test_the_page_of_the_package_leads_to_pages_of_the_site(built: Path) -> None:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = module.page((ROOT / "README.md").read_text(encoding="utf-8"), "https://verso.example")
    led = re.findall(r"https://verso\.example/([^)\"#]+)", page)
    assert len(led) > 30
    for place in led:
        assert (built / place).is_file(), place


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a> <a href="c.html">c</a> <img src="d.png">')
    (tmp_path / "b.html").write_text('<p id="there"><a href="a.html">a</a> <a href="#there">this</a>')
    assert sorted(SITE.broken_links(tmp_path)) == [
        "a.html: b.html#here names no place of that page",
        "a.html: c.html leads nowhere",
        "a.html: d.png leads nowhere",
    ]
