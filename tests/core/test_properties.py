"""Whatever is thrown at them, texts, documents, records and card files are read or refused: never a crash."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import verso
from support import EVERY_VARIANT, builder, chooser, hoarder, often, player_of, rummy
from verso import InvalidCards, InvalidPosition, InvalidRecord, Position, Record, Rng
from verso.core import kernel, testing
from verso.core.game import ActionError
from verso.core.spec import CHANCE, OVER
from verso.games.flip_city import ruleset
from verso.games.phase10_flip import ruleset as phase_ruleset

settings.register_profile(
    "verso",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("verso")

Refusal = TypeVar("Refusal", bound=Exception)
CODES = ("RA", "AP", "CS", "SM", "HO", "CH", "FA", "PP", "CP", "ST", "OF", "TC")


def sampled_positions() -> list[Position]:
    """Positions of all variants and phases of both games, from sensible games."""
    found = []
    for number, variant in enumerate(EVERY_VARIANT):
        position = Position.start(variant.setup())
        choose, rng = player_of(variant, number), Rng(number)
        plies = random.Random(number).randrange(5, 260)
        while position.ply < plies and position.to_act != OVER:
            position.push(choose(position, rng))
        found.append(position)
    return found


POSITIONS = sampled_positions()
DOCUMENTS = [position.to_json() for position in POSITIONS]
positions = st.sampled_from(range(len(POSITIONS))).map(lambda number: POSITIONS[number].copy())


def unchanged(position: Position, before: Position) -> bool:
    same = kernel.state_bytes(position.state, position.seats) == kernel.state_bytes(before.state, before.seats)
    return same and position.actions == before.actions and position.legal == before.legal


def refusal(expected: type[Refusal], function: Callable[..., object], *arguments: Any) -> Refusal | None:
    """Call a function and return the error of the expected kind, if it raised one; any other error goes through."""
    try:
        function(*arguments)
    except expected as error:
        return error
    return None


# --- texts

VERBS = ("play", "stop", "shuffle", "done", "recycle", "buy", "flip", "develop", "remove", "start", "top", "bottom")
likely_in_flip_city = st.builds(
    "{}{}{}{}{}".format,
    st.sampled_from(VERBS),
    st.sampled_from(["", " ", "  ", "\t", " >"]),
    st.sampled_from(["", *CODES, "cs", "XX", "0", "1", "9", "²", "-1"]),
    st.sampled_from(["", ">", ">0", ">1", ">3", ">9", ">x", " > 1", ">1>2", ">²"]),
    st.sampled_from(["", " ", "\n", "\x00", "!"]),
)
FACES = ("r7", "y*", "b12", "g3!", "7", "*", "12!", "r4", "#12", "r7#4", "r5:2", "7:1", "#103", "#104", "r13", "0", "?")
words = st.builds(
    "{}{}".format,
    st.sampled_from(FACES),
    st.sampled_from(["", "", "", "=7", "=1", "=13", "=", "!", ":9", "#1", "#999"]),
)
likely_in_phase_10 = st.one_of(
    st.builds(
        "{} {}{}".format,
        st.sampled_from(["discard", "place", "hit", "take", "draw", "card", "dealer", "lay"]),
        words,
        st.sampled_from(["", " > 1.0", " > 0.1", " > 9.0", " > 0.3", ">0.0", " > ", " /", " "]),
    ),
    st.builds(
        "lay {}".format,
        st.lists(st.lists(words, max_size=4).map(" ".join), min_size=1, max_size=4).map(" / ".join),
    ),
)
texts = st.one_of(st.text(max_size=30), likely_in_flip_city, likely_in_phase_10)


@given(positions, texts)
@settings(max_examples=often(1500))
def test_any_text_is_an_action_or_one_of_three_errors(position: Position, text: str) -> None:
    before = position.copy()
    error = refusal(ActionError, position.push, text)
    if error is not None:
        assert str(error)
        assert unchanged(position, before)
    else:
        assert position.ply == before.ply + 1 or text.startswith("lay ")
        assert position.actions[before.ply] in before.legal


def short_for(text: str, full: str) -> bool:
    """Is the text allowed to leave out the only seat, a Flip mark, a count or a Star's only number, or to add a #?"""
    if text == full.partition(">")[0]:
        return True

    def bare(each: str) -> str:
        return re.sub(r"[!]|:\d+|#\d+|=\d+", "", each)

    return full.partition(" ")[0] in ("discard", "place", "hit") and bare(text) == bare(full)


@given(positions, st.data())
@settings(max_examples=often(400))
def test_mutated_words_of_legal_actions(position: Position, data: st.DataObject) -> None:
    """A text one letter off is refused, or happens to be another action of the game: never a wrong guess."""
    if position.to_act == OVER:
        return
    action = data.draw(st.sampled_from(position.legal))
    text = data.draw(
        st.sampled_from([position.text(action), *(position.describe(action, it) for it in ("en", "pt-BR"))])
    )
    assert position.parse(text) == action
    place = data.draw(st.integers(0, len(text)))
    mutated = text[:place] + data.draw(st.text(max_size=2)) + text[place + data.draw(st.integers(0, 2)) :]
    before = position.copy()
    try:
        found = position.parse(mutated)
    except ActionError:
        pass
    else:
        known = [position.text(found), *(position.describe(found, language) for language in ("en", "pt-BR"))]
        assert mutated in known or short_for(mutated, known[0])
    assert unchanged(position, before)


@given(positions, st.one_of(st.integers(), st.floats(), st.none(), st.booleans(), st.lists(st.integers())))
@settings(max_examples=often(400))
def test_any_object_is_an_action_or_an_error(position: Position, action: Any) -> None:
    before = position.copy()
    if refusal(ActionError, position.push, action) is not None:
        assert unchanged(position, before)
    else:
        assert type(action) is int
        assert action in before.legal


# --- documents

garbage: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 130),
        st.sampled_from([2**31, -(2**63), 10**30, 32767, 32768]),
        st.floats(),
        st.sampled_from(["", "play", "build", "remove", "start", "top", "points", "truncated", *CODES]),
        st.sampled_from(["draw", "colour", "wild", "hand", "discard", "player", "run", "set", "red", "both", "none"]),
        st.text(max_size=4),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from(CODES), st.text(max_size=4)), inner, max_size=4),
    ),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document, as the keys that lead to it."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found += places(inner, (*path, index))
    return found


def mutate(document: Any, data: st.DataObject) -> Any:
    """Delete, replace or add something somewhere, one to three times."""
    document = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(1, 3))):
        choices = places(document)
        if not choices:
            return document
        *path, last = data.draw(st.sampled_from(choices))
        inner = document
        for key in path:
            inner = inner[key]
        match data.draw(st.sampled_from(["delete", "replace", "nudge", "add"])):
            case "delete":
                del inner[last]
            case "replace":
                inner[last] = data.draw(garbage)
            case "nudge":
                inner[last] = data.draw(st.integers(-1, 20)) if type(inner[last]) is int else data.draw(garbage)
            case _ if isinstance(inner, dict):
                inner[data.draw(st.one_of(st.sampled_from(CODES), st.text(max_size=5)))] = data.draw(garbage)
            case _:
                inner.append(data.draw(garbage))
    return document


def check_document(document: Any) -> None:
    error = refusal(InvalidPosition, Position.from_json, document)
    if error is not None:
        assert error.key
        assert error.reason
        return
    position = Position.from_json(document)
    again = position.to_json()
    assert Position.from_json(again).to_json() == again
    assert Position.from_json(json.dumps(again)).to_json() == again
    rng = Rng(1)
    choose = chooser(rummy if position.game.name == "phase-10-flip" else hoarder, 1)
    testing.check_push(position, rng)
    testing.check_text(position)
    for _ in range(60):  # whatever is accepted can be played, with the cards it has
        if position.to_act == OVER:
            break
        before, action = position.copy(), choose(position, rng)
        position.push(action)
        testing.check_cards(before, action, position)


@given(st.data())
@settings(max_examples=often(500))
def test_mutated_documents_are_refused_by_key_or_play(data: st.DataObject) -> None:
    document = mutate(data.draw(st.sampled_from(DOCUMENTS)), data)
    before = repr(document)
    check_document(document)
    assert repr(document) == before


@given(st.one_of(garbage, st.dictionaries(st.sampled_from(["game", "seats", "to_act", "players"]), garbage)))
@settings(max_examples=often(200))
def test_garbage_is_no_document(value: Any) -> None:
    with pytest.raises(InvalidPosition):
        Position.from_json(value)


@given(st.data())
@settings(max_examples=often(200))
def test_mutated_json_text(data: st.DataObject) -> None:
    text = json.dumps(data.draw(st.sampled_from(DOCUMENTS)))
    place = data.draw(st.integers(0, len(text)))
    inserted = data.draw(
        st.sampled_from(["", "NaN", "Infinity", "-", "1e999", '"', "{", "[" * 2000, "9" * 5000, "\x00"])
    )
    check_document(text[:place] + inserted + text[place + data.draw(st.integers(0, 3)) :])


# --- records


def sampled_records() -> list[str]:
    records = [Record.of(position, event="property").to_text() for position in POSITIONS[::3]]
    middle = Position.from_json(DOCUMENTS[4])
    choose, rng = chooser(builder, 9), Rng(9)
    for _ in range(20):
        middle.push(choose(middle, rng))
    return [*records, Record.of(middle).to_text()]


RECORDS = sampled_records()


def check_record(text: str) -> None:
    error = refusal(InvalidRecord, Record.from_text, text)
    if error is not None:
        assert 1 <= error.line <= len(text.split("\n"))
        assert error.reason
        return
    record = Record.from_text(text)
    written = record.to_text()
    again = Record.from_text(written)
    assert again.actions == record.actions
    assert again.to_text() == written


@given(st.data())
@settings(max_examples=often(400))
def test_mutated_records_are_refused_by_line_or_mean_something(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(RECORDS)).split("\n")
    for _ in range(data.draw(st.integers(1, 2))):
        number = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["delete", "double", "swap", "letters", "other"])):
            case "delete":
                del lines[number]
            case "double":
                lines.insert(number, lines[number])
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[number], lines[other] = lines[other], lines[number]
            case "letters":
                place = data.draw(st.integers(0, len(lines[number])))
                lines[number] = lines[number][:place] + data.draw(st.text(max_size=3)) + lines[number][place + 1 :]
            case _:
                lines[number] = data.draw(
                    st.one_of(
                        st.text(max_size=20), st.sampled_from(["* start 0", "0 play", "# x", "0 draw", "* card #1"])
                    )
                )
        if not lines:
            break
    check_record("\n".join(lines))


@given(st.text())
@settings(max_examples=often(200))
def test_no_text_is_a_record_by_accident(text: str) -> None:
    with pytest.raises(InvalidRecord):
        Record.from_text(text)


@given(st.data())
@settings(max_examples=often(150))
def test_garbage_in_the_header_of_a_record(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(RECORDS)).split("\n")
    key = data.draw(st.sampled_from(["options", "cards", "position", "result", "seats", "tables", "ruleset", "game"]))
    value = json.dumps(data.draw(garbage))
    lines = [line for line in lines if not line.startswith(f"{key} ")]
    check_record("\n".join([lines[0], f"{key} {value}", *lines[1:]]))


# --- card files

KEYS = ("back", "name", *ruleset.COUNTS, *ruleset.EFFECTS, "colour")
figures: st.SearchStrategy[Any] = st.one_of(
    st.integers(-2, 130), st.booleans(), st.sampled_from(["none", "", "SM", "ZZ"]), st.floats(0, 3), st.just({})
)
tables = st.dictionaries(st.sampled_from(KEYS), figures, max_size=4)
edits = st.dictionaries(st.sampled_from([*CODES, "ZZ", "Z9", "zz", "ZZZ"]), tables, max_size=4)


def check_edits(document: Any) -> None:
    shipped = [repr(face) for face in ruleset.printed_cards()]
    game = verso.game("flip-city")
    fingerprint = game.setup(2).fingerprint
    error = refusal(InvalidCards, lambda: game.new(2, cards=document))
    if error is not None:
        assert str(error).startswith("cards: ")
    else:
        position = game.new(2, cards=document)
        choose, rng = chooser(hoarder, 1), Rng(1)
        for _ in range(40):
            testing.check_push(position, rng)
            if position.to_act == OVER:
                break
            position.push(choose(position, rng))
        testing.check_text(position)
    assert [repr(face) for face in ruleset.printed_cards()] == shipped
    assert game.setup(2).fingerprint == fingerprint


@given(edits)
@settings(max_examples=often(250))
def test_card_edits_are_refused_or_play_and_never_touch_the_shipped_cards(document: Any) -> None:
    check_edits(document)


@given(st.dictionaries(st.sampled_from([*CODES, "ZZ"]), garbage, max_size=3))
@settings(max_examples=often(150))
def test_garbage_as_card_edits(document: Any) -> None:
    check_edits(document)


SHIPPED = (ruleset.HERE / "cards.toml").read_text(encoding="utf-8")


@given(st.data())
@settings(max_examples=often(200))
def test_mutated_card_files(data: st.DataObject) -> None:
    lines = SHIPPED.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        place = data.draw(st.integers(0, len(lines[number])))
        inserted = data.draw(
            st.one_of(st.text(max_size=3), st.sampled_from(["9" * 5000, "[" * 200, "1979-05-27", "=", '"']))
        )
        lines[number] = lines[number][:place] + inserted + lines[number][place + 1 :]
    shipped = [repr(face) for face in ruleset.printed_cards()]
    load = verso.game("flip-city").load_cards
    error = refusal(InvalidCards, load, "\n".join(lines), "my-box.toml")
    if error is not None:
        assert str(error).startswith("my-box.toml: ")
    else:
        check_edits(load("\n".join(lines), "my-box.toml"))
    assert [repr(face) for face in ruleset.printed_cards()] == shipped


DECK = (phase_ruleset.HERE / "deck.csv").read_text(encoding="utf-8")


@given(st.data())
@settings(max_examples=often(200))
def test_mutated_deck_files(data: st.DataObject) -> None:
    lines = DECK.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        cells = lines[number].split(",")
        cell = data.draw(st.integers(0, len(cells) - 1))
        cells[cell] = data.draw(
            st.one_of(
                st.text(max_size=3), st.sampled_from(["*", "0", "1", "12", "13", "red", "9" * 5000, '"', "²", "-1"])
            )
        )
        lines[number] = ",".join(cells)
    shipped = phase_ruleset.printed_deck()
    game = verso.game("phase-10-flip")
    fingerprint = game.setup(2).fingerprint
    error = refusal(InvalidCards, game.load_cards, "\n".join(lines), "my-box.csv")
    if error is not None:
        assert re.match(r"my-box\.csv(, line \d+)?: .", str(error))
    else:
        position = game.new(2, cards=game.load_cards("\n".join(lines), "my-box.csv"))
        choose, rng = chooser(rummy, 1), Rng(1)
        for _ in range(30):
            position.push(choose(position, rng))
        testing.check_push(position, rng)
        testing.check_text(position)
    assert phase_ruleset.printed_deck() == shipped
    assert game.setup(2).fingerprint == fingerprint


@given(garbage)
@settings(max_examples=often(150))
def test_garbage_as_a_deck(value: Any) -> None:
    for document in ({"deck": value}, value if isinstance(value, dict) else {}):
        error = refusal(InvalidCards, lambda edits=document: verso.game("phase-10-flip").new(2, cards=edits))
        assert error is None or re.match(r"cards(, line \d+)?: .", str(error))


# --- a whole game under all kinds of treatment


class Play(RuleBasedStateMachine):
    """Pushes, refusals, copies and round trips in any order, beside the list of what was pushed."""

    def __init__(self) -> None:
        super().__init__()
        self.history: list[int] = []

    @initialize(number=st.sampled_from(range(len(EVERY_VARIANT))))
    def begin(self, number: int) -> None:
        self.setup = EVERY_VARIANT[number].setup()
        self.position = Position.start(self.setup)

    @precondition(lambda self: self.position.to_act != OVER)
    @rule(data=st.data())
    def push(self, data: st.DataObject) -> None:
        action = data.draw(st.sampled_from(self.position.legal))
        by_text = data.draw(st.booleans())
        self.position.push(self.position.text(action) if by_text else action)
        self.history.append(action)

    @precondition(lambda self: self.position.to_act == CHANCE)
    @rule(seed=st.integers(0, 99))
    def settle(self, seed: int) -> None:
        self.history += self.position.settle(Rng(seed))

    @rule(action=st.integers(-2, 300))
    def refuse(self, action: int) -> None:
        if action in self.position.legal:
            return
        before = self.position.copy()
        with pytest.raises(ActionError):
            self.position.push(action)
        assert unchanged(self.position, before)

    @rule()
    def use_the_copy(self) -> None:
        original, self.position = self.position, self.position.copy()
        if original.to_act != OVER:
            original.push(original.legal[0])

    @rule()
    def through_a_document(self) -> None:
        document = self.position.to_json()
        assert Position.from_json(json.dumps(document)).to_json() == document

    @rule()
    def through_a_record(self) -> None:
        record = Record.from_text(Record.of(self.position).to_text())
        self.position = record.position()

    @invariant()
    def nothing_is_lost(self) -> None:
        if not hasattr(self, "position"):
            return
        assert list(self.position.actions) == self.history
        assert self.position.ply == len(self.history)
        assert (self.position.to_act == OVER) == (self.position.outcome() is not None)


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=often(25), stateful_step_count=60)
