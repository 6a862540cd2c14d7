"""What a seat sees of Flip City, as one row of small numbers.

It is made from the state as it is redacted for whoever looks. Nothing that is in the state is hidden (FC-04), so all
three kinds of observation say the same; a spectator's begins with seat 0, the others with the seat that looks.
"""

from __future__ import annotations

from verso.core.contracts.observe import FACES, KINDS, PUBLIC, SEATS, Block, Field, Row, Where
from verso.core.spec import CHANCE, OVER
from verso.games.flip_city.rules import (
    BUY,
    DEVELOP,
    DONE,
    FLIP,
    FLIP_TO,
    MOST_SEATS,
    PLAY,
    RECYCLE,
    REMOVE,
    SHUFFLE,
    START,
    STOP,
    TRUNCATED,
    State,
    Tables,
    deck_size,
    points_missing,
    room,
)

MOST = 100  # of cards, and where cash and points are cut off

FIELDS = (
    Field("turn_of", (SEATS,), 1, "whose turn it is, one-hot"),
    Field("chance_acts", (), 1, "1 while a card or the start player is still to be decided"),
    Field("over", (), 1, "1 after the end"),
    Field("phase", (3,), 1, "of the turn, one-hot: play, remove a card (alone), build"),
    Field("time", (), 100, "turns begun, in per cent of the turns after which a game is cut off"),
    Field("cash", (), MOST, "cash of this turn"),
    Field("points", (), MOST, "points of this turn"),
    Field("points_missing", (), MOST, "points that this turn lacks to win"),
    Field("unhappy", (), 20, "unhappiness of this turn"),
    Field("room", (), 20, "unhappiness that the limit still allows"),
    Field("must_play", (), 1, "1 if the next card must be played"),
    Field("actions", (), 1, "builds left, additional ones apart"),
    Field("extra_buys", (), 10, "additional Buys left"),
    Field("extra_flips", (), 10, "additional Flips left"),
    Field("supply", (KINDS,), 20, "cards of each kind in the supply"),
    Field("played", (FACES,), 20, "cards played this turn, by face"),
    Field("top", (SEATS, FACES), 1, "the open top card of each deck, one-hot"),
    Field("known", (SEATS, FACES), 12, "cards under it whose place in the deck is known, by face"),
    Field("deck", (SEATS, FACES), 20, "the other cards of the deck, by face"),
    Field("discard", (SEATS, FACES), 20, "the discard pile, by face"),
    Field("deck_size", (SEATS,), MOST, "all cards of the deck, the top card among them"),
)
(
    TURN_OF,
    CHANCE_ACTS,
    IS_OVER,
    PHASE,
    TIME,
    CASH,
    POINTS,
    POINTS_MISSING,
    UNHAPPY,
    ROOM,
    MUST_PLAY,
    BUILDS,
    EXTRA_BUYS,
    EXTRA_FLIPS,
    SUPPLY,
    PLAYED,
    TOP_CARD,
    KNOWN,
    DECK,
    DISCARD,
    DECK_SIZE,
) = range(len(FIELDS))

BLOCKS = (
    Block("play", PLAY, 1, "play the top card"),
    Block("stop", STOP, 1, "stop playing, go on to building"),
    Block("shuffle", SHUFFLE, 1, "shuffle the discard pile into a new deck"),
    Block("done", DONE, 1, "end the turn"),
    Block("recycle", RECYCLE, BUY - RECYCLE, "+ face: recycle a card of the discard pile"),
    Block("buy", BUY, FLIP - BUY, "+ kind: buy a front from the supply"),
    Block("flip", FLIP, FLIP_TO - FLIP, "+ face: turn a card of the discard pile over"),
    Block(
        "flip to",
        FLIP_TO,
        DEVELOP - FLIP_TO,
        f"+ {MOST_SEATS} × face + seat: the same, into the discard pile of a seat (as numbered at the table)",
    ),
    Block("develop", DEVELOP, REMOVE - DEVELOP, "+ kind: buy a card and turn it over at once"),
    Block("remove", REMOVE, START - REMOVE, "+ kind: remove a card from the supply, before a shuffle alone"),
)
"""The actions of seats. Those of chance come after them and are not offered to agents."""


def prepare(t: Tables) -> list[int]:
    return []


def cut_off(s: State) -> bool:
    return s.result == TRUNCATED  # FC-52


def observe(s: State, t: Tables, seat: int, kind: int, where: Where, out: Row) -> None:
    for i in range(len(out)):
        out[i] = 0
    first = 0 if kind == PUBLIC else seat
    observe_turn(s, t, first, where, out)
    faces = 2 * t.kinds
    copy_counts(s.supply, t.kinds, out, where[SUPPLY])
    for i in range(s.played_count):
        out[where[PLAYED] + s.played[i]] += 1
    owner = first
    for number in range(t.seats):
        observe_seat(s, owner, number, faces, where, out)
        owner = owner + 1 if owner + 1 < t.seats else 0


def observe_turn(s: State, t: Tables, first: int, where: Where, out: Row) -> None:
    out[where[TURN_OF] + s.seat - first + (t.seats if s.seat < first else 0)] = 1
    out[where[CHANCE_ACTS]] = 1 if s.to_act == CHANCE else 0
    out[where[IS_OVER]] = 1 if s.to_act == OVER else 0
    out[where[PHASE] + s.phase] = 1
    out[where[TIME]] = 100 * s.turn // t.last_turn
    out[where[CASH]] = min(MOST, s.cash)
    out[where[POINTS]] = min(MOST, s.points)
    out[where[POINTS_MISSING]] = min(MOST, points_missing(s, t))
    out[where[UNHAPPY]] = min(20, s.unhappy)
    out[where[ROOM]] = min(20, max(0, room(s)))
    out[where[MUST_PLAY]] = min(1, s.must_play)
    out[where[BUILDS]] = min(1, max(0, s.actions))
    out[where[EXTRA_BUYS]] = min(10, s.extra_buys)
    out[where[EXTRA_FLIPS]] = min(10, s.extra_flips)


def observe_seat(s: State, owner: int, number: int, faces: int, where: Where, out: Row) -> None:
    row = number * faces
    copy_counts(s.deck[owner], faces, out, where[DECK] + row)
    copy_counts(s.discard[owner], faces, out, where[DISCARD] + row)
    known = where[KNOWN] + row
    if s.top_count[owner] > 0:
        out[where[TOP_CARD] + row + s.top[owner][0]] = 1
    for i in range(1, s.top_count[owner]):
        out[known + s.top[owner][i]] += 1
    for i in range(s.bottom_count[owner]):
        out[known + s.bottom[owner][i]] += 1
    out[where[DECK_SIZE] + number] = deck_size(s, owner)


def copy_counts(counts: list[int], size: int, out: Row, at: int) -> None:
    for i in range(size):
        out[at + i] = counts[i]
