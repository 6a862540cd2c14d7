"""Builds the documentation site from the pages of this folder, and checks every link of it: `make docs`.

    python docs/site.py            into build/docs/site
    python docs/site.py PLACE      into PLACE/site

Pages are written to be read where they lie, in the repository. Here they are put together with what lies beside them:
the README becomes the first page, a file that a page links to gets a page of its own, notebooks become pages, and the
reference is made from docstrings. `zensical.toml` says how all that looks. Nothing is fetched.
"""

from __future__ import annotations

import ast
import html.parser
import json
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PLACE = ROOT / "build" / "docs"
RENAMED = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages that lie beside this folder, and what they are on the site."""
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))|(?<=src=\")([^\"]+)(?=\")")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEXERS = {"jsonc": "js", "": "text"}
"""Languages of blocks that the highlighter calls otherwise."""
KINDS = {".py": "python", ".toml": "toml", ".yaml": "yaml", ".json": "json", ".cff": "yaml", ".service": "ini"}
API: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "positions": (
        "Games and positions",
        ("verso.games", "verso.core.game", "verso.core.record", "verso.core.rng", "verso.core.spec"),
    ),
    "bots": ("Bots", ("verso.bots", "verso.bots.bot", "verso.bots.players", "verso.bots.levels", "verso.bots.hints")),
    "matches": (
        "Matches and very many games",
        (
            "verso.bots.arena",
            "verso.bots.evaluate",
            "verso.bots.rating",
            "verso.bots.many",
            "verso.play.simulate",
            "verso.bots.workers",
        ),
    ),
    "environments": (
        "Environments",
        ("verso.rl.batch", "verso.rl.gym", "verso.rl.zoo", "verso.rl.spiel", "verso.rl.layout", "verso.rl.picture"),
    ),
    "datasets": ("Datasets", ("verso.rl.dataset",)),
    "games": (
        "What a game supplies",
        (
            "verso.core.contracts.rules",
            "verso.core.contracts.parts",
            "verso.core.contracts.policy",
            "verso.core.contracts.observe",
            "verso.core.contracts.ends",
            "verso.core.testing",
            "verso.core.kernel",
        ),
    ),
}
"""The pages of the reference: a title, and the modules that each tells of."""


class SiteError(Exception):
    """Something of the site leads nowhere."""


def build(place: Path = PLACE) -> Path:
    """Build the site anew in `place`, check it, and return the folder that it is in."""
    pages, site = place / "pages", place / "site"
    for folder in (pages, site):
        shutil.rmtree(folder, ignore_errors=True)
    Assembly(pages).write()
    settings = (HERE / "zensical.toml").read_text(encoding="utf-8")
    sources = f"[project.plugins.mkdocstrings.handlers.python]\npaths = [{json.dumps(str(ROOT / 'src'))}]\n\n"
    before = "[project.plugins.mkdocstrings.handlers.python.options]"
    (place / "zensical.toml").write_text(settings.replace(before, sources + before), encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SiteError(re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr))
    if wrong := list(broken_links(site)):
        raise SiteError("\n".join(wrong))
    return site


# --- pages


class Assembly:
    """The pages of the site, put together from files of the repository."""

    def __init__(self, pages: Path) -> None:
        self.pages = pages
        self.waiting: list[str] = []
        self.written: set[str] = set()
        """Files and folders that pages link to, as paths from the root: still to be made, and made."""

    def write(self) -> None:
        for path in sorted(HERE.rglob("*.md")):
            self.page(path.relative_to(ROOT).as_posix())
        for name in RENAMED:
            self.page(name)
        for path in sorted((HERE / "notebooks").glob("*.ipynb")):
            name = path.relative_to(ROOT).as_posix()
            self.put(self.address(name), self.linked(notebook_page(path), name))
        for name, (title, modules) in API.items():
            shown = "".join(f"::: {module}\n\n" for module in modules)
            self.put(f"api/{name}.md", f"# {title}\n\n{shown}")
        shutil.copytree(HERE / "pictures", self.pages / "pictures")
        while self.waiting:
            self.beside(self.waiting.pop())

    def page(self, name: str) -> None:
        self.put(self.address(name), self.linked((ROOT / name).read_text(encoding="utf-8"), name))

    def put(self, address: str, text: str) -> None:
        path = self.pages / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def address(self, name: str) -> str:
        """Return where a file or folder of the repository is on the site; what is no page gets one."""
        if name in RENAMED:
            return RENAMED[name]
        inside = name.removeprefix("docs/")
        if name.startswith("docs/notebooks/") and name.endswith(".ipynb"):
            return inside.removesuffix(".ipynb") + ".md"
        if name.startswith("docs/") and name.endswith((".md", ".png")):
            return inside
        if name not in self.written:
            self.written.add(name)
            self.waiting.append(name)
        return f"files/{name}.md"

    def linked(self, text: str, name: str) -> str:
        """Return a page whose links lead to where things are on the site; blocks of code stay as they are."""
        here = posixpath.dirname(self.address(name))

        def lead(match: re.Match[str]) -> str:
            target, anchor = urldefrag(match[0])
            if urlsplit(target).scheme or not target:
                return match[0]
            there = self.address(posixpath.normpath(posixpath.join(posixpath.dirname(name), target)))
            return posixpath.relpath(there, here or ".") + (f"#{anchor}" if anchor else "")

        parts, at = [], 0
        for block in FENCE.finditer(text):
            parts += [LINK.sub(lead, text[at : block.start()]), _highlighted(block)]
            at = block.end()
        return "".join([*parts, LINK.sub(lead, text[at:])])

    def beside(self, name: str) -> None:
        """Write the page of a file or a folder that is linked to."""
        path = ROOT / name
        if not path.exists():
            raise SiteError(f"a page links to {name}, which is not there")
        address = f"files/{name}.md"
        if path.is_dir():
            self.put(address, self._folder(path, name, posixpath.dirname(address)))
        else:
            content = path.read_text(encoding="utf-8").rstrip("\n")
            self.put(address, f"# {name}\n\n````{KINDS.get(path.suffix, 'text')}\n{content}\n````\n")

    def _folder(self, path: Path, name: str, here: str) -> str:
        lines = [f"# {name}", ""]
        for each in sorted(path.iterdir()):
            if each.name.startswith((".", "__")):
                continue
            shown, about = f"`{each.name}`", _about(each)
            if name == "examples" and each.is_file():
                shown = f"[{shown}]({posixpath.relpath(self.address(f'{name}/{each.name}'), here)})"
            elif each.suffix == ".png":
                shown += f"\n\n    ![{each.stem}]({posixpath.relpath(f'pictures/{each.name}', here)})"
            lines.append(f"- {shown}{f': {about}' if about else ''}")
        return "\n".join([*lines, ""])


def _highlighted(block: re.Match[str]) -> str:
    language = LEXERS.get(block[1], block[1])
    if language == "python" and block[2].startswith(">>> "):
        language = "pycon"
    return f"```{language}\n{block[2]}```"


def _about(path: Path) -> str:
    """Return what the first line of a module says of it."""
    module = path / "__init__.py" if path.is_dir() else path
    if module.suffix != ".py" or not module.exists():
        return ""
    said = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return said.partition("\n")[0]


def notebook_page(path: Path) -> str:
    """Return a notebook as a page: its words, its code and what that printed."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
            continue
        parts.append(f"```python\n{text}\n```")
        if printed := "".join(map(_printed, cell["outputs"])):
            parts.append(f"```text\n{printed.rstrip()}\n```")
    return "\n\n".join([*parts, f"This page is a notebook: `{path.relative_to(ROOT).as_posix()}`.", ""])


def _printed(output: Mapping[str, Any]) -> str:
    return "".join(output.get("text") or output["data"]["text/plain"])


# --- links


class _Page(html.parser.HTMLParser):
    """What a page of the site links to, and which places in it can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [link for name in ("href", "src") if (link := given.get(name))]
        self.places |= {place for name in ("id", "name") if (place := given.get(name))}


def broken_links(site: Path) -> Iterator[str]:
    """Yield each link of a site that leads to no page, to no place of a page, or to somebody else's script or font."""
    found = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in found.items():
        if path.name == "404.html":
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https", "mailto", "data") or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            there = found.get(target)
            if not target.is_file():
                yield f"{path.relative_to(site)}: {link} leads nowhere"
            elif parts.fragment and there is not None and unquote(parts.fragment) not in there.places:
                yield f"{path.relative_to(site)}: {link} names no place of that page"


def main(arguments: list[str]) -> int:
    """Build the site and say where it is, or what is wrong with it."""
    try:
        site = build(*(Path(each).resolve() for each in arguments[:1]))
    except SiteError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stderr.write(f"{site / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
