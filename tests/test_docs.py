"""The documentation is tested like code: examples run, tables are up to date, names exist, links lead somewhere."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import importlib.util
import itertools
import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import verso
from verso import bots, cli
from verso.core import record
from verso.games.flip_city import notation, ruleset

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(ROOT.glob("docs/**/*.md")),
]
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
LANGUAGES = {"python", "json", "toml", "text", "console", "jsonc", "sh", "py", "ini"}
"""The last four are of the server's pages, which tests/server/test_pages.py checks."""
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RULES_PAGES = {"flip-city": "FC", "phase-10-flip": "PF"}


def read(page: Path | str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return [content for found, content in BLOCK.findall(text) if found == language]


def blocks_of_all_pages(language: str) -> list[Any]:
    found = [(page, number, block) for page in PAGES for number, block in enumerate(blocks(read(page), language))]
    return [pytest.param(block, id=f"{page.name}-{number}") for page, number, block in found]


def prose(text: str) -> str:
    """Return a page without its blocks and code in line."""
    return re.sub(r"`[^`\n]*`", "", BLOCK.sub("", text))


# --- examples


def failures_of_examples(text: str, name: str) -> tuple[int, list[str]]:
    """Run the examples of a page; return how many there are and what went wrong."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    wrong: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=wrong.append)
    return len(test.examples), wrong


@EVERY_PAGE
def test_python_examples_run(page: Path) -> None:
    shown = blocks(read(page), "python")  # those of another language are run where they can: tests/installed
    count, wrong = failures_of_examples("\n".join(shown), page.name)
    assert not wrong, "".join(wrong)
    assert count >= len(shown)


def test_a_wrong_example_is_found() -> None:
    assert failures_of_examples(">>> 1 + 1\n3\n", "wrong")[1]


def test_the_readme_plays_a_whole_game_in_about_fifteen_lines() -> None:
    (block,) = blocks(read("README.md"), "python")
    inputs = [line for line in block.splitlines() if line.startswith((">>>", "..."))]
    assert 10 <= len(inputs) <= 18
    assert "position.outcome()" in block


@EVERY_PAGE
def test_every_block_says_its_language(page: Path) -> None:
    assert read(page).count("\n```") == 2 * len(BLOCK.findall(read(page)))
    assert {language for language, _ in BLOCK.findall(read(page))} <= LANGUAGES
    for block in blocks(read(page), "python"):
        assert block.startswith(">>> ")


@pytest.mark.parametrize("block", blocks_of_all_pages("json"))
def test_position_examples_can_be_set_up(block: str) -> None:
    document = json.loads(block)
    if document["game"] not in verso.games():
        pytest.skip(f"{document['game']} cannot be played yet")
    written = verso.Position.from_json(block).to_json()
    assert verso.Position.from_json(written).to_json() == written
    assert document.keys() <= written.keys()


def test_the_complete_position_example_is_what_is_written() -> None:
    complete = json.loads(blocks(read("docs/notation.md"), "json")[0])
    assert verso.Position.from_json(complete).to_json() == complete


@pytest.mark.parametrize("block", blocks_of_all_pages("text"))
def test_record_examples_can_be_read(block: str) -> None:
    assert record.Record.from_text(block).to_text() == block


def toml_examples(kind: str) -> list[Any]:
    found = []
    for parameter in blocks_of_all_pages("toml"):
        is_ruleset = "seats" in tomllib.loads(str(parameter.values[0]))
        if is_ruleset == (kind == "ruleset"):
            found.append(parameter)
    return found


@pytest.mark.parametrize("block", toml_examples("cards"))
def test_card_file_examples_can_be_played(block: str) -> None:
    game = verso.game("flip-city")
    edits = game.load_cards(block, "example.toml")
    position, rng = game.new(seats=2, cards=edits), verso.Rng("example")
    for face in edits:
        assert face in str(position.to_json()["cards"])
    play_randomly(position, rng, 300)


@pytest.fixture
def own_rulesets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory of rulesets that the game reads instead of its own: the standard one, and what a test adds."""
    cached = (ruleset.printed_cards, ruleset.load_ruleset, ruleset.ruleset_names)
    shutil.copy(ruleset.HERE / "cards.toml", tmp_path)
    (tmp_path / "rulesets").mkdir()
    shutil.copy(ruleset.HERE / "rulesets" / "standard.toml", tmp_path / "rulesets")
    monkeypatch.setattr(ruleset, "HERE", tmp_path)
    for function in cached:
        function.cache_clear()
    yield tmp_path / "rulesets"
    for function in cached:
        function.cache_clear()


@pytest.mark.parametrize("block", toml_examples("ruleset"))
def test_ruleset_examples_can_be_played(block: str, own_rulesets: Path) -> None:
    (own_rulesets / "example.toml").write_text(block, encoding="utf-8")
    position = verso.game("flip-city").new(ruleset="example")
    own = tomllib.loads(block)
    expected = ruleset.load_ruleset("standard") | own if "extends" in own else own
    assert position.to_json()["supply"] == expected["supply"]
    assert position.setup.tables.limit == expected["limit"]
    play_randomly(position, verso.Rng("example"), 300)


def play_randomly(position: verso.Position, rng: verso.Rng, most: int) -> None:
    for _ in range(most):
        position.settle(rng)
        if position.to_act == verso.OVER:
            return
        position.push(position.legal[rng.below(len(position.legal))])


# --- generated tables


def load_generator() -> Any:
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATE = load_generator()


def test_generated_tables_and_notebooks_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert GENERATE.main(["--check"]) == 0, f"run python docs/generate.py: {capsys.readouterr().err}"


def test_an_outdated_table_is_found_and_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("*.ipynb"))
    page = tmp_path / "docs" / "rules" / "flip-city.md"
    right = page.read_text(encoding="utf-8")
    page.write_text(right.replace("| 8 S |", "| 7 S |"), encoding="utf-8")
    assert page.read_text(encoding="utf-8") != right
    assert GENERATE.main(["--check", "--root", str(tmp_path)]) == 1
    assert "flip-city.md: out of date" in capsys.readouterr().err
    assert GENERATE.main(["--root", str(tmp_path)]) == 0
    assert page.read_text(encoding="utf-8") == right


def test_a_notebook_that_is_out_of_date_is_found_and_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "docs" / "notebooks" / "small.ipynb"
    path.parent.mkdir(parents=True)
    cells = [["%pip install something\n", "x = 1\n", "print(x)\n", "x + 1"], ["x + 2"]]
    code = [{"cell_type": "code", "source": source, "outputs": [], "execution_count": None} for source in cells]
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": ["# Small"]}, *code]}), encoding="utf-8")
    assert GENERATE.main(["--check", "--root", str(tmp_path)]) == 1
    assert "small.ipynb: out of date" in capsys.readouterr().err
    assert GENERATE.main(["--root", str(tmp_path)]) == 0
    assert GENERATE.main(["--check", "--root", str(tmp_path)]) == 0
    _, first, second = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert [each.get("text") or each["data"]["text/plain"] for each in first["outputs"]] == [["1\n"], ["2"]]
    assert second["outputs"][0]["data"]["text/plain"] == ["3"]


NOTEBOOKS = GENERATE.notebooks(ROOT)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_notebooks_install_what_they_need(path: Path) -> None:
    """That they run and print what stands in them is tested with the tables."""
    document = json.loads(path.read_text(encoding="utf-8"))
    first = next(cell for cell in document["cells"] if cell["cell_type"] == "code")
    assert "".join(first["source"]).startswith('%pip install --quiet "verso-games[')
    assert document["nbformat"] == 4
    assert len({cell["id"] for cell in document["cells"]}) == len(document["cells"])


def test_every_generator_is_used_once() -> None:
    used = [match[2] for page in PAGES for match in GENERATE.BLOCK.finditer(read(page))]
    assert sorted(used) == sorted(GENERATE.GENERATORS)
    assert sum(read(page).count("<!-- generated") for page in PAGES) == len(used)


def test_every_page_is_in_the_list_of_the_site() -> None:
    nav = tomllib.loads(read("docs/zensical.toml"))["project"]["nav"]
    listed = set(re.findall(r"[\w/-]+\.md", json.dumps(nav)))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    pages |= {f"notebooks/{path.stem}.md" for path in NOTEBOOKS}
    assert pages <= listed, "docs/zensical.toml says where a page is on the site"


# --- rulings


@pytest.mark.parametrize(("game", "letters"), RULES_PAGES.items())
def test_every_ruling_stands_once_and_none_is_left_out(game: str, letters: str) -> None:
    numbers = [int(number) for number in re.findall(rf"^- \*\*{letters}-(\d\d)\*\* ", read_rules(game), re.MULTILINE)]
    assert numbers == sorted(set(numbers))
    for before, after in itertools.pairwise(numbers):
        assert after == before + 1 or after % 10 in (0, 1), f"a gap after {letters}-{before:02}"


def read_rules(game: str) -> str:
    return read(f"docs/rules/{game}.md")


@pytest.mark.parametrize(("game", "letters"), RULES_PAGES.items())
def test_every_ruling_that_is_named_anywhere_exists(game: str, letters: str) -> None:
    known = set(re.findall(rf"\*\*({letters}-\d\d)\*\*", read_rules(game)))
    sources = [*PAGES, *(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    for path in sources:
        named = set(re.findall(rf"\b{letters}-\d\d\b", path.read_text(encoding="utf-8")))
        assert named <= known, f"{path} names {sorted(named - known)}"


# --- everything that can be set or written is documented


def in_code(word: str, page: str) -> bool:
    return re.search(rf"`(?:[^`\n]* )?{re.escape(word)}(?: [^`\n]*)?`", page) is not None


@pytest.mark.parametrize("name", verso.games())
def test_rulesets_and_options_are_documented(name: str) -> None:
    game, page = verso.game(name), read_rules(name)
    for each in game.rulesets():
        assert in_code(each, page), each
        for option in game.setup(ruleset=each).options:
            assert in_code(option, page), option


def test_keys_of_card_files_are_documented() -> None:
    page = read_rules("flip-city") + read("CONTRIBUTING.md")
    for key in ("back", "name", *ruleset.COUNTS, *ruleset.EFFECTS):
        assert in_code(key, page), key
    for key in (*ruleset.PROVENANCE, ruleset.NONE):
        assert key in page, key


def test_keys_of_rulesets_are_documented() -> None:
    page = read_rules("flip-city") + read("CONTRIBUTING.md")
    for name in ruleset.ruleset_names():
        for key in ("extends", *ruleset.load_ruleset(name)):
            assert in_code(key, page) or f"\n{key} = " in page, key


def keys_of(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        for key, value in document.items():
            if not re.fullmatch(r"[A-Z][A-Z0-9]", key):
                yield key
            if key != "options":
                yield from keys_of(value)
    elif isinstance(document, list):
        for value in document:
            yield from keys_of(value)


@pytest.mark.parametrize("name", verso.games())
def test_keys_of_positions_and_views_are_documented(name: str) -> None:
    page, position = read("docs/notation.md"), verso.game(name).new()
    position.settle(verso.Rng("keys"))
    for key in {*keys_of(position.to_json()), *keys_of(position.view(0).to_json())}:
        assert in_code(key, page), key


def test_verbs_phases_and_results_are_documented() -> None:
    page = read("docs/notation.md")
    words = [*notation.PLAIN, *notation.BY_FACE, *notation.BY_KIND, "start"]
    words += [each for table in (notation.PHASES, notation.AWAITING, notation.RESULTS) for each in table if each]
    for word in words:
        assert in_code(word, page), word
    for reason in filter(None, notation.RESULTS):
        assert in_code(reason, read_rules("flip-city")), reason


def test_keys_of_records_are_documented() -> None:
    for key in record._KNOWN:
        assert in_code(key, read("docs/notation.md")), key


def test_errors_are_documented() -> None:
    pages = read("docs/notation.md") + read("docs/design.md")
    for name in verso.__all__:
        if isinstance(thing := getattr(verso, name), type) and issubclass(thing, Exception):
            assert in_code(name, pages), name


def test_environment_variables_are_documented() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    named = set(re.findall(r"\b(?:VERSO|XDG)_[A-Z_]+\b", sources))
    assert named
    for name in named:
        assert name in read("README.md"), name


@pytest.mark.parametrize("name", verso.games())
def test_bots_are_documented(name: str) -> None:
    for bot in bots.names(verso.game(name)):
        assert in_code(bot, read("README.md")), bot


def is_there(name: str) -> bool:
    """Say whether a dotted name leads to a module, or to something in one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        with contextlib.suppress(ModuleNotFoundError):
            found: Any = importlib.import_module(".".join(parts[:count]))
            return all((found := getattr(found, part, None)) is not None for part in parts[count:])
    return False


@EVERY_PAGE
def test_modules_that_are_named_exist(page: Path) -> None:
    if page.name != "CHANGELOG.md":  # it tells of what was
        for name in set(re.findall(r"`(verso(?:\.\w+)+)", BLOCK.sub("", read(page)))) - {"verso.db"}:
            assert is_there(name), name


def test_a_module_that_is_missing_is_found() -> None:
    assert is_there("verso.bots.make")
    assert not is_there("verso.bots.odds")
    assert not is_there("verso.bots.make.odds")


def test_a_missing_word_is_found() -> None:
    assert in_code("buy", "| `buy CS` | Buy |")
    assert not in_code("buy", "| `buyer` | buy |")


# --- commands


def shown_commands() -> list[list[str]]:
    text = "".join(block for page in PAGES for block in blocks(read(page), "console"))
    lines = text.splitlines()
    assert all(line.startswith("$ ") for line in lines)
    return [shlex.split(line[2:]) for line in lines]


def test_make_targets_that_are_shown_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    mentioned = {words[1] for words in shown_commands() if words[0] == "make"}
    mentioned |= {match for page in PAGES for match in re.findall(r"`make ([a-z-]+)`", read(page))}
    assert {"play", "test"} <= mentioned <= targets


def test_tests_that_are_shown_exist() -> None:
    for words in shown_commands():
        if words[0].endswith("pytest"):
            assert (ROOT / words[1]).exists()


def test_commands_that_are_shown_exist(capsys: pytest.CaptureFixture[str]) -> None:
    mentioned = {words[1] for words in shown_commands() if words[0] == "verso"}
    listed = set(re.findall(r"^\| `([a-z-]+)` \| ", read("README.md"), re.MULTILINE))
    assert mentioned == listed == set(cli.COMMANDS)
    for command in sorted(mentioned):
        assert cli.main([command, "--help"]) == 0
        shown = capsys.readouterr().out
        for option in {word for words in shown_commands() if words[1:2] == [command] for word in words}:
            assert not option.startswith("--") or option in shown, f"verso {command} has no {option}"


QUICK = ("games", "cards", "show", "legal", "push", "replay", "perft")
"""Commands that need neither a person nor the compiled rules."""
ANSWERS_NO = ["verso", "legal", "position.json", "stop"]


@pytest.mark.parametrize(
    "words", [pytest.param(words, id=" ".join(words)) for words in shown_commands() if words[1] in QUICK]
)
def test_commands_that_are_shown_work(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    notation_page = read("docs/notation.md")
    (tmp_path / "position.json").write_text(blocks(notation_page, "json")[0], encoding="utf-8")
    (tmp_path / "game.verso").write_text(blocks(notation_page, "text")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    code, said = cli.main(words[1:]), capsys.readouterr()
    if words == ANSWERS_NO:
        assert (code, said.out, said.err) == (1, "", "Residential Area on top must be played\n")
    else:
        assert code == 0, said.err
        assert said.out


# --- links and language


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", BLOCK.sub("", text))


def is_broken(link: str, page: Path) -> bool:
    """Tell whether an internal link leads nowhere."""
    target, _, anchor = link.partition("#")
    path = (page.parent / target).resolve() if target else page
    if not path.exists() or not path.is_relative_to(ROOT):
        return True
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE) if anchor else []
    return bool(anchor) and anchor not in map(slug, headings)


@EVERY_PAGE
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(read(page)):
        if not link.startswith("https://"):
            assert not is_broken(link, page), link


def test_a_broken_link_is_found() -> None:
    assert is_broken("docs/nowhere.md", ROOT / "README.md")
    assert is_broken("docs/design.md#nowhere", ROOT / "README.md")
    assert not is_broken("docs/design.md#words", ROOT / "README.md")


ORGANISATION = re.compile(
    r"\b(colleagues?|sub-?agents?|assistants?|LLM|Claude|GPT|Copilot|prompts?|sessions?|brief|milestones?|TODO|FIXME)\b"
    r"|\bissue #?\d|/work/|\bshared/",
    re.IGNORECASE,
)
REGISTRY = re.compile(
    r"pypi\.|pythonhosted|npmjs|registry\.[a-z]|artifactory|nexus|--?index-url|\bmirror\.|/simple\b", re.IGNORECASE
)


@EVERY_PAGE
def test_pages_speak_of_the_project_only(page: Path) -> None:
    assert not ORGANISATION.search(read(page))
    assert not REGISTRY.search(read(page))


LOCKS = ("requirements.lock", "requirements-dev.lock")


FOR_HOSTS = ("Containerfile", *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("deploy/*.*")))


@pytest.mark.parametrize("name", ["Makefile", "pyproject.toml", *LOCKS, *FOR_HOSTS, "docs/generate.py"])
def test_no_file_names_a_registry(name: str) -> None:
    assert not REGISTRY.search(read(name))


def test_what_playing_needs_is_locked_as_it_is_tested_and_holds_nothing_for_developers() -> None:
    small, whole = (set(re.findall(r"^([a-z0-9-]+==[^ \\]+)", read(name), re.MULTILINE)) for name in LOCKS)
    assert small < whole
    project = tomllib.loads(read("pyproject.toml"))
    groups = project["dependency-groups"]
    wanted = {re.split(r"[<>=\[]", each)[0] for each in project["project"]["dependencies"] + groups["build"]}
    for_developers = {re.split(r"[<>=\[]", each)[0] for each in groups["dev"] if isinstance(each, str)} - wanted
    locked = {each.partition("==")[0] for each in small}
    assert wanted <= locked
    assert for_developers
    assert locked.isdisjoint(for_developers)


@EVERY_PAGE
def test_prose_is_calm(page: Path) -> None:
    text = re.sub(r"<!--.*?-->", "", prose(read(page)))
    assert "!" not in text


def test_unwanted_language_is_found() -> None:
    assert ORGANISATION.search("as issue 2 says")
    assert REGISTRY.search("pip install --index-url https://example.org/simple")
    assert "!" in prose("Wow! `a!b`")
    assert "!" not in prose("`a!b`")


def test_the_readme_says_which_games_there_are() -> None:
    page = read("README.md")
    for name in verso.games():
        assert f"**{verso.game(name).title}**" in page
    assert ("on its way" in page) == ("phase-10-flip" not in verso.games())


def test_the_readme_says_that_it_is_unofficial() -> None:
    page = read("README.md")
    notice = page[page.index("## Unofficial") :]
    for words in ("fan project", "not affiliated", "our own", "buy them"):
        assert words in notice
    assert "Apache-2.0" in notice
