"""Words for people: the catalogues of all languages say the same things, and nothing is missing or left over."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import verso
from verso.cli import terminal
from verso.core.game import LANGUAGES
from verso.core.words import Words, catalogue
from verso.play import wire
from verso.server.lessons import chapters_of, steps_of

SOURCE = Path(__file__).parents[2] / "src" / "verso"


def _words_of(name: str) -> Path:
    """Return the catalogues of a game."""
    home = importlib.import_module(verso.game(name).package).__file__
    assert home is not None
    return Path(home).parent / "words"


CATALOGUES = sorted({path.parent for path in SOURCE.rglob("*.ftl")})
PAGE = SOURCE / "server" / "words"
"""What the web page says itself."""
GAMES = {path.parent: verso.game(name) for name in verso.games() for path in [_words_of(name)] if path in CATALOGUES}
SHARED = [each for each in CATALOGUES if each not in (PAGE, SOURCE / "cli" / "words")]
"""What every interface can draw on; the terminal and the page have words of their own besides."""
WEB = Path(__file__).parents[2] / "web" / "src"
PAGE_SOURCES = {
    path.relative_to(WEB): path.read_text(encoding="utf-8")
    for path in sorted(WEB.rglob("*"))
    if path.suffix in (".ts", ".svelte") and ".test." not in path.name
}
SPOKEN = [
    ("t", Path(), PAGE),
    ("ofTable", Path(), SOURCE / "play" / "words"),
    ("ofEveryGame", Path(), SOURCE / "core" / "words"),
    *(("say", Path("games") / game.name, home / "words") for home, game in GAMES.items()),
]
"""The functions by which the web page says messages, where it does, and the catalogues it says them from."""


def variables(message: str) -> set[str]:
    return set(re.findall(r"\$([a-z]+)", message))


def page_sources(place: Path) -> list[str]:
    """Return the texts of the page's sources below a folder."""
    return [text for path, text in PAGE_SOURCES.items() if path.is_relative_to(place)]


def used_patterns(directory: Path) -> list[re.Pattern[str]]:
    """Every string in the sources around a catalogue that could name a message; `{...}` stands for anything."""
    around = [directory.parent]
    if directory.parent.name == "play":  # whoever shows tables says them: the server what it refuses, the terminal
        around += [SOURCE / "server", SOURCE / "cli"]
    if directory.parent.parent.name == "games":  # what every game says, said in general
        around += [SOURCE / "core", SOURCE / "bots"]
    texts = [path.read_text(encoding="utf-8") for place in around for path in sorted(place.rglob("*.py"))]
    if directory == PAGE:
        texts = list(PAGE_SOURCES.values())
    if directory.parent in GAMES:  # by the page too: its own folder there, and what it says of every game
        texts += page_sources(Path("games") / GAMES[directory.parent].name)
        texts += [text for path, text in PAGE_SOURCES.items() if path.parts[0] != "games"]
    strings = {string for text in texts for string in re.findall(r"""["']([a-z][a-z0-9-]*)["']""", text)}
    for form in (r'f"([a-z][^"{]*\{[^"]*)"', r"f'([a-z][^'{]*\{[^']*)'"):
        strings |= {string for text in texts for string in re.findall(form, text)}
    for form in (r'f"(\{[^"{}]+\}-[^"]*)"', r"f'(\{[^'{}]+\}-[^']*)'"):
        strings |= {string for text in texts for string in re.findall(form, text)}
    strings |= {
        string.replace("${", "{") for text in texts for string in re.findall(r"[\w(:]\s*`([a-z]+-\$\{[^`]*)`", text)
    }
    return [re.compile(re.sub(r"\\\{.*?\\\}", "[a-z0-9-]+", re.escape(string))) for string in strings]


@pytest.mark.parametrize("directory", CATALOGUES, ids=lambda path: path.parent.name)
def test_all_languages_have_the_same_messages_with_the_same_variables(directory: Path) -> None:
    """In the same files and in the same order, or in a single file for all that is said here or in the program."""
    beginnings = {path.name.removesuffix(f"{LANGUAGES[0]}.ftl") for path in directory.glob(f"*{LANGUAGES[0]}.ftl")}
    first = catalogue(directory, LANGUAGES[0]).messages
    for language in LANGUAGES[1:]:
        other = catalogue(directory, language).messages
        apart = {path.name.removesuffix(f"{language}.ftl") for path in directory.glob(f"*{language}.ftl")}
        assert list(other) == list(first) if apart == beginnings and len(apart) > 1 else set(other) >= set(first)
        for key, message in first.items():
            assert variables(message) == variables(other[key]), key


@pytest.mark.parametrize("directory", CATALOGUES, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_catalogue_is_understood(directory: Path, language: str) -> None:
    """What the small reader does not know would be dropped silently; so the file is counted another way."""
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in sorted(directory.glob(f"*{language}.ftl"), key=lambda path: (path.stem != language, path.name))
    )
    keys = [line.split(" =")[0] for line in text.split("\n") if line and line[0] not in "# }*["]
    words = catalogue(directory, language)
    assert list(words.messages) == keys
    assert len(set(keys)) == len(keys)
    for message in words.messages.values():
        assert message.count("{") == message.count("}")
        assert message


@pytest.mark.parametrize("directory", CATALOGUES, ids=lambda path: path.parent.name)
def test_no_message_is_left_over(directory: Path) -> None:
    patterns = used_patterns(directory)
    messages = catalogue(directory, LANGUAGES[0]).messages
    inside = {name for message in messages.values() for name in re.findall(r"\{ ([a-z][a-z0-9-]*) \}", message)}
    told = re.compile("(lesson|section)-.*")  # these are found by what there is, not by name
    unused = [
        key
        for key in messages
        if key not in inside and not told.fullmatch(key) and not any(each.fullmatch(key) for each in patterns)
    ]
    assert unused == []


@pytest.mark.parametrize("directory", [each for each in CATALOGUES if each != PAGE], ids=lambda path: path.parent.name)
def test_no_message_is_missing(directory: Path) -> None:
    """Every whole name given to a say function is in the catalogue."""
    messages = catalogue(directory, LANGUAGES[0]).messages
    called = set()
    for path in directory.parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        called |= set(
            re.findall(r'\b(?:say|words_for\(language\)|shared_words\(language\))\(\s*"([a-z][a-z0-9-]*)"', text)
        )
        called |= set(re.findall(r'"((?:action|why|effect|gain|show|figure|reason)-[a-z0-9-]+)"', text))
    assert sorted(called - set(messages)) == []


@pytest.mark.parametrize(("function", "place", "directory"), SPOKEN, ids=lambda value: str(value)[-24:])
def test_the_page_says_only_what_there_is(function: str, place: Path, directory: Path) -> None:
    messages = catalogue(directory, LANGUAGES[0]).messages
    whole, beginnings = set(), set()
    for text in page_sources(place):
        for condition in re.findall(rf"\b{function}\(([^()`]*?)[,)]", text):  # also of a choice between two
            whole |= set(re.findall(r'"([a-z][a-z0-9-]*)"', condition.rpartition("?")[2]))
        beginnings |= set(re.findall(rf"\b{function}\(\s*`([a-z-]+)\$\{{", text))
    assert whole
    assert sorted(whole - set(messages)) == []
    assert [each for each in beginnings if not any(key.startswith(each) for key in messages)] == []


@pytest.mark.parametrize("home", GAMES, ids=lambda path: path.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_a_lesson_has_its_words_and_each_chapter_an_end(home: Path, language: str) -> None:
    told = [key for key in catalogue(home / "words", language).messages if re.fullmatch(r"lesson-\d+-\d+", key)]
    wanted = [
        f"lesson-{number}-{step}"
        for number, chapter in enumerate(chapters_of(GAMES[home]), 1)
        for step in range(1, len(chapter.steps) + 2)
    ]
    assert told == wanted


@pytest.mark.parametrize("home", GAMES, ids=lambda path: path.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_lesson_says_after_a_choice_belongs_to_one(home: Path, language: str) -> None:
    """Whoever chooses otherwise is told what fits that; where a choice ends the chapter it must be said."""
    told = set(catalogue(home / "words", language).messages)
    steps = [
        (number, step, choice, other.ends)
        for number, chapter in enumerate(steps_of(GAMES[home]).chapters, 1)
        for step, asked in enumerate(chapter, 1)
        for choice, other in enumerate(asked.choices, 2)
    ]
    assert {f"lesson-{number}-{step + 1}-{choice}" for number, step, choice, ends in steps if ends} <= told
    possible = {f"lesson-{number}-{step + 1}-{choice}" for number, step, choice, _ in steps}
    assert {key for key in told if re.fullmatch(r"lesson-\d+-\d+-\d+", key)} <= possible


@pytest.mark.parametrize("home", GAMES, ids=lambda path: path.name)
def test_sections_of_the_rules_are_counted_from_one(home: Path) -> None:
    expected: list[str] = []
    found = [key for key in catalogue(home / "words", LANGUAGES[0]).messages if key.startswith("section-")]
    for key in found:
        title, number = (re.fullmatch(r"(section-[a-z]+)(?:-(\d+))?", key) or pytest.fail(key)).groups()
        count = len([each for each in expected if each.startswith(title)])
        expected.append(title if number is None else f"{title}-{count}")
    assert found
    assert found == expected


@pytest.mark.parametrize("home", GAMES, ids=lambda path: path.name)
def test_the_page_has_words_for_every_end_of_a_game(home: Path) -> None:
    """The reasons that a game declares for its end: its page says each in a sentence of its own."""
    messages = catalogue(home / "words", LANGUAGES[0]).messages
    results = typing.get_type_hints(GAMES[home].part("notation").VIEW)["result"]  # type: ignore[union-attr]
    reasons = [reason for part in typing.get_args(results) for reason in typing.get_args(part)]
    assert reasons
    assert [reason for reason in reasons if f"ending-{reason}" not in messages] == []


@pytest.mark.parametrize("directory", SHARED, ids=lambda path: path.parent.name)
def test_the_page_says_nothing_again_that_is_said_elsewhere(directory: Path) -> None:
    """Sentences that agree in every language are one sentence; single words may stand in several places."""

    def plain(message: str) -> str:
        return " ".join(re.sub(r"\$[a-z]+", "$", message).split()).rstrip(".")

    page, other = ([catalogue(each, language).messages for language in LANGUAGES] for each in (PAGE, directory))
    known = {tuple(plain(messages[key]) for messages in other): key for key in other[0]}
    said = {key: tuple(plain(messages[key]) for messages in page) for key in page[0]}
    twice = {key: known[texts] for key, texts in said.items() if texts in known and " " in texts[0]}
    assert twice == {}


PROGRAM = [each for each in CATALOGUES if each.parent.parent.name != "games"]


def test_the_program_learns_a_language_from_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its catalogues have no name in common, so that they can be one file: beside those of the core."""
    keys = [key for each in PROGRAM for key in catalogue(each, LANGUAGES[0]).messages]
    assert sorted(keys) == sorted(set(keys))
    texts = [(each / f"{LANGUAGES[0]}.ftl").read_text(encoding="utf-8") for each in PROGRAM]
    (tmp_path / "eo.ftl").write_text("\n".join(texts), encoding="utf-8")
    monkeypatch.setattr("verso.core.words.HERE", tmp_path)
    catalogue.cache_clear()
    for each in PROGRAM:
        learned = catalogue(each, "eo").messages
        assert {key: learned[key] for key in catalogue(each, LANGUAGES[0]).messages} == dict(
            catalogue(each, LANGUAGES[0]).messages
        )
    catalogue.cache_clear()


LEARNED = """
import verso
from verso.core.game import LANGUAGES

assert LANGUAGES[-1] == "eo"
kept = '[RA]\\nname = { en = "House", pt-BR = "Moradia" }\\n[HO]\\nname = { en = "Care", pt-BR = "Cura", eo = "Flego" }'
for name in verso.games():
    game = verso.game(name)
    for ruleset in game.ruleset.ruleset_names():
        setup = game.setup(None, ruleset)
        game.words.about_ruleset(game, ruleset, "eo")
        print(len(game.words.card_rows(setup, "eo")), game.words.card_rows(setup, "eo")[0]["name"])
        game.words.summary(setup, "eo")
    position, rng = game.new(), verso.Rng(1)
    for _ in range(20):
        position.settle(rng)
        position.push(position.describe(position.legal[0], "eo"))
    position.view(0).show("eo")
edited = verso.game("flip-city").load_cards(kept, "kept.toml")
rows = verso.game("flip-city").words.card_rows(verso.game("flip-city").setup(2, cards=edited), "eo")
print([row["name"] for row in rows if row["code"] in ("RA", "HO")])
"""


def test_a_language_is_a_list_and_a_file_for_the_program_and_for_each_game(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / "verso", ignore=shutil.ignore_patterns("static", "__pycache__"))
    listed = tmp_path / "verso/core/game.py"
    text = listed.read_text(encoding="utf-8")
    languages = ", ".join(f'"{each}"' for each in LANGUAGES)
    assert languages in text
    listed.write_text(text.replace(languages, f'{languages}, "eo"'), encoding="utf-8")
    words = tmp_path / "verso/games/flip_city/words"
    for places in (PROGRAM, *([each / "words"] for each in GAMES)):
        files = [file for each in places for file in sorted(each.glob(f"*{LANGUAGES[0]}.ftl"))]
        place = (places[0] if len(places) == 1 else SOURCE / "core/words").relative_to(SOURCE)
        said = "\n".join(file.read_text(encoding="utf-8") for file in files)
        (tmp_path / "verso" / place / "eo.ftl").write_text(said, encoding="utf-8")
    with (words / "eo.ftl").open("a", encoding="utf-8") as file:
        file.write("card-ra = Loĝejo\n")
    found = subprocess.run(
        [sys.executable, "-c", LEARNED], env=os.environ | {"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr
    assert "Loĝejo" in found.stdout
    assert found.stdout.endswith("['House', 'Flego']\n")


def test_there_is_one_list_of_languages() -> None:
    assert typing.get_args(wire.Language) == typing.get_args(terminal.Language) == LANGUAGES


def test_plurals_and_references() -> None:
    english = Words("en", {"n": "{ $count } { $count -> [one] card *[other] cards }", "two": "{ n }!"})
    assert [english("n", count=count) for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert english("two", count=1) == "1 card!"
    brazilian = Words("pt-BR", {"n": "{ $count } { $count -> [one] carta *[other] cartas }"})
    assert [brazilian("n", count=count) for count in (0, 1, 2)] == ["0 carta", "1 carta", "2 cartas"]


def test_an_exact_number_wins_over_a_plural() -> None:
    words = Words("en", {"n": "{ $count -> [0] none [one] one *[other] { $count } of them }"})
    assert [words("n", count=count) for count in (0, 1, 5)] == ["none", "one", "5 of them"]


def test_a_choice_may_end_at_the_beginning_of_a_line(tmp_path: Path) -> None:
    text = "n = { $count ->\n    [one] one\n   *[other] more\n}\nnext = next\n"
    (tmp_path / "en.ftl").write_text(text, encoding="utf-8")
    words = catalogue(tmp_path, "en")
    assert [words("n", count=count) for count in (1, 2)] == ["one", "more"]
    assert words("next") == "next"


def test_a_missing_variable_is_an_error() -> None:
    with pytest.raises(KeyError):
        Words("en", {"n": "{ $count }"})("n")
    with pytest.raises(KeyError):
        Words("en", {})("n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_words_for_everything_that_ends_a_connection(language: str) -> None:
    codes = typing.get_args(typing.get_type_hints(wire.Problem)["code"])
    messages = catalogue(PAGE, language).messages
    assert {f"trouble-{code}" for code in codes if code != "unknown"} <= set(messages)
    assert "no-table" in messages


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*pt-BR.ftl")), ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_portuguese_has_one_word_for_each_thing(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    assert not re.findall(r"\b(?:minha|sua) vez\b|\ba vez d|\bdinheiro|\binfeli", text)  # turno, moedas, insatisfação
    assert not re.findall(r"quem pensa adiante", text)  # jogadores que buscam
