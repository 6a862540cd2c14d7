"""What the Makefile does, where there is no make: `python -m tasks`, then the name of a target.

Only the standard library is needed, and nothing of a shell. Environments are made in `.venv`, as make does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import webbrowser
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
UV = "0.13.7"
ON_WINDOWS = sys.platform == "win32"
PORT = os.environ.get("PORT", "8400")
PLUGINS = ("--disable-plugin-autoload", "-p", "xdist", "-p", "hypothesispytest")
"""Not every plugin that is installed: each process would load them, which takes as long as finding the tests."""
PROCESSES = "4"
"""More than there are cores, usually: every second one begins with tests that wait for a browser half of the time."""
TARGETS: dict[str, Callable[[], None]] = {}


def target(function: Callable[[], None]) -> Callable[[], None]:
    """Make a function a target, under its name with hyphens."""
    TARGETS[function.__name__.replace("_", "-").strip("-")] = function
    return function


def program(name: str, environment: str = ".venv") -> str:
    """Return the path of a program of an environment, on this system."""
    folder, ending = ("Scripts", ".exe") if ON_WINDOWS else ("bin", "")
    return str(ROOT / environment / folder / f"{name}{ending}")


def run(*command: str, **variables: str) -> None:
    """Run a program in the project's folder; a failure ends everything."""
    keeping = {"PYTHONDONTWRITEBYTECODE": ""}  # what Python compiles is kept, also where the machine is set not to
    done = subprocess.run(command, cwd=ROOT, env=os.environ | keeping | variables, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def install(lock: str) -> None:
    if not Path(program("python")).exists():
        venv.create(ROOT / ".venv", with_pip=True)
    if not Path(program("uv")).exists():
        run(program("python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"uv=={UV}")
    place = {"VIRTUAL_ENV": str(ROOT / ".venv")}
    run(program("uv"), "pip", "install", "--quiet", "--require-hashes", "-r", lock, **place)
    run(program("uv"), "pip", "install", "--quiet", "--no-deps", "-e", ".", **place)


def npm(*arguments: str) -> None:
    run(program("python"), "hatch_build.py", "npm", "--silent", *arguments)


@target
def play() -> None:
    """Set up what playing needs, then serve the web app on this machine and open it."""
    install("requirements.lock")
    run(program("python"), "hatch_build.py")
    webbrowser.open(f"http://localhost:{PORT}")
    run(program("verso"), "serve", "--port", PORT, VERSO_LOG_LEVEL="warning")


@target
def setup() -> None:
    """Set up everything, for tests too."""
    install("requirements-dev.lock")
    run(program("python"), "hatch_build.py", "setup")


@target
def lint() -> None:
    """Check style, types and layers."""
    setup()
    lint_python()
    lint_page()


@target
def lint_python() -> None:
    """Check those of the Python side alone."""
    run(program("ruff"), "check", ".")
    run(program("ruff"), "format", "--check", ".")
    run(program("mypy"))
    run(program("lint-imports"))


@target
def lint_page() -> None:
    """Check those of the page alone."""
    npm("run", "check")


@target
def browser() -> None:
    """Say whether there is a browser for the tests; installing one is left to you."""
    if not shutil.which("chromium"):
        sys.stdout.write("no Chromium: the tests in a browser are left out\n")


@target
def services() -> None:
    """Say whether there is a browser; tests on PostgreSQL say themselves that they are left out."""
    browser()


@target
def test() -> None:
    """Check style, types and layers, and run all tests but the longest."""
    lint()
    services()
    test_page()
    find_tests()
    run(program("pytest"), *PLUGINS, "-n", PROCESSES)


@target
def test_page() -> None:
    """Run the tests of the page's own code, without a browser."""
    npm("run", "test")


@target
def find_tests() -> None:
    """Find the tests once: what Python compiles for it is kept, and no process compiles it again."""
    run(program("pytest"), *PLUGINS, "--collect-only", "-qq")


@target
def test_long() -> None:
    """Run the tests marked long as well."""
    setup()
    run(program("pytest"), *PLUGINS, "-n", "2", "--long")


@target
def test_hostile() -> None:
    """Let a crowd do its worst at two workers on PostgreSQL; VERSO_HOSTILE_MINUTES says for how long."""
    setup()
    os.environ.setdefault("VERSO_HOSTILE_MINUTES", "15")
    run(program("pytest"), "-n", "0", "--long", "--log-cli-level=info", "tests/server/test_hostile.py")


@target
def test_examples() -> None:
    """Test other libraries (torch, JAX, Ray, …), in an environment of their own."""
    if not Path(program("python", ".venv-examples")).exists():
        venv.create(ROOT / ".venv-examples", with_pip=True)
    python = program("python", ".venv-examples")
    installing = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*installing, "-r", "examples/requirements.txt")
    run(*installing, "--no-deps", "-e", ".")
    learns = "tests/rl/test_examples.py::test_maskable_ppo_learns_what_published_never_does"
    chosen = ("tests/rl/test_libraries.py", learns)
    run(python, "-m", "pytest", "-p", "no:cacheprovider", "-W", "default", "-s", *chosen, PYTHONPATH="tests")


@target
def coverage() -> None:
    """Tell what the tests reach, without the thousands of games against the twins."""
    setup()
    run(program("coverage"), "erase")
    left_out = [each for name in ("twin", "solver") for each in sorted(ROOT.glob(f"tests/games/*/test_{name}.py"))]
    deselected = [f"--deselect={each.relative_to(ROOT).as_posix()}" for each in left_out]
    run(program("coverage"), "run", "-m", "pytest", "-q", *deselected)
    run(program("coverage"), "report", "--skip-covered")


@target
def bench() -> None:
    """Measure speed; the peers are installed by `bench/setup.sh`, where there is a shell."""
    setup()
    if shutil.which("sh"):
        run("sh", "bench/setup.sh", PYTHON=sys.executable)
    run(program("python"), "bench/run.py")


@target
def calibrate() -> None:
    """Print how far the values of reviews can be trusted; some minutes."""
    setup()
    run(program("python"), "bench/calibrate.py")


@target
def load() -> None:
    """Measure 2,000 connections and 700 durable moves a second, on this machine only."""
    setup()
    run(program("python"), "bench/load.py")


@target
def docs() -> None:
    """Write the generated parts of the documentation, build its site in build/docs/site and check its links."""
    setup()
    run(program("python"), "docs/generate.py")
    run(program("python"), "docs/site.py")


@target
def lock() -> None:
    """Write both lock files, after a change of dependencies in pyproject.toml."""
    setup()
    compiling = (program("uv"), "pip", "compile", "pyproject.toml", "--universal", "--generate-hashes")
    quietly = ("--no-header", "--no-annotate", "--quiet")
    run(*compiling, *quietly, "--group", "dev", "-o", "requirements-dev.lock")
    run(*compiling, *quietly, "--group", "build", "-c", "requirements-dev.lock", "-o", "requirements.lock")


@target
def clean() -> None:
    """Remove environments and what tools keep."""
    folders = (".venv", ".venv-bench", ".venv-examples", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis")
    for name in (*folders, "dist", "build"):
        shutil.rmtree(ROOT / name, ignore_errors=True)
    for path in ROOT.glob(".coverage*"):
        path.unlink()


def main(arguments: list[str]) -> int:
    """Carry out the targets that are named; say which there are if none is, or one is not there."""
    if not arguments or any(name not in TARGETS for name in arguments):
        for name, function in TARGETS.items():
            sys.stdout.write(f"{name:14} {function.__doc__}\n")
        return 0 if arguments in ([], ["--help"]) else 2
    for name in arguments:
        TARGETS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
