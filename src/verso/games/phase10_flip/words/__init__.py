"""Phase 10 Flip in words: actions, reasons, what happened, and the table as plain text, in every language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from verso.core.contracts.parts import Names
from verso.core.game import Json, Language, View
from verso.core.spec import CHANCE, OVER
from verso.core.telling import Clause
from verso.core.words import Words
from verso.games.phase10_flip import moves, rules
from verso.games.phase10_flip.notation import (
    Parts,
    active_face,
    code,
    hand_faces,
    known_face,
    ordinal,
    parts,
    table_groups,
)
from verso.games.phase10_flip.notation.views import numbers_taken
from verso.games.phase10_flip.rules import COLOUR, DRAW, NOTHING, WILD, State
from verso.games.phase10_flip.ruleset import (
    COLOUR_NAMES,
    Phase10FlipSetup,
    all_faces,
    by_colour,
    by_number,
    count_faces,
    printed_deck,
)
from verso.games.phase10_flip.words.cards import (
    Speaker,
    capital,
    face_words,
    group_words,
    is_star,
    phase_words,
    words_for,
)


def _own(view: View) -> Phase10FlipSetup:
    assert isinstance(view.setup, Phase10FlipSetup)
    return view.setup


def _kind_placed(setup: Phase10FlipSetup, s: State) -> str:
    """Return the kind of group that the next card of a lay-down comes into."""
    groups = setup.phases[s.phase[s.seat] - 1]
    number = s.laying if s.laying == 0 or s.missing == 0 else s.laying - 1
    return groups[min(number, len(groups) - 1)].kind


# --- actions


def describe(setup: Phase10FlipSetup, s: State, action: int, language: Language, names: Names = None) -> str:
    speaker, what = Speaker(language, names), parts(action)
    say = speaker.say
    if what.verb == "card":
        colour, wild = (setup.tables.face[side][what.card] for side in (COLOUR, WILD))
        return say("action-card", card=what.card, colour=face_words(colour, say), wild=face_words(wild, say))
    if what.verb == "dealer":
        return say("action-dealer", who=speaker.subject(what.seat))
    if what.verb == "draw":
        return _describe_draw(setup, s, say)
    if what.verb == "take":
        top = s.discard[s.discard_count - 1] if s.discard_count else None
        return say("action-take", face=face_words(None if top is None else active_face(setup, s, top), say))
    return _describe_card(setup, s, what, speaker)


def _describe_draw(setup: Phase10FlipSetup, s: State, say: Words) -> str:
    if s.draw_top == NOTHING:
        return say("action-draw-shuffle" if s.pool_count == 0 else "action-draw-unseen")
    face = known_face(setup, s, s.draw_top, 1 - s.side)
    return say("action-draw-unseen") if face is None else say("action-draw", face=face_words(face, say))


def _describe_card(setup: Phase10FlipSetup, s: State, what: Parts, speaker: Speaker) -> str:
    say = speaker.say
    faces = hand_faces(setup, s, s.seat) if s.seat != NOTHING else []
    face = faces[what.slot] if what.slot < len(faces) else None
    words = face_words(face, say)
    if face is not None and (count := ordinal(faces, what.slot)) > 1:
        words = f"{words} ({say('which-of-them', count=count)})"
    if what.verb == "discard":
        flips = face is not None and setup.tables.marked[face]
        return say("action-discard-flip" if flips else "action-discard", face=words)
    if what.verb == "place":
        kind = say(f"kind-{_kind_placed(setup, s)}")
        message = "action-place-star" if what.number else "action-place"
        return say(message, face=words, number=what.number, kind=kind)
    number = _number_of_hit(s, what)
    message = "action-hit-star" if is_star(setup, face) else "action-hit"
    group = group_words(s, what.seat, what.group, say) if number else "?"
    return say(message, face=words, number=number, of=speaker.of(what.seat), group=what.group + 1, what=group)


def _number_of_hit(s: State, what: Parts) -> int:
    """Return the number that a card gets by a hit, 0 where there is no such group or end."""
    if what.seat >= len(s.group_count) or what.group >= s.group_count[what.seat]:
        return 0
    return max(0, rules.number_at(s, what.seat, what.group, what.end))


# --- what happened


def tell(before: View, action: int, after: View, language: Language, names: Names = None) -> list[str]:
    """Return what the seat that looks may know of an action and of what it led to.

    Where a round's end is looked at in between, what was done is told up to there, and what it led to from there on.
    """
    speaker, what = Speaker(language, names, before.seat), parts(action)
    if before.state.awaiting == rules.COUNTED:
        done = None
    else:
        done = _tell_card(before, after, speaker) if what.verb == "card" else _tell_action(before, what, after, speaker)
    return [*([] if done is None else [done]), *_consequences(before, after, speaker)]


def _tell_card(before: View, after: View, speaker: Speaker) -> str:
    setup, was, now, say = _own(before), before.state, after.state, speaker.say
    if was.awaited_for == rules.FOR_HAND:
        thread = now.hand[was.receiver][now.hand_count[was.receiver] - 1]
        face = known_face(setup, now, thread, COLOUR if was.receiver == before.seat else WILD)
        if face is None:
            return say("tell-dealt-unseen", who=speaker.subject(was.receiver))
        message = "tell-dealt-you" if was.receiver == before.seat else "tell-dealt"
        return say(message, who=speaker.subject(was.receiver), face=face_words(face, say))
    if was.awaited_for == rules.FOR_DISCARD:
        return say("tell-start", face=capital(face_words(active_face(setup, now, now.discard[0]), say)))
    if was.awaited_for == rules.FOR_TOP:
        return say("tell-top", face=face_words(known_face(setup, now, now.draw_top, 1 - now.side), say))
    return _tell_drawn(setup, now, was.seat, speaker)


def _tell_drawn(setup: Phase10FlipSetup, now: State, seat: int, speaker: Speaker) -> str:
    thread = now.hand[seat][now.hand_count[seat] - 1]
    return _tell_seen("tell-draw", active_face(setup, now, thread), speaker.say)


def _tell_seen(message: str, face: int | None, say: Words) -> str:
    """Tell of a card, by its face where whoever looks may know it."""
    return Clause(say(message) if face is None else say(f"{message}-seen", face=face_words(face, say)))


def _tell_action(before: View, what: Parts, after: View, speaker: Speaker) -> str | None:
    """Tell what was done, without saying by whom; nothing of a lay-down until it is complete."""
    setup, was, now, say = _own(before), before.state, after.state, speaker.say
    seat = was.seat
    if what.verb == "dealer":
        return say("tell-dealer", who=speaker.subject(what.seat))
    if what.verb == "draw":
        return Clause(say("tell-shuffle")) if was.draw_top == NOTHING else _tell_drawn(setup, now, seat, speaker)
    if what.verb == "take":
        face = active_face(setup, was, was.discard[was.discard_count - 1])
        return Clause(say("tell-take", face=face_words(face, say)))
    if what.verb == "place":
        return _tell_laying(setup, was, now, say)
    thread = was.hand[seat][what.slot]
    # After the end of a round the cards are gathered; only who held the card still knows it from the view before.
    face = known_face(setup, now if now.round == was.round else was, thread, was.side)
    words = face_words(face, say)
    if what.verb == "discard":
        return Clause(say("tell-discard", face=words))
    message = "tell-hit-as" if is_star(setup, face) else "tell-hit"
    of, number = speaker.of(what.seat), _number_of_hit(was, what)
    return Clause(say(message, face=words, of=of, group=what.group + 1, number=number))


def _tell_laying(setup: Phase10FlipSetup, was: State, now: State, say: Words) -> str | None:
    phase = was.phase[was.seat]
    if was.round != now.round:
        return Clause(say("tell-lays-unseen", phase=phase))
    if not now.laid[was.seat]:
        return None
    groups = [group for group in table_groups(now) if group.owner == was.seat][-len(setup.phases[phase - 1]) :]
    told = [", ".join(_laid_words(setup, now, *card, say) for card in group.cards) for group in groups]
    return Clause(say("tell-lays", phase=phase, cards="; ".join(told)))


def _laid_words(setup: Phase10FlipSetup, s: State, thread: int, side: int, number: int, say: Words) -> str:
    """Return a card on the table in words, without its Flip symbol: that counts only where it is discarded."""
    face = known_face(setup, s, thread, side)
    words = face_words(None if face is None else all_faces()[face]._replace(flip=False).number, say)
    return say("lay-star", face=words, number=number) if is_star(setup, face) else words


def _consequences(before: View, after: View, speaker: Speaker) -> Iterator[str]:
    was, now, say = before.state, after.state, speaker.say
    seat, same_round = was.seat, was.round == now.round
    if seat == NOTHING:
        return
    ended = not same_round or (now.to_act == OVER and now.result != rules.TRUNCATED)
    if was.awaiting != rules.COUNTED and (ended or now.awaiting == rules.COUNTED):
        yield Clause(say("tell-out", round=was.round))
    if same_round and was.side != now.side:
        yield say("tell-flip", side=say("side-colour" if now.side == COLOUR else "side-wild"))
    if ended:
        for each in range(before.setup.seats):
            points = now.score[each] - was.score[each]
            if points:
                yield say("tell-points", who=capital(speaker.who(each)), points=points)
    if now.tied > was.tied:
        seats = [speaker.who(each) for each in range(before.setup.seats) if now.replaying[each]]
        yield say("tell-replay", seats=_listed(seats, say))
    if not same_round:
        yield say("tell-dealer", who=speaker.subject(now.dealer))


def _listed(words: Sequence[str], say: Words) -> str:
    *most, last = words
    return say("and", first=", ".join(most), second=last) if most else last


# --- reasons


def why_not(setup: Phase10FlipSetup, s: State, action: int, language: Language) -> str:
    """Return why an action is not legal in a running game, from what the seat to act may know."""
    say, what = words_for(language), parts(action)
    if what.seat >= setup.seats:
        return say("why-no-such-seat")
    if action < DRAW:
        if s.to_act != CHANCE:
            return say("why-not-chance")
        awaited = {rules.AWAIT_DEALER: "dealer", rules.AWAIT_CARD: "card"}[s.awaiting]
        return say("why-not-in-pile" if what.verb == awaited else "why-other-chance")
    if s.to_act == CHANCE:
        return say("why-chance")
    if what.verb in ("draw", "take"):
        if s.step == rules.STEP_PLAY:
            return say("why-laying" if s.laying else "why-drawn")
        return say("why-nothing-to-draw" if what.verb == "draw" else "why-nothing-to-take")
    if s.step == rules.STEP_DRAW:
        return say("why-draw-first")
    if what.slot >= s.hand_count[s.seat]:
        return say("why-no-such-card")
    reasons = {"discard": _why_not_discard, "place": _why_not_place, "hit": _why_not_hit}
    return reasons[what.verb](setup, s, what, say)


def _why_not_discard(setup: Phase10FlipSetup, s: State, what: Parts, say: Words) -> str:
    return say("why-laying" if s.laying else "why-must-lay")


def _why_not_place(setup: Phase10FlipSetup, s: State, what: Parts, say: Words) -> str:
    face = active_face(setup, s, s.hand[s.seat][what.slot])
    if s.laid[s.seat]:
        return say("why-laid-already")
    if is_star(setup, face) != (what.number > 0):
        return say("why-only-star" if what.number else "why-star-number")
    if not s.laying and s.can_lay <= 0:
        size = sum(group.size for group in setup.phases[s.phase[s.seat] - 1])
        if setup.tables.require_final_discard and s.hand_count[s.seat] <= size:
            return say("why-last-card")
        return say("why-cannot-lay", phase=s.phase[s.seat], groups=phase_words(setup, s.phase[s.seat], say))
    message = "why-cannot-place-as" if what.number else "why-cannot-place"
    return say(message, face=face_words(face, say), number=what.number)


def _why_not_hit(setup: Phase10FlipSetup, s: State, what: Parts, say: Words) -> str:
    if s.laying:
        return say("why-laying")
    if not s.laid[s.seat]:
        return say("why-not-laid")
    if what.group >= s.group_count[what.seat]:
        return say("why-no-group")
    if s.hand_count[s.seat] <= setup.tables.require_final_discard:
        return say("why-last-card")
    face = active_face(setup, s, s.hand[s.seat][what.slot])
    return say("why-does-not-fit", face=face_words(face, say), what=group_words(s, what.seat, what.group, say))


# --- the table


def show(view: View, language: Language) -> str:
    """Return the table as a person at this seat sees it."""
    return "\n".join(_lines(view, language))


def _lines(view: View, language: Language) -> Iterator[str]:
    setup, s, say = _own(view), view.state, words_for(language)
    yield from _turn_lines(setup, s, view.seat, say)
    groups = table_groups(s)
    if groups:
        yield say("show-table")
    for group in groups:
        cards = " ".join(_laid_code(setup, s, *card) for card in group.cards)
        taken = _takes(s, group.owner, group.number, say)
        message = "show-group-takes" if taken else "show-group"
        place = f"{group.owner}.{group.number}"
        what = group_words(s, group.owner, group.number, say)
        yield "  " + say(message, place=place, what=what, cards=cards, takes=taken)
    for seat in range(setup.seats):
        if seat != view.seat:
            yield from _player_lines(setup, s, seat, say)
    if view.seat is not None:
        yield from _own_lines(setup, s, view.seat, say)


def _turn_lines(setup: Phase10FlipSetup, s: State, looking: int | None, say: Words) -> Iterator[str]:
    side = say("show-side", side=say("side-colour" if s.side == COLOUR else "side-wild"))
    if s.to_act == OVER:
        yield say("show-over")
    elif s.turn == 0:
        yield say("show-dealing", round=s.round)
    else:
        who = say("show-you") if s.seat == looking else say("show-seat", seat=s.seat)
        step = "laying" if s.laying else "draw" if s.step == rules.STEP_DRAW else "play"
        turn = say("show-round", round=s.round, turn=s.turn, who=who, step=say(f"show-step-{step}"))
        yield f"{turn} | {side}"
    size = s.pool_count + (s.draw_top != NOTHING) + (s.draw_bottom != NOTHING)
    pile = say("show-draw", count=size)
    if s.draw_top != NOTHING and (face := known_face(setup, s, s.draw_top, 1 - s.side)) is not None:
        pile = say("show-draw-top", count=size, face=code(face))
    top = active_face(setup, s, s.discard[s.discard_count - 1]) if s.discard_count else None
    discard = say("show-discard", count=s.discard_count, face=code(top)) if s.discard_count else ""
    yield f"  {pile} | {discard or say('show-discard-empty')}"


def _laid_code(setup: Phase10FlipSetup, s: State, thread: int, side: int, number: int) -> str:
    face = known_face(setup, s, thread, side)
    return code(face) + (f"={number}" if is_star(setup, face) else "")


def _takes(s: State, owner: int, group: int, say: Words) -> str:
    """Return the numbers that a group can still take, as words."""
    numbers = [str(number) for number in numbers_taken(s, owner, group)]
    return ", ".join([*numbers, say("show-takes-star")]) if numbers else ""


def _phase_line(setup: Phase10FlipSetup, s: State, seat: int, say: Words) -> str:
    phase = s.phase[seat]
    if phase > setup.tables.last_phase:
        words = say("show-finished")
    elif s.laid[seat]:
        words = say("show-phase-laid", phase=phase)
    else:
        words = say("show-phase", phase=phase, groups=phase_words(setup, phase, say))
    return f"{words} | {say('show-points', points=s.score[seat])} | {say('show-cards', count=s.hand_count[seat])}"


def _player_lines(setup: Phase10FlipSetup, s: State, seat: int, say: Words) -> Iterator[str]:
    yield f"{say('show-player', seat=seat)}: {_phase_line(setup, s, seat, say)}"
    cards = []
    for thread in s.hand[seat][: s.hand_count[seat]]:
        active, back = (known_face(setup, s, thread, side) for side in (s.side, 1 - s.side))
        if back is not None:
            cards.append((by_number(back), code(back) + ("" if active is None else f"({code(active)})")))
    if cards:
        yield "  " + say("show-backs", cards=" ".join(text for _, text in sorted(cards)))


def _own_lines(setup: Phase10FlipSetup, s: State, seat: int, say: Words) -> Iterator[str]:
    yield f"{say('show-player-you', seat=seat)}: {_phase_line(setup, s, seat, say)}"
    hand = [face for face in hand_faces(setup, s, seat) if face is not None]
    if not hand:
        return
    if s.side == COLOUR:
        yield "  " + say("show-hand-colour", cards=_in_colours(sorted(hand, key=by_colour)))
    yield "  " + say("show-hand-number", cards=" ".join(code(face) for face in sorted(hand, key=by_number)))
    behind = []
    for thread in s.hand[seat][: s.hand_count[seat]]:
        active, back = (known_face(setup, s, thread, side) for side in (s.side, 1 - s.side))
        if active is not None and back is not None:
            behind.append((by_number(active), f"{code(active)}({code(back)})"))
    if behind:
        yield "  " + say("show-behind", cards=" ".join(text for _, text in sorted(behind)))
    if s.seat == seat and s.can_lay > 0:
        yield "  " + say("show-can-lay", text=next(iter(moves.suggestions(setup, s, 1)), ""))
    elif s.result == rules.RUNNING and s.turn > 0:
        found = moves.outs(setup, s, seat)
        if found == [NOTHING]:
            yield "  " + say("show-holds")
        elif found:
            yield "  " + say("show-outs", cards=" ".join(code(face) for face in found))


def _in_colours(faces: Sequence[int]) -> str:
    colours: dict[int | None, list[str]] = {}
    for face in faces:
        colours.setdefault(all_faces()[face].colour, []).append(code(face))
    return " | ".join(" ".join(cards) for cards in colours.values())


# --- the game


def describe_outcome(setup: Phase10FlipSetup, s: State, language: Language, names: Names = None) -> str:
    """Return the result of a finished game in words."""
    speaker = Speaker(language, names)
    say = speaker.say
    assert s.to_act == OVER
    scores = ", ".join(str(score) for score in s.score)
    totals = say("outcome-totals", rounds=s.round, scores=scores)
    if s.result == rules.TRUNCATED:
        return f"{say('outcome-truncated', turns=s.turn)}; {totals}"
    winners = [speaker.seat(seat) for seat in range(setup.seats) if s.winner[seat]]
    reason = {
        rules.WON_BY_PHASES: "phases",
        rules.WON_BY_SCORE: "score",
        rules.WON_BY_REPLAY: "replay",
        rules.WON_BY_ROUNDS: "rounds" if len(winners) == 1 else "rounds-shared",
    }[s.result]
    words = say(f"outcome-{reason}", who=_listed(winners, say))
    return f"{capital(words) if names is None else words}; {totals}"


def summary(setup: Phase10FlipSetup, language: Language) -> str:
    """Return the rules in a few lines, with the options of this setup."""
    say, t = words_for(language), setup.tables
    lines = [
        say("rules-phase", phases=t.last_phase),
        *(f"  {phase}: {phase_words(setup, phase, say)}" for phase in range(1, t.last_phase + 1)),
        say("rules-turn"),
        say("rules-flip"),
        say("rules-star"),
        say("rules-score", winner=say("rules-winner-points", count=t.winner_score)),
        say("rules-win-rounds" if t.fixed_rounds else "rules-win", phases=t.last_phase),
    ]
    return "\n".join(lines)


class Sheet(msgspec.Struct, frozen=True):
    """What a page must know of a setup beforehand: the groups of its phases, and the two faces of every card.

    What stands on each face is told by its code: codes are names, and nobody has to take them apart.
    """

    phases: list[list[GroupShape]]
    deck: list[tuple[str, str]]
    faces: dict[str, PrintedFace]


class PrintedFace(msgspec.Struct, frozen=True):
    """What stands on a face: no suit on the wild side, no number on a Star. `flips`: discarded, it turns the table."""

    suit: Literal["red", "yellow", "green", "blue"] | None
    number: int | None
    star: bool
    flips: bool
    points: int


class GroupShape(msgspec.Struct, frozen=True):
    """A group of a phase."""

    kind: Literal["run", "set"]
    size: int


SHEET = Sheet


def card_sheet(setup: Phase10FlipSetup) -> Sheet:
    played = [[group._asdict() for group in groups] for groups in setup.phases[: setup.tables.last_phase]]
    deck = [[face.code for face in card] for card in setup.deck]
    faces = {
        face.code: {
            "suit": None if face.colour is None else COLOUR_NAMES[face.colour],
            "number": face.value or None,
            "star": face.value == 0,
            "flips": face.flip,
            "points": int(setup.tables.points[face.number]),
        }
        for face in all_faces()
    }
    return msgspec.convert({"phases": played, "deck": deck, "faces": faces}, Sheet)


def card_rows(setup: Phase10FlipSetup, language: Language) -> list[Json]:
    """Return both faces of every card with what they count (see `Game.card_rows`)."""
    say, counts = words_for(language), count_faces(setup.deck)
    source = "reconstructed" if setup.deck == printed_deck() else "edited"
    rows = []
    for card in setup.deck:
        for face, other in (card, card[::-1]):
            abilities = []
            if face.flip:
                abilities.append("ability-flip")
            if face.colour is None:
                abilities.append("ability-wild" if face.value else "ability-star-wild")
            elif not face.value:
                abilities.append("ability-star-colour")
            points = setup.tables.points[face.number]
            rows.append(
                {
                    "code": face.code,
                    "name": face_words(face.number, say),
                    "other": other.code,
                    "figures": [{"key": "points", "label": say("label-points"), "value": points, "from": "printed"}],
                    "abilities": [{"text": say(key), "figures": [{"key": key, "from": source}]} for key in abilities],
                    "counts": {say("label-cards"): counts[face.code.rstrip("!")]},
                }
            )
    return rows
