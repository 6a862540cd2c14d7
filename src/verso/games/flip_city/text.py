"""Flip City in words: actions, reasons, card effects and the table as plain text, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from verso.core.game import Json, Language, View
from verso.core.spec import CHANCE, OVER
from verso.core.words import Words, catalogue
from verso.games.flip_city import rules
from verso.games.flip_city.notation import known_parts, parts
from verso.games.flip_city.rules import NOTHING, START, State
from verso.games.flip_city.ruleset import RECYCLING, Face, FlipCitySetup

CATALOGUES = Path(__file__).parent / "words"


def words_for(language: Language) -> Words:
    return catalogue(CATALOGUES, language)


# --- cards


def recycle_gain(face: Face, back: str, say: Words) -> str:
    """Return what recycling a face gives, in words."""
    gains = []
    for key, message in (("cash", "gain-cash"), ("points", "gain-points"), ("unhappy", "gain-unhappy")):
        if count := face.value(f"recycle_{key}"):
            gains.append(say(message, count=count))
    if count := face.value("recycle_limit"):
        gains.append(say("gain-limit", count=count))
    if face.value("recycle_to_top"):
        gains.append(say("gain-top", back=back))
    return ", ".join(gains)


FIGURES = ("cost", "fee", "cash", "points", "unhappy")
"""What a face shows as plain numbers; all else is an ability."""
_ABILITIES: tuple[tuple[str, ...], ...] = (
    ("must_be_played",),
    ("play_next",),
    ("cash_per_unhappy",),
    ("raise_limit",),
    ("discard_bottom",),
    ("extra_buys",),
    ("extra_flips", "flip_discount"),
    ("give_away",),
    ("win_with_cards",),
)


def abilities(setup: FlipCitySetup, number: int, language: Language) -> list[tuple[tuple[str, ...], str]]:
    """Return the abilities of a face: the figures each is made of, and its sentence."""
    say, face = words_for(language), setup.cards.faces[number]
    found = []
    for keys in _ABILITIES:
        if count := face.value(keys[0]):
            message = f"effect-{keys[0].replace('_', '-')}"
            found.append((keys, say(message, count=count, discount=face.value("flip_discount"))))
    if face.recyclable:
        back = setup.name(rules.other_side(number), language)
        keys = tuple(key for key in RECYCLING if face.value(key))
        found.append((keys, say("effect-recycle", gain=recycle_gain(face, back, say))))
    return found


def effects(setup: FlipCitySetup, number: int, language: Language) -> list[str]:
    """Return the abilities of a face as sentences, made from its figures."""
    return [sentence for _, sentence in abilities(setup, number, language)]


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


def describe(setup: FlipCitySetup, s: State, action: int, language: Language) -> str:
    """Return an action in words. The same are offered and told again and again, so they are kept with the setup."""
    verb, face, _ = known_parts(setup, action)
    varies = s.top[s.seat][0] if verb == "play" else rules.flip_price(s, setup.tables, face) if verb == "flip" else 0
    words = setup.words.get((action, varies, language))
    if words is None:
        words = setup.words[action, varies, language] = _describe(setup, action, varies, language)
    return words


def _describe(setup: FlipCitySetup, action: int, varies: int, language: Language) -> str:
    """Return an action in words; `varies` is the card to be played, or the price of a flip."""
    say, t = words_for(language), setup.tables
    verb, face, seat = known_parts(setup, action)
    if verb == "start":
        return say("action-start", seat=seat)
    if verb == "play":
        unseen = varies == NOTHING
        return say("action-play-unseen") if unseen else say("action-play", card=setup.name(varies, language))
    if face == NOTHING:
        return say(f"action-{verb}")
    card, back = setup.name(face, language), setup.name(rules.other_side(face), language)
    if verb == "buy":
        return say("action-buy", card=card, price=t.cost[face // 2])
    if verb == "develop":
        return say("action-develop", card=card, back=back, price=t.cost[face // 2] + t.fee[face])
    if verb == "flip":
        gone = setup.seats == 1 and t.give_away[face]
        message = "action-flip-away" if gone else "action-flip" if seat == NOTHING else "action-flip-to"
        return say(message, card=card, back=back, seat=seat, price=varies)
    if verb == "recycle":
        gain = recycle_gain(setup.cards.faces[face], back, say)
        return say("action-recycle", card=card, gain=gain)
    return say(f"action-{verb}", card=card)


def tell(before: View, action: int, after: View, language: Language) -> list[str]:
    """Return an action in words, and that it ended the turn if it went over the limit (FC-17, FC-19)."""
    told = [before.describe(action, language)]
    s, t = before.state, before.setup.tables
    verb, face, _ = parts(action)
    if s.phase == rules.PHASE_PLAY and verb in ("play", "recycle"):
        gained = t.unhappy[s.top[s.seat][0]] if verb == "play" else t.recycle_unhappy[face]
        limit = s.limit + (t.recycle_limit[face] if verb == "recycle" else 0)
        if s.unhappy + gained > limit:
            told.append(words_for(language)("event-over-limit", unhappy=s.unhappy + gained, limit=limit))
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
    if s.actions == 0 and (verb == "develop" or s.extra_buys == 0):
        return say("why-no-action")
    if verb == "develop" and t.fee[face] == NOTHING:
        return say("why-no-fee", card=card)
    price = t.cost[face // 2] + (t.fee[face] if verb == "develop" else 0)
    return say("why-too-dear", card=card, price=price, cash=s.cash)


def _why_not_flip(setup: FlipCitySetup, s: State, face: int, seat: int, say: Words) -> str:
    t, card = setup.tables, setup.name(face, say.language)
    if t.fee[face] == NOTHING:
        return say("why-no-fee", card=card)
    if s.discard[s.seat][face] == 0:
        return say("why-not-in-discard", card=card)
    if s.actions == 0 and s.extra_flips == 0:
        return say("why-no-action")
    if seat == s.seat:
        return say("why-not-self", card=card)
    if seat == NOTHING and t.give_away[face] and setup.seats > 1:
        return say("why-give", card=card)
    if seat != NOTHING and not t.give_away[face]:
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
    price = t.cost[kind] + t.fee[front]
    return say("show-pile-develop", count=s.supply[kind], card=card, cost=t.cost[kind], back=back, price=price)


def _player_lines(setup: FlipCitySetup, s: State, seat: int, mine: bool, say: Words) -> Iterator[str]:
    size = s.top_count[seat] + s.rest[seat] + s.bottom_count[seat]
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


def describe_outcome(setup: FlipCitySetup, s: State, language: Language) -> str:
    """Return the result of a finished game in words (FC-66)."""
    say = words_for(language)
    assert s.to_act == OVER
    if s.result == rules.SUPPLY_EMPTY:
        result = say("show-lost")
    elif s.result == rules.TRUNCATED:
        result = say("show-truncated", turns=s.turn)
    else:
        reason = say("reason-points" if s.result == rules.WON_BY_POINTS else "reason-cards")
        result = say("show-won", seat=s.seat, reason=reason)
    return f"{result}; {say('show-result', turns=s.turn, supply=rules.supply_left(s))}"
