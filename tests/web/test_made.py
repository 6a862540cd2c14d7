"""What the web app takes from the Python side is up to date."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "src" / "verso" / "static"
MOST_SCRIPT = 120_000
"""Bytes of compressed script on the first load."""


def test_generated_files_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "web" / "generate.py")
    assert spec
    assert spec.loader
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    for path, text in generate.files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: run python web/generate.py"


@pytest.mark.skipif(not (ROOT / "web" / "node_modules").is_dir(), reason="the web app's packages are not installed")
def test_types_are_up_to_date() -> None:
    command = [sys.executable, "hatch_build.py", "npm", "run", "--silent", "types:check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def page_sources() -> dict[Path, str]:
    """Return the page's sources, without its tests, by their place."""
    source = ROOT / "web" / "src"
    files = [
        path for path in sorted(source.rglob("*")) if path.suffix in (".ts", ".svelte") and ".test." not in path.name
    ]
    return {path.relative_to(source): path.read_text(encoding="utf-8") for path in files}


def test_no_action_text_is_read() -> None:
    """What an action is made of comes with it as parts."""
    reads = re.compile(r"\b(text|action|advised)\b[^;\n(]{0,12}\.(split|match|replace|startsWith|slice)\(")
    for path, text in page_sources().items():
        assert reads.findall(text) == [], path


def test_icons_are_what_the_manifest_says() -> None:
    public = ROOT / "web" / "public"
    for icon in json.loads((public / "manifest.webmanifest").read_text(encoding="utf-8"))["icons"]:
        content = (public / icon["src"].lstrip("/")).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert f"{width}x{height}" == icon["sizes"]


def test_lock_file_names_no_host() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.skipif(not STATIC.is_dir(), reason="the web app is not built")
def test_first_load_is_small() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    scripts = [path for path in (STATIC / "assets").glob("*.js") if path.name in page]
    assert scripts
    assert sum(len(gzip.compress(path.read_bytes())) for path in scripts) < MOST_SCRIPT
