"""Words for people: the catalogues of all languages say the same things, and nothing is missing or left over."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import pytest

from verso.core.game import LANGUAGES
from verso.core.words import Words, catalogue
from verso.play import wire

SOURCE = Path(__file__).parents[1] / "src" / "verso"
CATALOGUES = sorted({path.parent for path in SOURCE.rglob("*.ftl")})
PAGE = SOURCE / "server" / "words"
"""What the web page says itself."""
SHARED = [each for each in CATALOGUES if each not in (PAGE, SOURCE / "cli" / "words")]
"""What every interface can draw on; the terminal and the page have words of their own besides."""
SPOKEN = {"t": PAGE, "ofTable": SOURCE / "play" / "words", "ofPhaseTen": SOURCE / "games" / "phase10_flip" / "words"}
"""The functions by which the web page says messages, and the catalogues they say them from."""
PAGE_SOURCES = {
    path.name: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[1] / "web" / "src").rglob("*"))
    if path.suffix in (".ts", ".svelte") and ".test." not in path.name
}


def variables(message: str) -> set[str]:
    return set(re.findall(r"\$([a-z]+)", message))


def used_patterns(directory: Path) -> list[re.Pattern[str]]:
    """Every string in the sources around a catalogue that could name a message; `{...}` stands for anything."""
    around = [directory.parent]
    if directory.parent.name == "play":  # the server says what it refuses in the words of tables
        around.append(directory.parent.parent / "server")
    texts = [path.read_text(encoding="utf-8") for place in around for path in sorted(place.rglob("*.py"))]
    if directory == PAGE:
        texts = list(PAGE_SOURCES.values())
    strings = {string for text in texts for string in re.findall(r"""["']([a-z][a-z0-9-]*)["']""", text)}
    for form in (r'f"([a-z][^"{]*\{[^"]*)"', r"f'([a-z][^'{]*\{[^']*)'"):
        strings |= {string for text in texts for string in re.findall(form, text)}
    for form in (r'f"(\{[^"{}]+\}-[^"]*)"', r"f'(\{[^'{}]+\}-[^']*)'"):
        strings |= {string for text in texts for string in re.findall(form, text)}
    strings |= {
        string.replace("${", "{") for text in texts for string in re.findall(r"\bt\(\s*`([a-z-]+\$\{[^`]*)`", text)
    }
    return [re.compile(re.sub(r"\\\{.*?\\\}", "[a-z0-9-]+", re.escape(string))) for string in strings]


@pytest.mark.parametrize("directory", CATALOGUES, ids=lambda path: path.parent.name)
def test_all_languages_have_the_same_messages_with_the_same_variables(directory: Path) -> None:
    assert {path.stem for path in directory.glob("*.ftl")} == set(LANGUAGES)
    first = catalogue(directory, LANGUAGES[0]).messages
    for language in LANGUAGES[1:]:
        other = catalogue(directory, language).messages
        assert list(other) == list(first)
        for key, message in first.items():
            assert variables(message) == variables(other[key]), key


@pytest.mark.parametrize("directory", CATALOGUES, ids=lambda path: path.parent.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_catalogue_is_understood(directory: Path, language: str) -> None:
    """What the small reader does not know would be dropped silently; so the file is counted another way."""
    text = (directory / f"{language}.ftl").read_text(encoding="utf-8")
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
    unused = [key for key in messages if key not in inside and not any(each.fullmatch(key) for each in patterns)]
    assert unused == []


@pytest.mark.parametrize("directory", [each for each in CATALOGUES if each != PAGE], ids=lambda path: path.parent.name)
def test_no_message_is_missing(directory: Path) -> None:
    """Every whole name given to a say function is in the catalogue."""
    messages = catalogue(directory, LANGUAGES[0]).messages
    called = set()
    for path in directory.parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        called |= set(re.findall(r'\bsay\(\s*"([a-z][a-z0-9-]*)"', text))
        called |= set(re.findall(r'"((?:action|why|effect|gain|show|figure|reason)-[a-z0-9-]+)"', text))
    assert called
    assert sorted(called - set(messages)) == []


@pytest.mark.parametrize("function", SPOKEN)
def test_the_page_says_only_what_there_is(function: str) -> None:
    messages = catalogue(SPOKEN[function], LANGUAGES[0]).messages
    whole, beginnings = set(), set()
    for text in PAGE_SOURCES.values():
        for condition in re.findall(rf"\b{function}\(([^()`]*?)[,)]", text):  # also of a choice between two
            whole |= set(re.findall(r'"([a-z][a-z0-9-]*)"', condition.rpartition("?")[2]))
        beginnings |= set(re.findall(rf"\b{function}\(\s*`([a-z-]+)\$\{{", text))
    assert whole
    assert sorted(whole - set(messages)) == []
    assert [each for each in beginnings if not any(key.startswith(each) for key in messages)] == []


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


def test_plurals_and_references() -> None:
    english = Words("en", {"n": "{ $count } { $count -> [one] card *[other] cards }", "two": "{ n }!"})
    assert [english("n", count=count) for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert english("two", count=1) == "1 card!"
    brazilian = Words("pt-BR", {"n": "{ $count } { $count -> [one] carta *[other] cartas }"})
    assert [brazilian("n", count=count) for count in (0, 1, 2)] == ["0 carta", "1 carta", "2 cartas"]


def test_an_exact_number_wins_over_a_plural() -> None:
    words = Words("en", {"n": "{ $count -> [0] none [one] one *[other] { $count } of them }"})
    assert [words("n", count=count) for count in (0, 1, 5)] == ["none", "one", "5 of them"]


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
