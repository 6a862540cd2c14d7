"""Flip City in words: actions, reasons, card effects and the table as plain text, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from verso.core.contracts.parts import Names
from verso.core.game import LANGUAGES, Json, Language, View
from verso.core.spec import CHANCE, OVER
from verso.core.telling import Clause
from verso.core.words import Words, catalogue
from verso.games.flip_city import rules
from verso.games.flip_city.notation import known_parts, parts
from verso.games.flip_city.rules import NOTHING, START, State
from verso.games.flip_city.ruleset import EFFECTS, RECYCLING, Face, FlipCitySetup

CATALOGUES = Path(__file__).parent


def words_for(language: Language) -> Words:
    return catalogue(CATALOGUES, language)


# --- cards


FIGURES = ("cost", "fee", "cash", "points", "unhappy")
"""What a face shows as plain numbers; all else is an ability."""


def recycle_gain(face: Face, back: str, say: Words) -> str:
    """Return what recycling a face gives, in words."""
    gains = [(_dashed(key.removeprefix(RECYCLING)), face.value(key)) for key in _recycling(face)]
    return ", ".join(say(f"gain-{name}", count=count, back=back) for name, count in gains)


def _recycling(face: Face) -> tuple[str, ...]:
    return tuple(key for key in EFFECTS if key.startswith(RECYCLING) and face.value(key))


def _dashed(key: str) -> str:
    return key.replace("_", "-")


def abilities(setup: FlipCitySetup, number: int, language: Language) -> list[tuple[tuple[str, ...], str]]:
    """Return the abilities of a face: the figures each is made of, and its sentence."""
    say, face = words_for(language), setup.cards.faces[number]
    found = []
    for key, effect in EFFECTS.items():
        if face.value(key) and effect.told_with is None and not (key in FIGURES or key.startswith(RECYCLING)):
            keys = (key, *(other for other, told in EFFECTS.items() if told.told_with == key))
            count, discount = face.value(key), face.value("flip_discount")
            found.append((keys, say(f"effect-{_dashed(key)}", count=count, discount=discount)))
    if face.recyclable:
        back = setup.name(rules.other_side(number), language)
        found.append((_recycling(face), say("effect-recycle", gain=recycle_gain(face, back, say))))
    return found


def effects(setup: FlipCitySetup, number: int, language: Language) -> list[str]:
    """Return the abilities of a face as sentences, made from its figures."""
    return [sentence for _, sentence in abilities(setup, number, language)]


def short(setup: FlipCitySetup, number: int, language: Language) -> str:
    """Return the abilities of a face so short that a small card has room for them."""
    say = words_for(language)
    return " ".join(
        _in_short(setup, keys[0], say, count=setup.cards.faces[number].value(keys[0])) or sentence
        for keys, sentence in abilities(setup, number, language)
    )


def _in_short(setup: FlipCitySetup, key: str, say: Words, count: int) -> str | None:
    """Return the short form of an ability, of a game alone where it differs; some have none."""
    name = f"short-{_dashed(key)}"
    found = [name] if name in say.messages else []
    if setup.tables.solo and f"{name}-alone" in say.messages:
        found.insert(0, f"{name}-alone")
    return say(found[0], count=count, discount=setup.tables.flip_discount) if found else None


def face_line(setup: FlipCitySetup, number: int, language: Language) -> str:
    """Return one face on one line: code, name, figures, abilities."""
    say, face = words_for(language), setup.cards.faces[number]
    shown = [key for key in ("cash", "points", "unhappy") if face.value(key) > 0]
    shown += [key for key in ("cost", "fee") if face.value(key) != NOTHING]
    figures = ", ".join(say(f"figure-{key}", count=face.value(key)) for key in shown)
    sentences = " ".join(effects(setup, number, language))
    name = f"{face.code} {face.names[language]}"
    return " ".join(part for part in (name, f"({figures})" if figures else "", sentences) if part)


def summary(setup: FlipCitySetup, language: Language) -> str:
    """Return the rules in a few lines, with the figures of this setup."""
    say, t = words_for(language), setup.tables
    victory = say("rules-points", points=t.points_to_win)
    for number, face in enumerate(setup.cards.faces):
        if cards := face.value("win_with_cards"):
            victory += ", " + say("rules-cards", card=setup.name(number, language), cards=cards)
    last = say("rules-alone" if t.solo else "rules-start")
    return "\n".join([say("rules-turn", limit=t.limit), say("rules-build"), f"{victory}.", last])


class FaceSheet(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """One side of a card: its figures (None for a price it has not), and names and effects by language."""

    other: str
    """The code of the other side."""
    front: bool
    name: dict[str, str]
    effects: dict[str, list[str]]
    short: dict[str, str]
    """The effects in few words, for a card that is drawn small."""
    source: dict[str, str]
    """Where each figure comes from that the card has."""
    cost: int | None
    fee: int | None
    cash: int
    points: int
    unhappy: int
    given: bool
    """Whether whoever turns it over gives it to an opponent."""
    recyclable: bool
    """Whether it can be recycled while cards are played."""


class Goals(msgspec.Struct, frozen=True):
    """What wins a turn: so many points, or so many cards with one among them that says so (0: none does)."""

    points: int
    cards: int


class CardSheet(msgspec.Struct, frozen=True):
    """All faces of a setup by code, and what wins."""

    faces: dict[str, FaceSheet]
    goals: Goals


SHEET = CardSheet


def card_sheet(setup: FlipCitySetup) -> CardSheet:
    """Return what a page must know of the cards, with the figures of this setup."""
    faces = {face.code: _face_sheet(setup, number) for number, face in enumerate(setup.cards.faces)}
    return CardSheet(faces, Goals(setup.tables.points_to_win, rules.cards_to_win(setup.tables)))


def _face_sheet(setup: FlipCitySetup, number: int) -> FaceSheet:
    face = setup.cards.faces[number]
    return FaceSheet(
        other=setup.code(rules.other_side(number)),
        front=number % 2 == 0,
        name=dict(face.names),
        effects={language: effects(setup, number, language) for language in LANGUAGES},
        short={language: short(setup, number, language) for language in LANGUAGES},
        source={key: figure.source for key, figure in face.figures.items()},
        cost=_price(face, "cost"),
        fee=_price(face, "fee"),
        cash=face.value("cash"),
        points=face.value("points"),
        unhappy=face.value("unhappy"),
        given=rules.is_given(setup.tables, number),
        recyclable=number in setup.tables.recyclable[: setup.tables.recyclable_count],
    )


def _price(face: Face, key: str) -> int | None:
    return None if face.value(key) == NOTHING else face.value(key)


def card_rows(setup: FlipCitySetup, language: Language) -> list[Json]:
    """Return every face with its figures, each with its provenance (see `Game.card_rows`)."""
    return [_card_row(setup, number, words_for(language)) for number in range(len(setup.cards.faces))]


def _card_row(setup: FlipCitySetup, number: int, say: Words) -> Json:
    face, t = setup.cards.faces[number], setup.tables
    counts = {say("label-start"): t.start_deck[number]}
    if number % 2 == 0:
        counts[say("label-supply")] = t.start_supply[number // 2]
    return {
        "code": face.code,
        "name": face.names[say.language],
        "other": setup.code(rules.other_side(number)),
        "figures": [_figure(face, key) | {"label": say(f"label-{key}")} for key in FIGURES],
        "abilities": [
            {"text": sentence, "figures": [_figure(face, key) for key in keys]}
            for keys, sentence in abilities(setup, number, say.language)
        ],
        "counts": counts,
    }


def _figure(face: Face, key: str) -> Json:
    figure = face.figures.get(key)
    if figure is None:
        return {"key": key, "value": None if face.value(key) == NOTHING else 0, "from": None}
    return {"key": key, "value": None if figure.value == NOTHING else figure.value, "from": figure.source}


# --- actions


def describe(setup: FlipCitySetup, s: State, action: int, language: Language, names: Names = None) -> str:
    """Return an action in words."""
    return _worded("action", setup, s, action, language, names)


def _worded(how: str, setup: FlipCitySetup, s: State, action: int, language: Language, names: Names) -> str:
    """Return an action as it is offered or told. The same come again and again, so they are kept with the setup."""
    verb, face, seat = known_parts(setup, action)
    varies = s.top[s.seat][0] if verb == "play" else rules.flip_price(s, setup.tables, face) if verb == "flip" else 0
    if names is not None and seat != NOTHING:
        return _word(how, setup, action, varies, language, names)
    words = setup.words.get((how, action, varies, language))
    if words is None:
        words = setup.words[how, action, varies, language] = _word(how, setup, action, varies, language, None)
    return words


def _word(how: str, setup: FlipCitySetup, action: int, varies: int, language: Language, names: Names) -> str:
    """Return an action in words; `varies` is the card to be played, or the price of a flip."""
    say, t = words_for(language), setup.tables
    verb, face, seat = known_parts(setup, action)
    if verb == "start":
        return say(f"{how}-start", seat=seat) if names is None else say(f"{how}-start-name", name=names[seat])
    if verb == "play":
        unseen = varies == NOTHING
        return say("action-play-unseen") if unseen else say(f"{how}-play", card=setup.name(varies, language))
    if face == NOTHING:
        return say(f"{how}-{verb}")
    card, back = setup.name(face, language), setup.name(rules.other_side(face), language)
    if verb == "buy":
        return say(f"{how}-buy", card=card, price=t.cost[face // 2])
    if verb == "develop":
        return say(f"{how}-develop", card=card, back=back, price=t.develop_price[face // 2])
    if verb == "flip":
        if seat != NOTHING and names is not None:
            return say(f"{how}-flip-to-name", card=card, back=back, name=names[seat], price=varies)
        to = "-away" if rules.leaves_game(t, face) else "" if seat == NOTHING else "-to"
        return say(f"{how}-flip{to}", card=card, back=back, seat=seat, price=varies)
    if verb == "recycle":
        gain = recycle_gain(setup.cards.faces[face], back, say)
        return say(f"{how}-recycle", card=card, gain=gain)
    return say(f"{how}-{verb}", card=card)


def tell(before: View, action: int, after: View, language: Language, names: Names = None) -> list[str]:
    """Return what was done, and that the turn ended by it if it went over the limit (FC-17, FC-19)."""
    setup, s, t = before.setup, before.state, before.setup.tables
    assert isinstance(setup, FlipCitySetup)
    done = _worded("told", setup, s, action, language, names)
    told = [done if s.to_act == CHANCE else Clause(done)]
    verb, face, _ = parts(action)
    if s.phase == rules.PHASE_PLAY and verb in ("play", "recycle"):
        if verb == "play":
            unhappy, limit = rules.unhappy_after_playing(s, t, s.top[s.seat][0]), s.limit
        else:
            unhappy, limit = rules.unhappy_after_recycling(s, t, face), rules.limit_after_recycling(s, t, face)
        if rules.turn_ended(after.state, s.turn):
            told.append(Clause(words_for(language)("event-over-limit", unhappy=unhappy, limit=limit)))
    return told


# --- reasons


def why_not(setup: FlipCitySetup, s: State, action: int, language: Language) -> str:
    """Return why an action is not legal in a running game."""
    say = words_for(language)
    verb, face, seat = parts(action)
    if face >= len(setup.cards.faces) or seat >= setup.seats:
        return say("why-no-such-card")
    if action >= START:
        return _why_not_chance(setup, s, verb, face, say)
    if s.to_act == CHANCE:
        return say("why-chance")
    wanted = {"remove": "remove", "buy": "build", "flip": "build", "develop": "build", "done": "build"}.get(
        verb, "play"
    )
    if wanted == "remove" and not setup.tables.solo:
        return say("why-not-alone")
    phase = ("play", "remove", "build")[s.phase]
    if wanted == "remove" and phase == "play":
        return say("why-shuffle-first")
    if phase != wanted:
        return say(f"why-phase-{phase}")
    if phase == "play":
        return _why_not_play(setup, s, verb, face, say)
    return _why_not_build(setup, s, verb, face, seat, say)


def _why_not_chance(setup: FlipCitySetup, s: State, verb: str, face: int, say: Words) -> str:
    if s.to_act != CHANCE:
        return say("why-not-chance")
    if ("", "start", "top", "bottom")[s.awaiting] != verb:
        return say("why-other-reveal")
    return say("why-not-in-deck", card=setup.name(face, say.language))


def _why_not_play(setup: FlipCitySetup, s: State, verb: str, face: int, say: Words) -> str:
    top = s.top[s.seat][0]
    if verb == "play":
        return say("why-deck-empty")
    if verb == "shuffle":
        return say("why-nothing-to-shuffle" if top == NOTHING else "why-deck-not-empty")
    if verb == "recycle":
        card = setup.name(face, say.language)
        recyclable = setup.cards.faces[face].recyclable
        return say("why-not-in-discard" if recyclable else "why-not-recyclable", card=card)
    if setup.tables.must_be_played[top]:
        return say("why-must-be-played", card=setup.name(top, say.language))
    return say("why-play-next" if s.must_play else "why-play-one")


def _why_not_build(setup: FlipCitySetup, s: State, verb: str, face: int, seat: int, say: Words) -> str:
    t, card = setup.tables, setup.name(face, say.language)
    if verb == "flip":
        return _why_not_flip(setup, s, face, seat, say)
    if t.cost[face // 2] == NOTHING:
        return say("why-no-cost", card=card)
    if s.supply[face // 2] == 0:
        return say("why-pile-empty", card=card)
    if (s.actions if verb == "develop" else rules.buys_left(s)) == 0:
        return say("why-no-action")
    if verb == "develop" and t.fee[face] == NOTHING:
        return say("why-no-fee", card=card)
    price = t.develop_price[face // 2] if verb == "develop" else t.cost[face // 2]
    return say("why-too-dear", card=card, price=price, cash=s.cash)


def _why_not_flip(setup: FlipCitySetup, s: State, face: int, seat: int, say: Words) -> str:
    t, card = setup.tables, setup.name(face, say.language)
    if t.fee[face] == NOTHING:
        return say("why-no-fee", card=card)
    if s.discard[s.seat][face] == 0:
        return say("why-not-in-discard", card=card)
    if rules.flips_left(s) == 0:
        return say("why-no-action")
    if seat != NOTHING and not rules.may_receive(s, seat):
        return say("why-not-self", card=card)
    if seat == NOTHING and rules.is_given(t, face):
        return say("why-give", card=card)
    if seat != NOTHING and not rules.is_given(t, face):
        return say("why-not-give", card=card)
    return say("why-too-dear", card=card, price=rules.flip_price(s, t, face), cash=s.cash)


# --- the table


def show(view: View, language: Language) -> str:
    """Return the table as a person at this seat sees it."""
    return "\n".join(_lines(view, language))


def _lines(view: View, language: Language) -> Iterator[str]:
    setup, s, say = view.setup, view.state, words_for(language)
    assert isinstance(setup, FlipCitySetup)
    yield from _turn_lines(setup, s, view.seat, say)
    yield say("show-supply")
    for kind, _ in setup.cards.fronts():
        if setup.tables.start_supply[kind]:
            yield "  " + _pile_line(setup, s, kind, say)
    for seat in range(setup.seats):
        yield from _player_lines(setup, s, seat, seat == view.seat, say)


def _turn_lines(setup: FlipCitySetup, s: State, looking: int | None, say: Words) -> Iterator[str]:
    who = say("show-you") if s.seat == looking else say("show-seat", seat=s.seat)
    phase = say(("show-phase-play", "show-phase-remove", "show-phase-build")[s.phase])
    yield f"{say('show-turn', number=s.turn, who=who)}, {phase}"
    yield "  " + say(
        "show-counts", cash=s.cash, points=s.points, unhappy=s.unhappy, limit=s.limit, played=s.played_count
    )
    if s.phase == rules.PHASE_BUILD:
        yield "  " + say("show-left", actions=s.actions, buys=s.extra_buys, flips=s.extra_flips)
    if s.played_count:
        names = [setup.code(face) for face in s.played[: s.played_count]]
        yield "  " + say("show-played", cards=" ".join(names))


def _pile_line(setup: FlipCitySetup, s: State, kind: int, say: Words) -> str:
    t, front = setup.tables, 2 * kind
    card = f"{setup.code(front)} {setup.name(front, say.language)}"
    if t.fee[front] == NOTHING:
        return say("show-pile", count=s.supply[kind], card=card, cost=t.cost[kind])
    back = f"{setup.code(front + 1)} {setup.name(front + 1, say.language)}"
    price = t.develop_price[kind]
    return say("show-pile-develop", count=s.supply[kind], card=card, cost=t.cost[kind], back=back, price=price)


def _player_lines(setup: FlipCitySetup, s: State, seat: int, mine: bool, say: Words) -> Iterator[str]:
    size = rules.deck_size(s, seat)
    title = say("show-player-you" if mine else "show-player", seat=seat)
    discard = _counted(setup, s.discard[seat]) or say("show-none")
    yield f"{title}: {say('show-deck', count=size)} | {say('show-discard', cards=discard)}"
    if s.top_count[seat]:
        top = s.top[seat][0]
        if mine:
            yield "  " + say("show-top", face=face_line(setup, top, say.language))
            other = face_line(setup, rules.other_side(top), say.language)
            yield "  " + say("show-other-side", face=other)
        else:
            yield "  " + say("show-top", face=f"{setup.code(top)} {setup.name(top, say.language)}")
    below = s.top[seat][1 : s.top_count[seat]] + s.bottom[seat][: s.bottom_count[seat]]
    counts = [count + below.count(face) for face, count in enumerate(s.deck[seat])]
    if any(counts):
        yield "  " + say("show-rest", cards=_counted(setup, counts))


def _counted(setup: FlipCitySetup, counts: list[int]) -> str:
    return ", ".join(f"{setup.code(face)} {count}" for face, count in enumerate(counts) if count)


def describe_outcome(setup: FlipCitySetup, s: State, language: Language, names: Names = None) -> str:
    """Return the result of a finished game in words (FC-66)."""
    say = words_for(language)
    assert s.to_act == OVER
    if s.result == rules.SUPPLY_EMPTY:
        result = say("show-lost")
    elif s.result == rules.TRUNCATED:
        result = say("show-truncated", turns=s.turn)
    else:
        reason = say("reason-points" if s.result == rules.WON_BY_POINTS else "reason-cards")
        if names is None:
            result = say("show-won", seat=s.seat, reason=reason)
        else:
            result = say("show-won-name", name=names[s.seat], reason=reason)
    return f"{result}; {say('show-result', turns=s.turn, supply=rules.supply_left(s))}"
