"""Positions of Phase 10 Flip as documents: written and read. See docs/notation.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from verso.core.document import Document
from verso.core.game import Json, joined
from verso.core.spec import CHANCE, OVER, blank
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.notation.actions import code
from verso.games.phase10_flip.notation.views import (
    AWAITING,
    KINDS,
    PURPOSES,
    RESULTS,
    STEPS,
    CardNumbers,
    TableGroup,
    name_of,
    shown,
    table_groups,
    thread_id,
    written,
)
from verso.games.phase10_flip.rules import (
    CARDS,
    COLOUR,
    EVERYTHING,
    GROUPS,
    HAND_SIZE,
    HELD,
    LAST_TURN,
    NOTHING,
    RUN,
    SET,
    State,
)
from verso.games.phase10_flip.ruleset import COLOUR_NAMES, SIDES, Phase10FlipSetup
from verso.games.phase10_flip.solver import HIGHEST

SEEN = ("none", "colour", "wild", "both")
MOST_SCORE = 1_000_000
MOST_ROUNDS = 1_000


# --- writing


def state_to_json(setup: Phase10FlipSetup, s: State) -> Json:
    """Return a state as a document that can be read back; a view as it is shown."""
    if s.viewer != EVERYTHING:
        return shown(setup, s)
    return written(setup, s, CardNumbers(setup, s)) | {"seen": _seen_to_json(setup, s)}


def _seen_to_json(setup: Phase10FlipSetup, s: State) -> list[Json]:
    return [
        {
            "card": s.card[thread],
            "id": thread_id(s, thread),
            "by": [SEEN[rules.faces_seen(s, setup.tables, seat, thread)] for seat in range(setup.seats)],
        }
        for thread in range(CARDS)
        if s.born[thread] != NOTHING
    ]


# --- counting


def revealed(setup: Phase10FlipSetup, s: State, seat: int | None = None) -> int:
    eyes = -1 if seat is None else 3 << 2 * seat  # each seat has two bits of what is seen
    threads = zip(s.seen, s.born, strict=True)
    return sum((seen & eyes).bit_count() for seen, born in threads if born != rules.NOTHING)


def census(setup: Phase10FlipSetup, s: State) -> dict[str, int]:
    """Count every physical card in all zones."""
    threads = [*s.discard[: s.discard_count], *s.table[: s.table_count]]
    threads += [thread for thread in (s.draw_top, s.draw_bottom) if thread != NOTHING]
    for seat in range(setup.seats):
        threads += s.hand[seat][: s.hand_count[seat]]
    cards = s.pool[: s.pool_count] + [s.card[thread] for thread in threads]
    return {f"#{card}": cards.count(card) for card in range(setup.tables.cards)}


# --- reading


def state_from_json(setup: Phase10FlipSetup, document: Json) -> State:
    """Read a state; missing keys take the value of a fresh turn of a fresh game."""
    return _StateReader(setup, Document(document)).read()


class _StateReader:
    def __init__(self, setup: Phase10FlipSetup, document: Document) -> None:
        self.setup = setup
        self.t = setup.tables
        self.document = document
        self.s = blank(State, setup.seats)
        setup.rules.setup(self.s, self.t)
        self.threads: dict[int, int] = {}  # by card
        self.expected: dict[int, int] = {}  # what is seen of each thread right now, as bits
        self.assumed: dict[int, int] = {}  # what is taken to have been seen where the document does not say

    def read(self) -> State:
        s, document = self.s, self.document
        to_act = document.whole("to_act", OVER, self.setup.seats - 1)
        s.step = STEPS[str(document.choice("step", tuple(STEPS), "draw"))]
        s.side = SIDES.index(str(document.choice("side", SIDES, "colour")))
        s.round = document.whole("round", 1, MOST_ROUNDS, 1)
        s.result = RESULTS[document.choice("result", tuple(RESULTS), None)]
        s.shuffles = document.whole("shuffles", 0, 127, 0)
        s.dealer = self._seat_or_null(document, "dealer", NOTHING)
        s.awaiting = AWAITING[document.choice("awaiting", tuple(AWAITING), None)]
        self._read_replay()
        self._read_turn(document.object("turn"), to_act)
        self._read_seen()
        self._read_zones()
        self._read_seen_by()
        self._find_actor(to_act)
        self._check_result(to_act)
        document.finish()
        return s

    def _seat_or_null(self, document: Document, key: str, default: int) -> int:
        if not document.given(key):
            return default
        return NOTHING if document.get(key) is None else document.whole(key, 0, self.setup.seats - 1)

    def _read_replay(self) -> None:
        seats = self.document.items("replay", self.setup.seats)
        for number, seat in enumerate(seats):
            if type(seat) is not int or not 0 <= seat < self.setup.seats or seat in seats[:number]:
                raise self.document.error(f"replay[{number}]", f"must be a seat, each once: {seat!r}")
            self.s.replaying[seat] = 1
            self.s.tied += 1
        if len(seats) == 1:
            raise self.document.error("replay", "a tie is between two seats or more")

    def _read_turn(self, turn: Document, to_act: int) -> None:
        s = self.s
        waits_for_dealer = s.awaiting == rules.AWAIT_DEALER
        s.seat = self._seat_or_null(turn, "seat", NOTHING if waits_for_dealer else max(to_act, 0))
        s.turn = turn.whole("number", 0, LAST_TURN, 0 if waits_for_dealer else 1)
        turn.finish()
        if (s.seat == NOTHING) != waits_for_dealer:
            raise turn.error("seat", "must be given, except where the dealer is awaited")
        if s.seat != NOTHING and any(s.replaying) and not s.replaying[s.seat]:
            raise turn.error("seat", f"seat {s.seat} does not replay the tie")

    # --- cards

    def _read_seen(self) -> None:
        """Read which thread each card is; what was seen of it is read once all cards have their places."""
        for entry in self._entries("seen", CARDS):
            card = self._card(entry, "card")
            if card in self.threads:
                raise entry.error("card", f"card {card} is given twice")
            name = entry.whole("id", 0, 128 * CARDS - 1)
            thread = name % CARDS
            if self.s.born[thread] != NOTHING:
                raise entry.error("id", f"{name} cannot be: another card of the same thread is given")
            self._begin(card, thread, name // CARDS)
            entry.items("by", self.setup.seats)
            entry.finish()

    def _entries(self, key: str, most: int) -> Iterator[Document]:
        for number, value in enumerate(self.document.items(key, most)):
            yield Document(value, f"{key}[{number}]")

    def _card(self, document: Document, key: str) -> int:
        return self._number(document, key, document.get(key))

    def _number(self, document: Document, key: str, card: Any) -> int:
        if type(card) is not int or not 0 <= card < self.t.cards:
            raise document.error(key, f"must be the number of a card, from 0 to {self.t.cards - 1}: {card!r}")
        return card

    def _begin(self, card: int, thread: int, born: int) -> None:
        self.threads[card] = thread
        self.s.card[thread] = card
        self.s.born[thread] = born

    def _thread(self, document: Document, key: str, card: int, expected: int, assumed: int = 0) -> int:
        """Return the thread of a card that lies somewhere, and note what is seen of it there."""
        if card in self._placed:
            raise document.error(key, f"card {card} is in two places")
        self._placed.add(card)
        if card not in self.threads:
            free = next(thread for thread in range(CARDS) if self.s.born[thread] == NOTHING)
            self._begin(card, free, self.s.shuffles)
        thread = self.threads[card]
        self.expected[thread] = expected
        self.assumed[thread] = expected | assumed
        return thread

    def _threads(self, document: Document, key: str, most: int, expected: int) -> list[int]:
        cards = document.items(key, most)
        return [
            self._thread(document, f"{key}[{i}]", self._number(document, f"{key}[{i}]", card), expected)
            for i, card in enumerate(cards)
        ]

    def _read_zones(self) -> None:
        s, t, document = self.s, self.t, self.document
        self._placed: set[int] = set()
        active, inactive = t.everyone << s.side, t.everyone << 1 - s.side
        if document.given("players"):
            for seat, player in enumerate(document.objects("players", self.setup.seats)):
                self._read_player(seat, player)
        discard = self._threads(document, "discard", CARDS, 0)
        for thread in discard:
            self.assumed[thread] = active
        if discard:
            self.expected[discard[0]] = active
        _fill(s.discard, discard[::-1])
        s.discard_count = len(discard)
        draw = document.object("draw")
        for thread in self._threads(draw, "top", 1, inactive):
            s.draw_top = thread
        for thread in self._threads(draw, "bottom", 1, 0):
            s.draw_bottom = thread
            self.assumed[thread] = active
        self._read_table()
        self._read_laying()
        self._check_room()
        if lost := sorted(set(self.threads) - self._placed):
            raise document.error("seen", f"card {lost[0]} is not on the table, in a hand or in a pile")
        pool = [card for card in range(t.cards) if card not in self._placed]
        if draw.whole("unknown", 0, t.cards, len(pool)) != len(pool):
            raise draw.error("unknown", f"must be {len(pool)}: that many of the {t.cards} cards lie nowhere else")
        draw.finish()
        _fill(s.pool, pool)
        s.pool_count = len(pool)
        s.free = next((thread for thread in range(CARDS) if s.born[thread] == NOTHING), CARDS)

    def _read_player(self, seat: int, player: Document) -> None:
        s, t = self.s, self.t
        most = HELD if seat == s.seat and s.step == rules.STEP_PLAY else HAND_SIZE
        hand = self._threads(player, "hand", most, self._seen_in_hand(seat))
        _fill(s.hand[seat], hand)
        s.hand_count[seat] = len(hand)
        is_finished = s.result != rules.RUNNING or self._sits_out(seat)
        s.phase[seat] = player.whole("phase", 1, t.last_phase + int(is_finished), 1)
        s.score[seat] = player.whole("score", 0, MOST_SCORE, 0)
        s.laid[seat] = int(player.flag("laid"))
        player.finish()

    def _sits_out(self, seat: int) -> bool:
        """Whether others replay a tie without this seat, which may have finished too, with more points (PF-50)."""
        return self.s.tied > 0 and not self.s.replaying[seat]

    def _read_table(self) -> None:
        s = self.s
        for group in self._entries("table", self.setup.seats * GROUPS):
            owner = group.whole("owner", 0, self.setup.seats - 1)
            index = s.group_count[owner]
            if index == GROUPS:
                raise group.error("owner", f"seat {owner} has more than {GROUPS} groups")
            s.group_count[owner] += 1
            s.kind[owner][index] = KINDS[str(group.choice("kind", tuple(KINDS), None) or "")]
            if not group.items("cards", CARDS):
                raise group.error("cards", "a group has cards")
            for number, value in enumerate(group.items("cards", CARDS)):
                self._read_laid(Document(value, f"{group.place('cards')}[{number}]"), owner, index, number == 0)
            colour = s.colour[owner][index]
            found = None if colour == NOTHING else COLOUR_NAMES[colour]
            if group.choice("colour", (None, *COLOUR_NAMES), found) != found:
                raise group.error("colour", f"must be {found or 'null'}: that follows from its cards")
            group.finish()

    def _read_laid(self, laid: Document, owner: int, index: int, first: bool) -> None:
        s, t = self.s, self.t
        card = self._card(laid, "card")
        side = SIDES.index(str(laid.choice("side", SIDES, "colour")))
        value = laid.whole("value", 1, HIGHEST)
        laid.finish()
        face = t.face[side][card]
        if t.value[face] not in (0, value):
            raise laid.error("value", f"{code(face)} cannot stand for {value}")
        if first:
            s.low[owner][index] = value
        elif s.kind[owner][index] == SET and value != s.low[owner][index]:
            raise laid.error("value", "a set is of one number")
        elif s.kind[owner][index] == RUN and value != s.high[owner][index] + 1:
            raise laid.error("value", "the numbers of a run follow each other, rising")
        s.high[owner][index] = value
        if side == COLOUR and s.kind[owner][index] == RUN:
            if s.colour[owner][index] not in (NOTHING, t.colour_of[face]):
                raise laid.error("card", "a run is of one colour")
            s.colour[owner][index] = t.colour_of[face]
        thread = self._thread(laid, "card", card, t.everyone << side)
        s.table[s.table_count] = thread
        s.place[s.table_count] = (owner * GROUPS + index) << 5 | side << 4 | value
        s.table_count += 1

    def _read_laying(self) -> None:
        s, document = self.s, self.document
        if document.get("laying") is None:
            document.given("laying")
            return
        laying = document.object("laying")
        wanted = self.setup.phases[s.phase[s.seat] - 1]
        begun = laying.whole("groups", 1, len(wanted))
        if s.step != rules.STEP_PLAY or s.laid[s.seat]:
            raise laying.error("groups", "a lay-down is made in the play step by who has not laid yet")
        own = [group for group in table_groups(s) if group.owner == s.seat]
        if len(own) < begun:
            raise laying.error("groups", f"seat {s.seat} has {len(own)} groups on the table")
        for number, (shape, group) in enumerate(zip(wanted, own[len(own) - begun :], strict=False), start=1):
            kind = name_of(KINDS, s.kind[s.seat][group.number])
            whole = len(group.cards) == shape.size or (number == begun and len(group.cards) < shape.size)
            if kind != shape.kind or not whole or any(side != s.side for _, side, _ in group.cards):
                raise laying.error("groups", f"group {number} does not agree with phase {s.phase[s.seat]}")
            is_number = [self.t.value[self.t.face[s.side][s.card[thread]]] > 0 for thread, _, _ in group.cards]
            s.group_has_number = int(any(is_number))
            s.has_number |= s.group_has_number
            s.missing = shape.size - len(group.cards)
        s.laying = begun
        self._read_slots(laying, own[len(own) - begun :])
        if begun == len(wanted) and not s.missing:
            raise laying.error("groups", "this phase is complete")
        laying.finish()

    def _check_room(self) -> None:
        """Refuse groups that would be in the way of a phase still to be laid, by whichever seat."""
        s = self.s
        for seat in range(self.setup.seats):
            if s.result != rules.RUNNING or s.laid[seat] or self._sits_out(seat):
                continue
            left = len(self.setup.phases[s.phase[seat] - 1]) - (s.laying if seat == s.seat else 0)
            if s.group_count[seat] + left > GROUPS:
                raise self.document.error("table", f"seat {seat} has no room left for the groups of its phase")

    def _read_slots(self, laying: Document, groups: Sequence[TableGroup]) -> None:
        """Read where in the hand the cards of a lay-down under way came from; nobody else has seen them laid."""
        s = self.s
        places = [(group, number) for group in groups for number in range(len(group.cards))]
        slots = laying.items("slots", HELD)
        if len(slots) != len(places):
            raise laying.error("slots", f"must have {len(places)} entries, one for each card laid")
        if table_groups(s)[-len(groups) :] != list(groups):
            raise laying.error("groups", "the groups of a lay-down under way are the last on the table")
        held = s.hand_count[s.seat] + len(slots)
        for i, (slot, (group, number)) in enumerate(zip(slots, places, strict=True)):
            rising = s.kind[s.seat][group.number] == SET and number > 0
            if type(slot) is not int or not (slots[i - 1] if rising else 0) <= slot < held - i:
                raise laying.error(f"slots[{i}]", "must be a place in the hand; a set is laid in the order of the hand")
            s.slots[i] = slot
            thread = group.cards[number][0]
            self.expected[thread] = self.assumed[thread] = self._seen_in_hand(s.seat)
        s.placed = len(slots)
        if held > HELD:
            raise laying.error("slots", f"a hand has at most {HELD} cards")

    def _seen_in_hand(self, seat: int) -> int:
        own = 1 << 2 * seat
        everyone: int = self.t.everyone
        backs = everyone if self.t.own_backs else everyone - own
        return own << self.s.side | backs << 1 - self.s.side

    def _read_seen_by(self) -> None:
        s = self.s
        given: dict[int, tuple[Document, int]] = {}
        for entry in self._entries("seen", CARDS):
            faces = entry.items("by", self.setup.seats)
            if len(faces) != self.setup.seats or any(face not in SEEN for face in faces):
                raise entry.error("by", f"must be {joined(SEEN)} for each seat")
            bits = sum(SEEN.index(face) << 2 * seat for seat, face in enumerate(faces))
            given[self.threads[entry.get("card")]] = entry, bits
        for thread, expected in self.expected.items():
            if thread in given:
                entry, bits = given[thread]
                if expected & ~bits:
                    raise entry.error("by", "leaves out a face that is to be seen right now")
                s.seen[thread] = bits
            else:
                s.seen[thread] = self.assumed[thread]

    # --- who is to act

    def _find_actor(self, to_act: int) -> None:
        s, t, document = self.s, self.t, self.document
        purpose = document.choice("awaited_for", tuple(PURPOSES), None)
        awaiting = s.awaiting
        s.awaiting, s.to_act = rules.AWAIT_NOTHING, to_act
        if to_act == OVER:
            if awaiting != rules.AWAIT_NOTHING or purpose is not None:
                raise document.error("awaiting", "nothing is awaited when the game is over")
            return
        if awaiting == rules.AWAIT_DEALER:
            self._check_dealer_awaited(to_act, purpose)
            s.awaiting = awaiting
            return
        if purpose is None and s.turn == 0 and s.dealer != NOTHING:
            purpose = "discard" if rules.next_to_be_dealt(s, t) == NOTHING else "hand"
        if purpose in ("hand", "discard", "player"):
            self._check_awaited(to_act, purpose)
            s.awaiting, s.awaited_for = rules.AWAIT_CARD, PURPOSES[purpose]
            if purpose == "hand":
                s.receiver = rules.next_to_be_dealt(s, t)
            return
        self.setup.rules.reveal(s, t)
        if document.given("awaiting") and awaiting != s.awaiting:
            found = name_of(AWAITING, s.awaiting)
            raise document.error("awaiting", f"must be {found or 'null'}: that follows from the cards")
        if document.given("awaited_for") and PURPOSES[purpose] != s.awaited_for:
            raise document.error("awaited_for", f"must be {name_of(PURPOSES, s.awaited_for) or 'null'}")
        if to_act not in (s.to_act, s.seat):
            raise document.error("to_act", f"is {to_act}, but it is the turn of seat {s.seat}")
        if s.turn == 0:
            raise document.error("turn.number", "must be 1 or more once the discard pile is started")
        self._check_can_act()
        s.can_lay = int(s.step == rules.STEP_PLAY and self.setup.rules.holds_phase(s, t))

    def _check_dealer_awaited(self, to_act: int, purpose: str | None) -> None:
        s, document = self.s, self.document
        if to_act != CHANCE or s.dealer != NOTHING or purpose is not None or s.turn or s.step != rules.STEP_DRAW:
            raise document.error("awaiting", "the dealer is drawn by chance, before anything else")
        if s.pool_count != self.t.cards or s.round != 1 or any(s.replaying) or s.side != COLOUR:
            raise document.error("awaiting", "the dealer is drawn by chance, before the cards are dealt")

    def _check_awaited(self, to_act: int, purpose: str) -> None:
        s, t, document = self.s, self.t, self.document
        if to_act != CHANCE or s.pool_count == 0:
            raise document.error("awaited_for", "a card is decided by chance, and must be left to be decided")
        if s.step != rules.STEP_DRAW:
            raise document.error("awaited_for", f"a card for the {purpose} is awaited in the draw step")
        if purpose == "player":
            if s.draw_top != NOTHING or s.draw_bottom != NOTHING or s.discard_count != 1 or s.turn == 0:
                raise document.error(
                    "awaited_for", "after a reshuffle the discard pile has one card, the draw pile none known"
                )
            return
        dealt = s.dealer == NOTHING or rules.next_to_be_dealt(s, t) == NOTHING
        if s.dealer == NOTHING or s.turn != 0 or s.table_count or s.discard_count or s.side != COLOUR:
            raise document.error("awaited_for", "cards are dealt by a dealer, before the first turn")
        if dealt != (purpose == "discard") or s.draw_top != NOTHING or s.draw_bottom != NOTHING:
            raise document.error("awaited_for", "first the hands are dealt, then the discard pile is started")
        if s.seat != rules.next_player(s, t, s.dealer):
            raise document.error("turn.seat", "the player left of the dealer starts")

    def _check_can_act(self) -> None:
        """Refuse a position in which the seat to act could do nothing."""
        s, document = self.s, self.document
        if s.step == rules.STEP_DRAW and s.draw_top == NOTHING and s.pool_count == 0 and s.discard_count == 0:
            raise document.error("draw", "there is no card to draw or to take")
        if s.step == rules.STEP_PLAY and s.hand_count[s.seat] == 0:
            raise document.error(f"players[{s.seat}].hand", "is empty: that round is over")
        if s.laying:
            buffer = [0] * (rules.ACTIONS + 1)
            if self.setup.rules.legal(s, self.t, buffer) == 0:
                raise document.error("laying", "the lay-down cannot be completed")

    def _check_result(self, to_act: int) -> None:
        s, t = self.s, self.t
        if (to_act == OVER) != (s.result != rules.RUNNING):
            raise self.document.error("result", f"must be given exactly when to_act is {OVER}")
        if s.result == rules.RUNNING:
            return
        if s.result == rules.TRUNCATED:
            fine = s.turn == LAST_TURN
        elif s.result == rules.WON_BY_REPLAY:
            s.winner[s.seat] = 1
            fine = any(s.replaying)
        else:
            fixed = s.result == rules.WON_BY_ROUNDS
            for seat in range(self.setup.seats):
                s.winner[seat] = int(fixed or s.phase[seat] > t.last_phase)
            finishers = sum(s.winner)
            best = rules.keep_lowest(s, t) if finishers else 0
            fine = fixed == bool(t.fixed_rounds) and best >= 1
            fine = fine and (fixed or (best == 1 and (finishers == 1) == (s.result == rules.WON_BY_PHASES)))
        if not fine:
            raise self.document.error("result", "does not agree with phases, scores and turns")


def _fill(row: list[int], values: list[int]) -> None:
    row[:] = values + [NOTHING] * (len(row) - len(values))
