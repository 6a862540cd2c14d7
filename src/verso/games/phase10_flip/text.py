"""Phase 10 Flip in words: actions, reasons, what happened, and the table as plain text, in every language."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path

from verso.core.game import Json, Language, View, Wanted
from verso.core.spec import CHANCE, OVER
from verso.core.words import Words, catalogue
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.notation import (
    Parts,
    Word,
    active_face,
    code,
    faces_known,
    hand_faces,
    lay_text,
    number_of_hit,
    ordinal,
    parts,
    table_groups,
)
from verso.games.phase10_flip.rules import COLOUR, DRAW, HELD, NOTHING, SET, WILD, State
from verso.games.phase10_flip.ruleset import (
    COLOUR_NAMES,
    Face,
    Phase10FlipSetup,
    all_faces,
    count_faces,
    phases,
    printed_deck,
)
from verso.games.phase10_flip.solver import HIGHEST

CATALOGUES = Path(__file__).parent / "words"
MOST_LAY_DOWNS = 2000


@functools.cache  # asked for every card that is named: a path takes long to be looked up
def words_for(language: Language) -> Words:
    return catalogue(CATALOGUES, language)


def _own(view: View) -> Phase10FlipSetup:
    assert isinstance(view.setup, Phase10FlipSetup)
    return view.setup


# --- cards and groups


def face_words(face: int | None, say: Words) -> str:
    if face is None:
        return say("face-unknown")
    known = all_faces()[face]
    if known.colour is None:
        words = say("face-wild", number=known.value) if known.value else say("face-wild-star")
    else:
        colour = say(f"colour-{COLOUR_NAMES[known.colour]}")
        words = say("face-colour", colour=colour, number=known.value) if known.value else ""
        words = words or say("face-colour-star", colour=colour)
    return say("face-flip", face=words) if known.flip else words


def group_words(s: State, owner: int, group: int, say: Words) -> str:
    low, high, colour = s.low[owner][group], s.high[owner][group], s.colour[owner][group]
    if s.kind[owner][group] == SET:
        return say("group-set", number=low)
    if colour == NOTHING:
        return say("group-run", low=low, high=high)
    return say("group-run-colour", low=low, high=high, colour=say(f"colour-{COLOUR_NAMES[colour]}"))


def phase_words(phase: int, say: Words) -> str:
    words = ""
    for group in phases()[phase - 1]:
        shape = say(f"shape-{group.kind}", size=group.size)
        words = say("phase-join", first=words, second=shape) if words else shape
    return words


def _is_star(setup: Phase10FlipSetup, face: int | None) -> bool:
    return face is not None and setup.tables.value[face] == 0


def _kind_placed(s: State) -> str:
    """Return the kind of group that the next card of a lay-down comes into."""
    groups = phases()[s.phase[s.seat] - 1]
    number = s.laying if s.laying == 0 or s.missing == 0 else s.laying - 1
    return groups[min(number, len(groups) - 1)].kind


# --- actions


def describe(setup: Phase10FlipSetup, s: State, action: int, language: Language) -> str:
    say, what = words_for(language), parts(action)
    if what.verb == "card":
        colour, wild = (setup.tables.face[side][what.card] for side in (COLOUR, WILD))
        return say("action-card", card=what.card, colour=face_words(colour, say), wild=face_words(wild, say))
    if what.verb == "dealer":
        return say("action-dealer", seat=what.seat)
    if what.verb == "draw":
        return _describe_draw(setup, s, say)
    if what.verb == "take":
        top = s.discard[s.discard_count - 1] if s.discard_count else None
        return say("action-take", face=face_words(None if top is None else active_face(setup, s, top), say))
    return _describe_card(setup, s, what, say)


def _describe_draw(setup: Phase10FlipSetup, s: State, say: Words) -> str:
    if s.draw_top == NOTHING:
        return say("action-draw-shuffle" if s.pool_count == 0 else "action-draw-unseen")
    face = faces_known(setup, s, s.draw_top)[1 - s.side]
    return say("action-draw-unseen") if face is None else say("action-draw", face=face_words(face, say))


def _describe_card(setup: Phase10FlipSetup, s: State, what: Parts, say: Words) -> str:
    faces = hand_faces(setup, s, s.seat) if s.seat != NOTHING else []
    face = faces[what.slot] if what.slot < len(faces) else None
    words = face_words(face, say)
    if face is not None and (count := ordinal(faces, what.slot)) > 1:
        words = f"{words} ({say('which-of-them', count=count)})"
    if what.verb == "discard":
        flips = face is not None and setup.tables.marked[face]
        return say("action-discard-flip" if flips else "action-discard", face=words)
    if what.verb == "place":
        kind = say(f"kind-{_kind_placed(s)}")
        message = "action-place-star" if what.number else "action-place"
        return say(message, face=words, number=what.number, kind=kind)
    number = number_of_hit(s, what)
    message = "action-hit-star" if _is_star(setup, face) else "action-hit"
    group = group_words(s, what.seat, what.group, say) if number is not None else "?"
    return say(message, face=words, number=number or 0, seat=what.seat, group=what.group + 1, what=group)


# --- what happened


def tell(before: View, action: int, after: View, language: Language) -> list[str]:
    """Return what the seat that looks may know of an action and of what it led to."""
    say, what = words_for(language), parts(action)
    told = [_tell_card(before, after, say) if what.verb == "card" else _tell_action(before, what, after, say)]
    return told + list(_consequences(before, what, after, say))


def _by(message: str, seat: int, looking: int | None) -> str:
    return f"{message}-you" if seat == looking else message


def _tell_card(before: View, after: View, say: Words) -> str:
    setup, was, now = _own(before), before.state, after.state
    if was.awaited_for == rules.FOR_HAND:
        thread = now.hand[was.receiver][now.hand_count[was.receiver] - 1]
        face = faces_known(setup, now, thread)[COLOUR if was.receiver == before.seat else WILD]
        message = "tell-dealt-unseen" if face is None else _by("tell-dealt", was.receiver, before.seat)
        return say(message, seat=was.receiver, face=face_words(face, say))
    if was.awaited_for == rules.FOR_DISCARD:
        return say("tell-start", face=_capital(face_words(active_face(setup, now, now.discard[0]), say)))
    if was.awaited_for == rules.FOR_TOP:
        return say("tell-top", face=face_words(faces_known(setup, now, now.draw_top)[1 - now.side], say))
    return _tell_drawn(setup, now, was.seat, before.seat, say)


def _tell_drawn(setup: Phase10FlipSetup, now: State, seat: int, looking: int | None, say: Words) -> str:
    thread = now.hand[seat][now.hand_count[seat] - 1]
    return say(_by("tell-draw", seat, looking), seat=seat, face=face_words(active_face(setup, now, thread), say))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _tell_action(before: View, what: Parts, after: View, say: Words) -> str:
    setup, was, now, looking = _own(before), before.state, after.state, before.seat
    seat = was.seat
    if what.verb == "dealer":
        return say("tell-dealer", seat=what.seat)
    if what.verb == "draw":
        if was.draw_top == NOTHING:
            return say(_by("tell-shuffle", seat, looking), seat=seat)
        return _tell_drawn(setup, now, seat, looking, say)
    if what.verb == "take":
        face = active_face(setup, was, was.discard[was.discard_count - 1])
        return say(_by("tell-take", seat, looking), seat=seat, face=face_words(face, say))
    if what.verb == "place" and seat != looking:
        return _tell_laying(setup, was, now, say)
    thread = was.hand[seat][what.slot]
    # After the end of a round the cards are gathered; only who held the card still knows it from the view before.
    face = faces_known(setup, now if now.round == was.round else was, thread)[was.side]
    words = face_words(face, say)
    if what.verb == "discard":
        return say(_by("tell-discard", seat, looking), seat=seat, face=words)
    if what.verb == "place":
        message = "tell-place-as" if what.number else "tell-place"
        kind = say(f"kind-{_kind_placed(was)}")
        return say(message, face=words, number=what.number, kind=kind)
    number = number_of_hit(was, what)
    message = "tell-hit-as" if _is_star(setup, face) else "tell-hit"
    values = {"seat": seat, "owner": what.seat, "group": what.group + 1, "number": number or 0}
    return say(_by(message, seat, looking), face=words, **values)


def _tell_laying(setup: Phase10FlipSetup, was: State, now: State, say: Words) -> str:
    """Tell the others of a lay-down: nothing of its cards until it is complete."""
    if was.round == now.round and now.laid[was.seat]:
        groups = [group for group in table_groups(now) if group.owner == was.seat][
            -len(phases()[was.phase[was.seat] - 1]) :
        ]
        told = [", ".join(_laid_words(setup, now, *card, say) for card in group.cards) for group in groups]
        return say("tell-lays", seat=was.seat, cards="; ".join(told))
    return say("tell-laying", seat=was.seat)


def _laid_words(setup: Phase10FlipSetup, s: State, thread: int, side: int, number: int, say: Words) -> str:
    """Return a card on the table in words, without its Flip symbol: that counts only where it is discarded."""
    face = faces_known(setup, s, thread)[side]
    words = face_words(None if face is None else all_faces()[face]._replace(flip=False).number, say)
    return say("lay-star", face=words, number=number) if _is_star(setup, face) else words


def _consequences(before: View, what: Parts, after: View, say: Words) -> Iterator[str]:
    was, now, looking = before.state, after.state, before.seat
    seat, same_round = was.seat, was.round == now.round
    if seat == NOTHING:
        return
    if same_round and now.laid[seat] > was.laid[seat]:
        yield say(_by("tell-laid", seat, looking), seat=seat)
    if same_round and was.side != now.side:
        yield say("tell-flip", side=say("side-colour" if now.side == COLOUR else "side-wild"))
    if not same_round or (now.to_act == OVER and now.result != rules.TRUNCATED):
        yield say(_by("tell-out", seat, looking), seat=seat, round=was.round)
        for each in range(before.setup.seats):
            points = now.score[each] - was.score[each]
            if points:
                yield say("tell-points", who=_who(each, looking, say), points=points)
    if now.tied > was.tied:
        seats = [_who(each, looking, say) for each in range(before.setup.seats) if now.replaying[each]]
        yield say("tell-replay", seats=_listed(seats, say))
    if not same_round:
        yield say("tell-dealer", seat=now.dealer)


def _who(seat: int, looking: int | None, say: Words) -> str:
    return _capital(say("who-you") if seat == looking else say("who-seat", seat=seat))


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
    if _is_star(setup, face) != (what.number > 0):
        return say("why-only-star" if what.number else "why-star-number")
    if not s.laying and s.can_lay <= 0:
        size = sum(group.size for group in phases()[s.phase[s.seat] - 1])
        if setup.tables.require_final_discard and s.hand_count[s.seat] <= size:
            return say("why-last-card")
        return say("why-cannot-lay", phase=s.phase[s.seat], groups=phase_words(s.phase[s.seat], say))
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


# --- lay-downs


def lay_downs(setup: Phase10FlipSetup, s: State, most: int = MOST_LAY_DOWNS) -> list[list[int]]:
    """Return the lay-downs of the seat whose turn it is (or the first so many), each as the actions that make it.

    Cards that look the same count as the same. Two equal groups of a phase that change places count as two lay-downs.
    """
    out = [[NOTHING] * HELD for _ in range(most + 1)]
    count = setup.rules.all_lay_downs(s, setup.tables, [0] * HELD, out)
    return [[action for action in row if action != NOTHING] for row in out[:count]]


def suggestions(setup: Phase10FlipSetup, s: State, most: int) -> list[str]:
    """Return lay-downs as texts, first those that keep Stars and get rid of points.

    Of two lay-downs that differ only in the order of their groups one is told.
    """

    def merit(actions: Sequence[int]) -> tuple[int, int]:
        hand = s.hand[s.seat][: s.hand_count[s.seat]]
        faces = []
        for action in actions:
            faces.append(active_face(setup, s, hand[parts(action).slot]))
            hand.pop(parts(action).slot)
        stars = sum(_is_star(setup, face) for face in faces)
        return stars, -sum(setup.tables.points[face] for face in faces if face is not None)

    found: dict[tuple[str, ...], str] = {}
    for actions in sorted(lay_downs(setup, s), key=merit):
        told = lay_text(setup, s, actions)
        groups = told.removeprefix("lay ").split(" / ")
        found.setdefault(tuple(sorted(" ".join(sorted(group.split(" "))) for group in groups)), told)
        if len(found) == most:
            break
    return list(found.values())


def describe_lay_down(setup: Phase10FlipSetup, s: State, text: str, language: Language) -> str:
    """Return a whole lay-down, given as neutral text with the faces of its cards, in words."""
    say, groups = words_for(language), []
    shapes = phases()[s.phase[s.seat] - 1]
    for shape, cards in zip(shapes, text.removeprefix("lay ").split(" / "), strict=True):
        told = []
        for word in map(Word.read, cards.split(" ")):
            face = face_words(Face(word.colour, word.value or 0, word.flip).number, say)
            told.append(face if word.number is None else say("lay-star", face=face, number=word.number))
        groups.append(say("lay-group", shape=say(f"shape-{shape.kind}", size=shape.size), cards=", ".join(told)))
    return say("action-lay", groups="; ".join(groups))


def wanted(setup: Phase10FlipSetup, s: State, seat: int) -> Wanted | None:
    """Return what would complete a seat's phase; None where it has laid it or its hand is not known."""
    if s.result != rules.RUNNING or s.turn == 0:
        return None
    found = outs(setup, s, seat)
    if found == [NOTHING]:
        return Wanted(True, ())
    return Wanted(False, [code(face) for face in found]) if not s.laid[seat] else None


def outs(setup: Phase10FlipSetup, s: State, seat: int) -> list[int]:
    """Return the faces of the active side with which a seat could lay its phase; [NOTHING] if it needs none."""
    t = setup.tables
    if s.laid[seat] or not 1 <= s.phase[seat] <= t.last_phase or s.laying:
        return []
    counts = [0, 0, 0, 0]
    for face in hand_faces(setup, s, seat):
        if face is None:
            return []
        counts[t.row[face]] += t.unit[face]
    groups = rules.groups_of(t, s.phase[seat])
    spare = s.hand_count[seat] + (s.step == rules.STEP_DRAW) - sum(groups)
    if spare < t.require_final_discard:
        return []
    if setup.rules.can_lay(tuple(counts), groups, t.each_group):
        return [NOTHING]
    found = []
    for face in sorted({face for face in t.face[s.side][: t.cards] if not t.marked[face]}, key=_by_colour):
        rows = [row + (t.unit[face] if t.row[face] == colour else 0) for colour, row in enumerate(counts)]
        if setup.rules.can_lay(tuple(rows), groups, t.each_group):
            found.append(face)
    return found


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
    if s.draw_top != NOTHING and (face := faces_known(setup, s, s.draw_top)[1 - s.side]) is not None:
        pile = say("show-draw-top", count=size, face=code(face))
    top = active_face(setup, s, s.discard[s.discard_count - 1]) if s.discard_count else None
    discard = say("show-discard", count=s.discard_count, face=code(top)) if s.discard_count else ""
    yield f"  {pile} | {discard or say('show-discard-empty')}"


def _laid_code(setup: Phase10FlipSetup, s: State, thread: int, side: int, number: int) -> str:
    face = faces_known(setup, s, thread)[side]
    return code(face) + (f"={number}" if _is_star(setup, face) else "")


def takes(s: State) -> list[list[int]]:
    """Return the numbers that each group on the table can still take."""
    return [_numbers_taken(s, group.owner, group.number) for group in table_groups(s)]


def _numbers_taken(s: State, owner: int, group: int) -> list[int]:
    ends = {number_of_hit(s, Parts("hit", seat=owner, group=group, end=end)) for end in (0, 1)}
    return sorted(number for number in ends if number)


def _takes(s: State, owner: int, group: int, say: Words) -> str:
    """Return the numbers that a group can still take, as words."""
    numbers = [str(number) for number in _numbers_taken(s, owner, group)]
    return ", ".join([*numbers, say("show-takes-star")]) if numbers else ""


def _phase_line(setup: Phase10FlipSetup, s: State, seat: int, say: Words) -> str:
    phase = s.phase[seat]
    if phase > setup.tables.last_phase:
        words = say("show-finished")
    elif s.laid[seat]:
        words = say("show-phase-laid", phase=phase)
    else:
        words = say("show-phase", phase=phase, groups=phase_words(phase, say))
    return f"{words} | {say('show-points', points=s.score[seat])} | {say('show-cards', count=s.hand_count[seat])}"


def _player_lines(setup: Phase10FlipSetup, s: State, seat: int, say: Words) -> Iterator[str]:
    yield f"{say('show-player', seat=seat)}: {_phase_line(setup, s, seat, say)}"
    cards = []
    for thread in s.hand[seat][: s.hand_count[seat]]:
        faces = faces_known(setup, s, thread)
        active, back = faces[s.side], faces[1 - s.side]
        if back is not None:
            cards.append((_by_number(back), code(back) + ("" if active is None else f"({code(active)})")))
    if cards:
        yield "  " + say("show-backs", cards=" ".join(text for _, text in sorted(cards)))


def _by_colour(face: int) -> tuple[int, ...]:
    known = all_faces()[face]
    return (-1 if known.colour is None else known.colour, known.value or HIGHEST + 1, known.flip)


def _by_number(face: int) -> tuple[int, ...]:
    known = all_faces()[face]
    return (known.value or HIGHEST + 1, -1 if known.colour is None else known.colour, known.flip)


def _own_lines(setup: Phase10FlipSetup, s: State, seat: int, say: Words) -> Iterator[str]:
    yield f"{say('show-player-you', seat=seat)}: {_phase_line(setup, s, seat, say)}"
    hand = [face for face in hand_faces(setup, s, seat) if face is not None]
    if not hand:
        return
    if s.side == COLOUR:
        yield "  " + say("show-hand-colour", cards=_in_colours(sorted(hand, key=_by_colour)))
    yield "  " + say("show-hand-number", cards=" ".join(code(face) for face in sorted(hand, key=_by_number)))
    behind = []
    for thread in s.hand[seat][: s.hand_count[seat]]:
        faces = faces_known(setup, s, thread)
        active, back = faces[s.side], faces[1 - s.side]
        if active is not None and back is not None:
            behind.append((_by_number(active), f"{code(active)}({code(back)})"))
    if behind:
        yield "  " + say("show-behind", cards=" ".join(text for _, text in sorted(behind)))
    if s.seat == seat and s.can_lay > 0:
        yield "  " + say("show-can-lay", text=next(iter(suggestions(setup, s, 1)), ""))
    elif s.result == rules.RUNNING and s.turn > 0:
        found = outs(setup, s, seat)
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


def describe_outcome(setup: Phase10FlipSetup, s: State, language: Language) -> str:
    """Return the result of a finished game in words."""
    say = words_for(language)
    assert s.to_act == OVER
    scores = ", ".join(str(score) for score in s.score)
    totals = say("outcome-totals", rounds=s.round, scores=scores)
    if s.result == rules.TRUNCATED:
        return f"{say('outcome-truncated', turns=s.turn)}; {totals}"
    winners = [say("who-seat", seat=seat) for seat in range(setup.seats) if s.winner[seat]]
    reason = {
        rules.WON_BY_PHASES: "phases",
        rules.WON_BY_SCORE: "score",
        rules.WON_BY_REPLAY: "replay",
        rules.WON_BY_ROUNDS: "rounds" if len(winners) == 1 else "rounds-shared",
    }[s.result]
    return f"{_capital(say(f'outcome-{reason}', who=_listed(winners, say)))}; {totals}"


def summary(setup: Phase10FlipSetup, language: Language) -> str:
    """Return the rules in a few lines, with the options of this setup."""
    say, t = words_for(language), setup.tables
    lines = [
        say("rules-phase", phases=t.last_phase),
        *(f"  {phase}: {phase_words(phase, say)}" for phase in range(1, t.last_phase + 1)),
        say("rules-turn"),
        say("rules-flip"),
        say("rules-star"),
        say("rules-score", winner=say("rules-winner-points", count=t.winner_score)),
        say("rules-win-rounds" if t.fixed_rounds else "rules-win", phases=t.last_phase),
    ]
    return "\n".join(lines)


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
