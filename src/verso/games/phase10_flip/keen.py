"""A keener player of Phase 10 Flip, who plays games on where values are measured: kernel source, on top of `policy.py`.

It tries every draw and every discard and takes the one after which a network expects the most. The network says at any
moment what share of the win each player can expect, by what one seat has seen and nothing else: a card that was not
seen is taken for some of those that have its other face. It has learned that from its own games
(`bench/train_keen_phase10.py`): what it expected was drawn towards what it expected later, and towards who won. A phase
is laid at once, and cards are laid on the table at once, so that most of them fit one after another.
"""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net
from verso.core.contracts.rules import assign
from verso.core.network import Layers, feed, share_out
from verso.core.spec import OVER
from verso.games.phase10_flip.chains import NOT_LAID, Ends, ends_on_table, left_after_laying, stuck
from verso.games.phase10_flip.policy import choose_play, covered, missing, tidiness
from verso.games.phase10_flip.rules import (
    CARDS,
    COLOUR_STARS,
    DISCARD,
    DRAW,
    GROUPS,
    HAND_SIZE,
    HELD,
    HIT,
    LAST_PHASE,
    LOW_END,
    MOST_SEATS,
    NOTHING,
    PLACE,
    RUN,
    STEP_DRAW,
    STEP_PLAY,
    TAKE,
    WILD,
    WILD_FACES,
    WILD_STAR,
    State,
    Tables,
    apply,
    can_be_hit,
    colour_fits,
    face_of,
    groups_of,
    has_seen,
    known_face,
    legal,
    number_at,
    rows_of,
    wanted_by,
    with_card,
)
from verso.games.phase10_flip.solver import COLOURS, HIGHEST, Groups, Rows, can_lay, how_many

BUILT_ON = ("verso.core.network", "verso.games.phase10_flip.chains")

MOST_MISSING = 7
LEVELS = MOST_MISSING + 1

# What the network looks at, in this order; a figure each. Of the moment:
ALWAYS = 0  # one, always
TURN_OF = 1  # + distance of the seat whose turn it is
OWN_DRAW = TURN_OF + MOST_SEATS  # to draw is the seat that looks
OWN_PLAY = OWN_DRAW + 1  # it has drawn
OTHERS_PLAY = OWN_DRAW + 2  # another seat has drawn
UNDEALT = OWN_DRAW + 3  # cards of the own hand that are still to be dealt
IS_DEAL = OWN_DRAW + 4
IS_WILD = OWN_DRAW + 5
TURNS = OWN_DRAW + 6  # of each seat in this round
LONG = OWN_DRAW + 7
TOP_UNDECIDED = OWN_DRAW + 8  # of the draw pile
DRAW_HELPS = OWN_DRAW + 9  # chance that the card to be drawn is of use
TIED = OWN_DRAW + 10
FIXED = OWN_DRAW + 11  # rounds, not phases, are counted
TOP = OWN_DRAW + 12  # the top of the discard pile, for the seat that looks if it is to draw, then for another one
TOP_HELPS = 0  # cards that the phase lacks less with it
TOP_STAR = 1
TOP_MARKED = 2
TOP_FITS = 3  # a group on the table, the phase laid
TOP_TIDY = 4
OF_TOP = 5
# Of the own hand:
OWN_LEFT = TOP + 2 * OF_TOP  # + cards, the phase laid; once more after drawing
OWN_STUCK = OWN_LEFT + 2 * (HELD + 1)  # + cards that fit no group, the phase laid; likewise
OWN_MISSING = OWN_STUCK + 2 * (HELD + 1)  # + (2 after drawing + side) * LEVELS + cards the phase lacks
OUTS = OWN_MISSING + 4 * LEVELS  # + 2 * side + 1 if only one is missing: how many cards bring the phase nearer
OWN_TIDY = OUTS + 4  # + side
OWN_STARS = OWN_TIDY + 2
OWN_MARKS = OWN_STARS + 1
HAS_MARK = OWN_STARS + 2
OWN_POINTS = OWN_STARS + 3  # and once more when the phase is laid
OWN_HITS = OWN_STARS + 5  # cards that fit groups, the phase not laid
BACKS_SEEN = OWN_STARS + 6
BACK_POINTS = OWN_STARS + 7
BACK_HITS = OWN_STARS + 8
BACK_TIDY = OWN_STARS + 9
BACK_STARS = OWN_STARS + 10
BACK_MISSING = OWN_STARS + 11  # + side * LEVELS + cards the phase lacks on that side, by guesses
OWN_NEAR = BACK_MISSING + 2 * LEVELS  # cards that nearly fit a group, the phase laid
TABLE_OPEN = OWN_NEAR + 1  # what share of the faces of this side fits a group
# What can be laid one after another, going by the longest chain:
OWN_CHAIN = OWN_NEAR + 2  # + cards left by it, the phase laid; once more after drawing
OWN_LAYING = OWN_CHAIN + 2 * (HELD + 1)  # + cards left by laying the phase and what fits then; likewise
BACK_CHAIN = OWN_LAYING + 2 * (HELD + 1)  # after a flip, by guesses, + 2 if the phase is laid: cards left, going out
OWN_TURN = BACK_CHAIN + 4  # what the turn of the seat that is to draw can come to, for the seat that looks
OF_TURN = 6
THEIR_TURN = OWN_TURN + 2 * OF_TURN  # likewise for another one; each + OF_TURN if its phase is laid
SEATED = THEIR_TURN + 2 * OF_TURN

# Of each seat, from the one that looks on in turn order; what is in a hand only of the others.
PHASES_LEFT = 0  # + phases that are not done
SIZES = PHASES_LEFT + LAST_PHASE + 1  # of the two runs and two sets of its phase
SCORE = SIZES + 4  # against the mean of all
SCORE_FIXED = SCORE + 1  # the same where points alone decide
SCORE_LEAD = SCORE + 2  # by how much it is below the lowest of the others
HAS_LAID = SCORE + 3
REPLAYS = SCORE + 4
LEFT = SCORE + 5  # + cards, the phase laid
LACKING = LEFT + HELD + 1  # + side * LEVELS + cards its phase lacks, by guesses
LACKING_BACK = LACKING + 2 * LEVELS  # the same on the other side, + that side * LEVELS
SEEN = LACKING_BACK + 2 * LEVELS  # how much of the hand was seen
SEEN_COVERED = SEEN + 1  # cards of its phase that it was seen to have
SEEN_STARS = SEEN + 2
SEEN_MARKS = SEEN + 3
STARS_BACK = SEEN + 4
TIDY_THERE = SEEN + 5
TIDY_BACK = SEEN + 6
POINTS_THERE = SEEN + 7
HITS_THERE = SEEN + 8
HITS_BACK = SEEN + 9
CHAIN_THERE = SEEN + 10  # + 2 if the phase is laid: cards left by laying all that goes, the chance to go out so; all
CHAIN_BACK = SEEN + 14  # the same on the other side
ENDING = SEEN + 18  # + what it comes to if the seat goes out now
ENDS = SEEN + 22  # + the same: the chance that it does so this turn, or could at once if it is not on turn
ENDS_AHEAD = SEEN + 26  # that chance, times by how much it is ahead where points decide
OF_SEAT = SEEN + 27
GOES_ON = 0  # What going out comes to: another round, a win, a count of points, somebody else's win.
WINS = 1
COUNTS = 2
LOSES = 3
INPUTS = SEATED + MOST_SEATS * OF_SEAT

# Its layers, as rows: one for each input, one for each unit of the first layer, one for each of the second.
UNITS = 96
SECOND_UNITS = 32
SECOND = INPUTS  # + unit of the first layer; the last row of each layer is what is always added
OUT = SECOND + UNITS + 1
KEEN_ROWS = OUT + SECOND_UNITS + 1

# Places in `work`.
FIRST_LAYER = INPUTS
SECOND_LAYER = FIRST_LAYER + UNITS
SHARES = SECOND_LAYER + SECOND_UNITS  # + distance
PROMISED = SHARES + MOST_SEATS  # + distance: shares after the best action
TRIED = PROMISED + MOST_SEATS  # + distance: shares after an action
HAND = TRIED + MOST_SEATS  # what was found of a hand on a side: means over guesses
IS_MISSING = HAND
IS_TIDY = HAND + 1
HAS_POINTS = HAND + 2
HAS_HITS = HAND + 3
NEARER = HAND + 4  # cards that its phase lacks less with the card that lies open
TIDIER = HAND + 5
IS_LEFT = HAND + 6  # cards left once all that can be laid is
GOES_OUT = HAND + 7
BY_DRAWING = HAND + 8  # chances to go out and to have laid the phase, and cards kept then: after each card of the pile
BY_TAKING = HAND + 11  # the same with the card that lies open
WAS_SEEN = HAND + 14  # so many cards
HAS_STARS = HAND + 15  # that were seen
HAS_MARKS = HAND + 16  # likewise
WAS_COVERED = HAND + 17  # cards of its phase among those seen
OF_HAND = 18
NO_SHARE = -1e9
NOTHING_PROMISED = -1.0  # for an action that needed no trying
UNSEEN = HAND + OF_HAND  # + card: so many with these two faces were not seen
DRAWABLE = UNSEEN + CARDS  # so many of them may be the top of the draw pile
WORK = DRAWABLE + 1

NEARLY = 2  # `missing` says so much or less of a phase that a card more may complete: it is a little too strict
NEAR = 64  # parts in which nearness is counted, so that sums are the same in any order
GUESSES = 3
MEANS = 14  # of the places of a hand, the first ones are means over guesses
LONG_ROUND = 10
"""Turns of each seat after which nobody takes a card of no use, nor a Flip card but to lay it at once.

Two could do so for ever.
"""
DRAGGING_ROUND = 20
"""Turns of each seat after which nobody takes a card that cannot be laid at once, nor discards what the phase needs."""

# Cards laid on the table, and what stays after a lay-down:
STAR_USED = 0.6
FITS_NEXT = 0.5  # a hit after which another card fits
CAN_HIT = 1.7  # a card left that can be laid on the table at once, one after another
GOING_OUT = 10.0  # all but one can, which is discarded
HAS_FLIP = 0.3  # a Flip card left
WENT_OUT = 1e9

Wanted = tuple[int, int, int, int, int]


# --- what was seen


def held_count(s: State, holder: int) -> int:
    """Return how many cards a seat holds; a phase counts as held until it is laid as a whole."""
    return s.hand_count[holder] + (s.placed if holder == s.seat else 0)


def held_thread(s: State, holder: int, slot: int) -> int:
    """Return a card that a seat holds: first those in its hand, then those of a lay-down under way."""
    left = s.hand_count[holder]
    return s.hand[holder][slot] if slot < left else s.table[s.table_count - s.placed + slot - left]


def groups_laid(s: State, owner: int) -> int:
    """Return how many groups a seat has on the table, but for those of a lay-down under way."""
    return s.group_count[owner] - (s.laying if owner == s.seat else 0)


def wanted_on_table(s: State, t: Tables) -> Wanted:
    """Return the numbers that groups want, as bits: those for cards of each colour, then for cards of none."""
    first = 0
    second = 0
    third = 0
    fourth = 0
    anywhere = 0
    for owner in range(t.seats):
        for group in range(groups_laid(s, owner)):
            wanted = wanted_by(s, owner, group)
            colour = s.colour[owner][group]
            anywhere |= wanted
            first |= wanted if colour < 1 else 0
            second |= wanted if colour < 0 or colour == 1 else 0
            third |= wanted if colour < 0 or colour == 2 else 0
            fourth |= wanted if colour < 0 or colour == 3 else 0
    return (first, second, third, fourth, anywhere)


def fits(wanted: Wanted, t: Tables, face: int) -> bool:
    colour = t.colour_of[face]
    return wanted[colour if colour >= 0 else COLOURS] >> t.value[face] & 1 > 0


def nearness(s: State, t: Tables, face: int) -> float:
    """Return how near a card is to the groups on the table: 1 for one number between it and the end of a run."""
    value = t.value[face]
    best = 0.0
    for owner in range(t.seats):
        for group in range(groups_laid(s, owner)):
            if s.kind[owner][group] == RUN and colour_fits(s, t, face, owner, group):
                gap = max(s.low[owner][group] - value, value - s.high[owner][group])
                if gap > 1:
                    best = max(best, NEAR // (gap - 1) / NEAR)
    return best


def guessed_face(s: State, t: Tables, seat: int, thread: int, side: int, guess: int) -> int:
    """Return a face that a card may have on a side where it was not seen: one of those that go with its other face.

    NOTHING where it was seen, or where nothing of the card was.
    """
    if has_seen(s, seat, thread, side) or not has_seen(s, seat, thread, 1 - side):
        return NOTHING
    other = known_face(s, t, thread, 1 - side)
    among = t.first_with[other] + (guess + thread // t.seats) % t.count_with[other]
    return t.face[side][t.with_face[1 - side][among]]


def count_unseen(s: State, t: Tables, work: Floats, seat: int, face: int, side: int) -> None:
    """Count for each card with a face on a side how many alike are not known to be elsewhere, from UNSEEN on."""
    first = t.first_with[face]
    for i in range(first, first + t.count_with[face]):
        work[UNSEEN + t.same[t.with_face[side][i]]] = 0.0
    for i in range(first, first + t.count_with[face]):
        work[UNSEEN + t.same[t.with_face[side][i]]] += 1.0
    left = t.cards - s.pool_count  # so many cards are threads
    thread = 0
    while left > 0:
        if s.born[thread] != NOTHING:
            left -= 1
            if s.seen[thread] >> 2 * seat & 3 == 3:
                work[UNSEEN + t.same[s.card[thread]]] -= 1.0
        thread += 1


def weigh_draws(s: State, t: Tables, work: Floats, seat: int) -> None:
    """Count how many of each card the top of the draw pile may be by its back, from UNSEEN on, and all of them."""
    work[DRAWABLE] = 0.0
    side = 1 - s.side
    thread = s.draw_top
    if s.step != STEP_DRAW or thread == NOTHING or not has_seen(s, seat, thread, side):
        return
    face = known_face(s, t, thread, side)
    count_unseen(s, t, work, seat, face, side)
    for i in range(t.first_with[face], t.first_with[face] + t.count_with[face]):
        card = t.with_face[side][i]
        if has_seen(s, seat, thread, s.side):
            work[UNSEEN + card] = 1.0 if t.same[s.card[thread]] == card else 0.0
        if t.same[card] == card:
            work[DRAWABLE] += work[UNSEEN + card]


def judge_hand(
    s: State, t: Tables, work: Floats, seat: int, holder: int, side: int, wanted: Wanted, ends: Ends, top: int
) -> None:
    """Write what a seat can know of a hand on a side to `work`, from HAND on; `top` is a card it may take."""
    for i in range(OF_HAND):
        work[HAND + i] = 0.0
    count = held_count(s, holder)
    known = (0, 0, 0, 0)
    for slot in range(count):
        thread = held_thread(s, holder, slot)
        if has_seen(s, seat, thread, side):
            face = known_face(s, t, thread, side)
            known = with_card(known, t, face, 1)
            work[WAS_SEEN] += 1.0
            work[HAS_STARS] += 1.0 if t.value[face] == 0 else 0.0
            work[HAS_MARKS] += t.marked[face]
            count_card(t, work, face, wanted)
    if s.laid[holder] == 0:
        work[WAS_COVERED] = covered(known, groups_of(t, s.phase[holder]))
    if work[WAS_SEEN] == count:
        judge_rows(s, t, work, holder, known, ends, top)
        return
    work[HAS_POINTS] *= GUESSES
    work[HAS_HITS] *= GUESSES
    for guess in range(GUESSES):
        rows = known
        for slot in range(count):
            thread = held_thread(s, holder, slot)
            face = guessed_face(s, t, seat, thread, side, guess)
            if face != NOTHING:
                rows = with_card(rows, t, face, 1)
                count_card(t, work, face, wanted)
        judge_rows(s, t, work, holder, rows, ends, top)
    for i in range(MEANS):
        work[HAND + i] /= GUESSES


def count_card(t: Tables, work: Floats, face: int, wanted: Wanted) -> None:
    work[HAS_POINTS] += t.points[face]
    work[HAS_HITS] += 1.0 if fits(wanted, t, face) else 0.0


def judge_rows(s: State, t: Tables, work: Floats, holder: int, rows: Rows, ends: Ends, top: int) -> None:
    """Add how near a hand is to its phase if it has these cards, and what is left once all is laid that can be."""
    groups = groups_of(t, s.phase[holder])
    lacking = 0 if s.laid[holder] > 0 else missing(rows, groups)
    if s.laid[holder] == 0:
        tidy = tidiness(rows, groups)
        work[IS_MISSING] += lacking
        work[IS_TIDY] += tidy
        if top != NOTHING:
            more = with_card(rows, t, top, 1)
            work[NEARER] += lacking - missing(more, groups)
            work[TIDIER] += tidiness(more, groups) - tidy
    left = left_of(s, t, holder, rows, ends) if lacking < NEARLY else NOT_LAID
    if left != NOT_LAID:
        work[IS_LEFT] += left
        work[GOES_OUT] += 1.0 if left <= 1 else 0.0
    if lacking <= NEARLY and top != NOTHING:
        add_turn(work, BY_TAKING, left_of(s, t, holder, with_card(rows, t, top, 1), ends), 1.0)
        judge_draws(s, t, work, holder, rows, ends)


def left_of(s: State, t: Tables, holder: int, rows: Rows, ends: Ends) -> int:
    """Return how many of these cards are left once all is laid that can be; NOT_LAID if the phase cannot."""
    if s.laid[holder] > 0:
        return stuck(rows, ends)
    groups = groups_of(t, s.phase[holder])
    return left_after_laying(rows, groups, 0, ends) if can_lay(rows, groups, t.each_group) else NOT_LAID


def judge_draws(s: State, t: Tables, work: Floats, holder: int, rows: Rows, ends: Ends) -> None:
    """Add what a hand comes to with each of the cards that the top of the draw pile may be."""
    if work[DRAWABLE] == 0.0:
        return
    side = 1 - s.side
    face = known_face(s, t, s.draw_top, side)
    for i in range(t.first_with[face], t.first_with[face] + t.count_with[face]):
        card = t.with_face[side][i]
        weight = work[UNSEEN + card]
        if t.same[card] == card and weight > 0.0:
            more = with_card(rows, t, t.face[s.side][card], 1)
            add_turn(work, BY_DRAWING, left_of(s, t, holder, more, ends), weight / work[DRAWABLE])


def add_turn(work: Floats, first: int, left: int, weight: float) -> None:
    """Add what a turn comes to that leaves so many cards before the discard."""
    if left != NOT_LAID:
        work[first] += weight if left <= 1 else 0.0
        work[first + 1] += weight
        work[first + 2] += weight * max(0, left - 1)


# --- what the network looks at


def write_level(work: Floats, first: int, level: float) -> None:
    """Write a level between 0 and MOST_MISSING as shares of the two whole ones around it."""
    low = min(MOST_MISSING - 1, int(level))
    work[first + low] = 1.0 - (level - low)
    work[first + low + 1] = level - low


def distance_of(t: Tables, seat: int, other: int) -> int:
    return other - seat if other >= seat else other - seat + t.seats


def look_at_moment(s: State, t: Tables, work: Floats, seat: int) -> None:
    work[ALWAYS] = 1.0
    if s.seat != NOTHING:
        work[TURN_OF + distance_of(t, seat, s.seat)] = 1.0
    if s.turn == 0:
        work[IS_DEAL] = 1.0
        work[UNDEALT] = (HAND_SIZE - s.hand_count[seat]) / 10.0
    elif s.step == STEP_PLAY:
        work[OWN_PLAY if s.seat == seat else OTHERS_PLAY] = 1.0
    elif s.seat == seat:
        work[OWN_DRAW] = 1.0
    if s.draw_top == NOTHING:
        work[TOP_UNDECIDED] = 1.0
    work[IS_WILD] = 1.0 if s.side == WILD else 0.0
    turns = s.turn / t.seats
    work[TURNS] = min(3.0, turns / 10.0)
    work[LONG] = 1.0 if turns > LONG_ROUND else 0.0
    work[TIED] = 1.0 if s.tied > 0 else 0.0
    work[FIXED] = t.fixed_rounds


def number_face(side: int, colour: int, number: int) -> int:
    """Return the face on a side with a colour and a number, 0 for a Star."""
    if number == 0:
        return WILD_STAR if side == WILD else COLOUR_STARS + colour
    first = WILD_FACES if side == WILD else 2 * HIGHEST * colour
    return first + 2 * (number - 1)


def outs(t: Tables, side: int, rows: Rows, groups: Groups, lacking: int) -> float:
    """Return what share of the faces of a side, Flip marks aside, bring a phase nearer."""
    found = 0
    colours = COLOURS if side != WILD else 1
    for colour in range(colours):
        for number in range(HIGHEST + 1):
            face = number_face(side, colour, number)
            if missing(with_card(rows, t, face, 1), groups) < lacking:
                found += 1
    return found / (colours * (HIGHEST + 1))


def openness(t: Tables, side: int, wanted: Wanted) -> float:
    """Return what share of the faces of a side, Flip marks aside, fits a group on the table."""
    if side == WILD:
        return how_many(wanted[COLOURS]) / (HIGHEST + 1)
    total = how_many(wanted[0]) + how_many(wanted[1]) + how_many(wanted[2]) + how_many(wanted[3])
    return total / (COLOURS * (HIGHEST + 1))


def look_at_top(s: State, t: Tables, work: Floats, first: int, face: int, wanted: Wanted) -> None:
    """Write what the top of the discard pile is to the seat that is to draw, whose hand was just judged."""
    work[first + TOP_STAR] = 1.0 if t.value[face] == 0 else 0.0
    work[first + TOP_MARKED] = t.marked[face]
    if s.laid[s.seat] > 0:
        work[first + TOP_FITS] = 1.0 if fits(wanted, t, face) else 0.0
    else:
        work[first + TOP_HELPS] = work[NEARER]
        work[first + TOP_TIDY] = work[TIDIER] / 3.0


def look_at_turn(work: Floats, first: int) -> None:
    """Write what the turn of a seat that is to draw can come to, whose hand was just judged."""
    for i in range(OF_TURN):
        work[first + i] = work[BY_DRAWING + i]
    work[first + 2] /= 4.0
    work[first + 5] /= 4.0


def look_at_chain(work: Floats, first: int) -> None:
    """Write what is left of a hand that was just judged once all is laid that can be."""
    work[first] = work[IS_LEFT] / 4.0
    work[first + 1] = work[GOES_OUT]


def look_at_own_hand(s: State, t: Tables, work: Floats, seat: int, wanted: Wanted, ends: Ends) -> None:
    """Write what the hand of the seat that looks is on the active side."""
    is_turn = s.seat == seat
    top = open_card(s, t) if is_turn else NOTHING
    judge_hand(s, t, work, seat, seat, s.side, wanted, ends, top)
    count = held_count(s, seat)
    after = 1 if is_turn and s.step == STEP_PLAY else 0
    work[OWN_STARS] = work[HAS_STARS] / 2.0
    work[OWN_MARKS] = work[HAS_MARKS] / 2.0
    work[HAS_MARK] = 1.0 if work[HAS_MARKS] > 0.0 else 0.0
    work[OWN_POINTS + (1 if s.laid[seat] > 0 else 0)] = work[HAS_POINTS] / 50.0
    if s.laid[seat] > 0:
        work[OWN_LEFT + after * (HELD + 1) + count] = 1.0
        work[OWN_STUCK + after * (HELD + 1) + count - int(work[HAS_HITS])] = 1.0
        for slot in range(count):
            thread = held_thread(s, seat, slot)
            if has_seen(s, seat, thread, s.side):
                work[OWN_NEAR] += nearness(s, t, known_face(s, t, thread, s.side))
        work[OWN_CHAIN + after * (HELD + 1) + int(work[IS_LEFT])] = 1.0
    else:
        work[OWN_HITS] = work[HAS_HITS] / 4.0
        work[OWN_TIDY + s.side] = work[IS_TIDY] / 5.0
        write_level(work, OWN_MISSING + (2 * after + s.side) * LEVELS, work[IS_MISSING])
        if work[IS_LEFT] > 0.0 or work[GOES_OUT] > 0.0:
            work[OWN_LAYING + after * (HELD + 1) + int(work[IS_LEFT])] = 1.0
    look_at_chain(work, SEATED + CHAIN_THERE + 2 * s.laid[seat])
    if top != NOTHING:
        look_at_top(s, t, work, TOP, top, wanted)
        look_at_turn(work, OWN_TURN + s.laid[seat] * OF_TURN)


def look_ahead(s: State, t: Tables, work: Floats, seat: int, wanted: Wanted) -> None:
    """Write how likely other cards, and the next one if it is the seat's to draw, are of use to the own hand."""
    rows = own_rows(s, t, seat)
    groups = groups_of(t, s.phase[seat])
    lacking = missing(rows, groups)
    work[TABLE_OPEN] = openness(t, s.side, wanted)
    if s.laid[seat] == 0 and lacking > 0 and s.turn > 0:
        work[OUTS + 2 * s.side + (1 if lacking == 1 else 0)] = outs(t, s.side, rows, groups, lacking)
    if work[OWN_DRAW] == 0.0 or s.draw_top == NOTHING or not has_seen(s, seat, s.draw_top, 1 - s.side):
        return
    face = known_face(s, t, s.draw_top, 1 - s.side)
    useful = 0
    for i in range(t.count_with[face]):
        other = t.face[s.side][t.with_face[1 - s.side][t.first_with[face] + i]]
        if s.laid[seat] > 0:
            useful += 1 if fits(wanted, t, other) else 0
        elif missing(with_card(rows, t, other, 1), groups) < lacking:
            useful += 1
    work[DRAW_HELPS] = useful / t.count_with[face]


def own_rows(s: State, t: Tables, seat: int) -> Rows:
    """Return the own hand on the active side, as far as it was seen."""
    rows = (0, 0, 0, 0)
    for slot in range(held_count(s, seat)):
        thread = held_thread(s, seat, slot)
        if has_seen(s, seat, thread, s.side):
            rows = with_card(rows, t, known_face(s, t, thread, s.side), 1)
    return rows


def look_at_own_backs(s: State, t: Tables, work: Floats, seat: int, wanted: Wanted, ends: Ends) -> None:
    """Write what the own hand would be after a flip, by guesses where its backs were not seen."""
    side = 1 - s.side
    judge_hand(s, t, work, seat, seat, side, wanted, ends, NOTHING)
    work[BACKS_SEEN] = work[WAS_SEEN] / 10.0
    work[BACK_POINTS] = work[HAS_POINTS] / 50.0
    work[BACK_STARS] = work[HAS_STARS] / 2.0
    look_at_chain(work, BACK_CHAIN + 2 * s.laid[seat])
    if s.laid[seat] > 0:
        work[BACK_HITS] = work[HAS_HITS] / 4.0
    else:
        work[BACK_TIDY] = work[IS_TIDY] / 5.0
        write_level(work, BACK_MISSING + side * LEVELS, work[IS_MISSING])


def look_at_hand(
    s: State, t: Tables, work: Floats, seat: int, holder: int, first: int, wanted: Wanted, here: Ends, there: Ends
) -> None:
    """Write what the seat that looks can know of the hand of another, on both sides."""
    top = open_card(s, t) if s.seat == holder else NOTHING
    judge_hand(s, t, work, seat, holder, s.side, wanted, here, top)
    count = held_count(s, holder)
    work[first + SEEN] = work[WAS_SEEN] / 10.0
    work[first + SEEN_COVERED] = work[WAS_COVERED] / 5.0
    work[first + SEEN_STARS] = work[HAS_STARS] / 2.0
    work[first + SEEN_MARKS] = work[HAS_MARKS] / 2.0
    work[first + POINTS_THERE] = work[HAS_POINTS] / 50.0
    if s.laid[holder] > 0:
        work[first + LEFT + count] = 1.0
        work[first + HITS_THERE] = work[HAS_HITS] / 4.0
    else:
        work[first + TIDY_THERE] = work[IS_TIDY] / 5.0
        write_level(work, first + LACKING + s.side * LEVELS, work[IS_MISSING])
    look_at_chain(work, first + CHAIN_THERE + 2 * s.laid[holder])
    if top != NOTHING:
        look_at_top(s, t, work, TOP + OF_TOP, top, wanted)
        look_at_turn(work, THEIR_TURN + s.laid[holder] * OF_TURN)
    judge_hand(s, t, work, seat, holder, 1 - s.side, wanted, there, NOTHING)
    work[first + STARS_BACK] = work[HAS_STARS] / 2.0
    look_at_chain(work, first + CHAIN_BACK + 2 * s.laid[holder])
    if s.laid[holder] > 0:
        work[first + HITS_BACK] = work[HAS_HITS] / 4.0
    else:
        work[first + TIDY_BACK] = work[IS_TIDY] / 5.0
        write_level(work, first + LACKING_BACK + (1 - s.side) * LEVELS, work[IS_MISSING])


def open_card(s: State, t: Tables) -> int:
    """Return the top face of the discard pile while a seat is to choose whether to take it."""
    if s.step != STEP_DRAW or s.discard_count == 0:
        return NOTHING
    return known_face(s, t, s.discard[s.discard_count - 1], s.side)


def look_at_standing(s: State, t: Tables, work: Floats, seat: int, first: int) -> None:
    """Write how far a seat has come in the game."""
    work[first + PHASES_LEFT + min(LAST_PHASE, t.last_phase + 1 - s.phase[seat])] = 1.0
    sizes = t.groups[s.phase[seat]]
    for i in range(4):
        work[first + SIZES + i] = sizes[i] / 4.0
    total = 0
    lowest = s.score[(seat + 1) % t.seats]
    for other in range(t.seats):
        total += s.score[other]
        if other != seat:
            lowest = min(lowest, s.score[other])
    behind = (s.score[seat] - total / t.seats) / 50.0
    work[first + (SCORE_FIXED if t.fixed_rounds > 0 else SCORE)] = max(-4.0, min(4.0, behind))
    work[first + SCORE_LEAD] = max(-2.0, min(2.0, (lowest - s.score[seat]) / 50.0))
    work[first + HAS_LAID] = s.laid[seat]
    work[first + REPLAYS] = s.replaying[seat]


def ending(s: State, t: Tables, holder: int) -> int:
    """Return what it comes to if a seat lays its phase, where it has not, and goes out now (PF-50, PF-60)."""
    if s.tied > 0:
        return WINS
    if t.fixed_rounds > 0:
        return COUNTS if s.round == t.last_phase else GOES_ON
    others = 0
    for other in range(t.seats):
        if other != holder and s.phase[other] + s.laid[other] > t.last_phase:
            others += 1
    if s.phase[holder] == t.last_phase:
        return WINS if others == 0 else COUNTS
    return LOSES if others > 0 else GOES_ON


def look_at_ending(s: State, t: Tables, work: Floats, seat: int, holder: int) -> None:
    """Write what comes of it if a seat goes out now, and how likely it does: of hands that were all judged before."""
    first = SEATED + distance_of(t, seat, holder) * OF_SEAT
    what = ending(s, t, holder)
    work[first + ENDING + what] = 1.0
    chance = work[first + CHAIN_THERE + 2 * s.laid[holder] + 1]
    if s.seat == holder and s.step == STEP_DRAW and s.turn > 0:
        turn = (OWN_TURN if holder == seat else THEIR_TURN) + s.laid[holder] * OF_TURN
        chance = max(chance, work[turn], work[turn + 3])
    work[first + ENDS + what] = chance
    if what == COUNTS and chance > 0.0:
        work[first + ENDS_AHEAD] = chance * max(-1.0, min(1.0, ahead_by(s, t, work, seat, holder) / 20.0))


def ahead_by(s: State, t: Tables, work: Floats, seat: int, holder: int) -> float:
    """Return by how many points a seat that goes out now is below all others that have done as much."""
    least = 1e9
    for other in range(t.seats):
        if other != holder and (t.fixed_rounds > 0 or s.phase[other] + s.laid[other] > t.last_phase):
            points = work[OWN_POINTS + s.laid[seat]]
            if other != seat:
                points = work[SEATED + distance_of(t, seat, other) * OF_SEAT + POINTS_THERE]
            least = min(least, s.score[other] + 50.0 * points - s.score[holder])
    return least


def look_around(s: State, t: Tables, work: Floats, seat: int) -> int:
    """Write all that the network looks at for a seat; return how many figures that are with so many seats."""
    count = SEATED + t.seats * OF_SEAT
    for i in range(count):
        work[i] = 0.0
    wanted = wanted_on_table(s, t)
    here, there = ends_on_table(s, t, s.side), ends_on_table(s, t, 1 - s.side)
    weigh_draws(s, t, work, seat)
    look_at_moment(s, t, work, seat)
    look_at_own_hand(s, t, work, seat, wanted, here)
    look_ahead(s, t, work, seat, wanted)
    look_at_own_backs(s, t, work, seat, wanted, there)
    for distance in range(t.seats):
        holder = (seat + distance) % t.seats
        first = SEATED + distance * OF_SEAT
        look_at_standing(s, t, work, holder, first)
        if distance > 0:
            look_at_hand(s, t, work, seat, holder, first, wanted, here, there)
    for holder in range(t.seats):
        look_at_ending(s, t, work, seat, holder)
    return count


# --- what it expects


def expect(s: State, t: Tables, seat: int, net: Net, work: Floats) -> None:
    """Write what share of the win each player can expect to `work` from SHARES on, in turn order from a seat on.

    It goes by what that seat has seen, at any moment of a game that is not over.
    """
    count = look_around(s, t, work, seat)
    feed(net, 0, Layers(INPUTS, UNITS, SECOND_UNITS), work, count, t.seats)
    if s.tied > 0:  # only those who replay a tie can still win
        for distance in range(t.seats):
            if s.replaying[(seat + distance) % t.seats] == 0:
                work[SHARES + distance] = NO_SHARE
    share_out(work, SHARES, t.seats)


def judges(t: Tables) -> bool:
    return True


def judge(s: State, t: Tables, seat: int, net: Net, work: Floats, out: Floats) -> None:
    """Share the win among the seats by what one of them has seen: so the shares sum to 1."""
    expect(s, t, seat, net, work)
    for distance in range(t.seats):
        share = work[SHARES + distance]
        out[(seat + distance) % t.seats] = share - (1.0 - share) / (t.seats - 1)


def evaluate(s: State, t: Tables, net: Net, work: Floats, out: Floats) -> None:
    """Judge by what the seat has seen whose turn it is."""
    judge(s, t, max(0, s.seat), net, work, out)


def foresees(t: Tables) -> bool:
    return False


def forget(s: State, t: Tables) -> None:
    """Take every moment for another."""


def is_sure(s: State, t: Tables) -> bool:
    """Say whether a card has been drawn: then nothing new is seen until one is discarded."""
    return s.step == STEP_PLAY


# --- trying draws and discards


def add_promise(t: Tables, work: Floats, weight: float) -> None:
    for distance in range(t.seats):
        work[TRIED + distance] += weight * work[SHARES + distance]


def try_draw(s: State, t: Tables, net: Net, work: Floats, spare: State) -> None:
    """Write the mean of what can be expected after drawing, over the cards that the top of the pile may be."""
    seat = s.seat
    side = 1 - s.side
    thread = s.draw_top
    for distance in range(t.seats):
        work[TRIED + distance] = 0.0
    if thread == NOTHING or not has_seen(s, seat, thread, side) or has_seen(s, seat, thread, s.side):
        assign(spare, s)
        apply(spare, t, DRAW)
        expect(spare, t, seat, net, work)
        add_promise(t, work, 1.0)
        return
    face = known_face(s, t, thread, side)
    count_unseen(s, t, work, seat, face, side)
    total = 0.0
    for i in range(t.first_with[face], t.first_with[face] + t.count_with[face]):
        card = t.with_face[side][i]
        weight = work[UNSEEN + card]
        if t.same[card] == card and weight > 0.0:
            assign(spare, s)
            spare.card[thread] = card
            apply(spare, t, DRAW)
            expect(spare, t, seat, net, work)
            add_promise(t, work, weight)
            total += weight
    for distance in range(t.seats):
        work[TRIED + distance] /= total


def keep_if_better(t: Tables, work: Floats, is_first: bool) -> bool:
    """Keep what an action promises if it is the first one or better for the seat than the best one so far."""
    if not is_first and work[TRIED] <= work[PROMISED]:
        return False
    for distance in range(t.seats):
        work[PROMISED + distance] = work[TRIED + distance]
    return True


def try_action(s: State, t: Tables, net: Net, work: Floats, spare: State, action: int) -> None:
    assign(spare, s)
    apply(spare, t, action)
    expect(spare, t, s.seat, net, work)
    for distance in range(t.seats):
        work[TRIED + distance] = work[SHARES + distance]


def choose_source(s: State, t: Tables, net: Net, work: Floats, spare: State) -> int:
    """Draw, or take the visible card if the round allows it."""
    try_draw(s, t, net, work, spare)
    keep_if_better(t, work, True)
    if s.turn > LONG_ROUND * t.seats and not may_be_taken_late(s, t):
        return DRAW
    try_action(s, t, net, work, spare, TAKE)
    return TAKE if keep_if_better(t, work, False) else DRAW


def may_be_taken_late(s: State, t: Tables) -> bool:
    """May the visible card be taken in a long round? It must be of use, and bring an end nearer if it could go round.

    Whoever draws gets other cards, so that no position comes again and again.
    """
    face = known_face(s, t, s.discard[s.discard_count - 1], s.side)
    if s.laid[s.seat] > 0:
        return can_be_hit(s, t, face)
    rows = rows_of(s, t, s.seat)
    groups = groups_of(t, s.phase[s.seat])
    lacking = missing(with_card(rows, t, face, 1), groups)
    if t.marked[face] > 0 or s.turn > DRAGGING_ROUND * t.seats:
        return lacking == 0
    return lacking < missing(rows, groups)


def choose_discard(s: State, t: Tables, net: Net, work: Floats, spare: State) -> int:
    """Try to discard each card, but of equal ones only one, and none that a dragging round asks to be kept."""
    hand = s.hand[s.seat]
    most = fewest_missing(s, t)
    best = NOTHING
    for slot in range(s.hand_count[s.seat]):
        face = face_of(s, t, hand[slot])
        if missing_without(s, t, face) <= most and is_first_of_its_face(s, t, slot):
            try_action(s, t, net, work, spare, DISCARD + slot)
            if keep_if_better(t, work, best == NOTHING):
                best = DISCARD + slot
    return best


def fewest_missing(s: State, t: Tables) -> int:
    """Return how many cards the phase may lack after a discard: the fewest in a dragging round, otherwise any number.

    Somebody who is going to lose would rather have a round go on for ever.
    """
    if s.laid[s.seat] > 0 or s.turn <= DRAGGING_ROUND * t.seats:
        return HELD
    least = HELD
    for slot in range(s.hand_count[s.seat]):
        least = min(least, missing_without(s, t, face_of(s, t, s.hand[s.seat][slot])))
    return least


def missing_without(s: State, t: Tables, face: int) -> int:
    return missing(with_card(rows_of(s, t, s.seat), t, face, -1), groups_of(t, s.phase[s.seat]))


def is_first_of_its_face(s: State, t: Tables, slot: int) -> bool:
    hand = s.hand[s.seat]
    for other in range(slot):
        if face_of(s, t, hand[other]) == face_of(s, t, hand[slot]):
            return False
    return True


# --- laying down and hitting


def fits_after(s: State, t: Tables, slot: int, owner: int, group: int, number: int, end: int) -> bool:
    """Does another card of the hand fit the end of a run once a card with this number is there?"""
    following = number - 1 if end == LOW_END else number + 1
    for other in range(s.hand_count[s.seat]):
        if other != slot:
            face = face_of(s, t, s.hand[s.seat][other])
            if t.value[face] == following and colour_fits(s, t, face, owner, group):
                return True
    return False


def score_for_hit(s: State, t: Tables, hit: int) -> float:
    slot, where = hit // (MOST_SEATS * GROUPS * 2), hit % (MOST_SEATS * GROUPS * 2)
    owner, group, end = where // (GROUPS * 2), where // 2 % GROUPS, where % 2
    score = 0.0
    if t.value[face_of(s, t, s.hand[s.seat][slot])] == 0:
        score -= STAR_USED
    if s.kind[owner][group] == RUN and fits_after(s, t, slot, owner, group, number_at(s, owner, group, end), end):
        score += FITS_NEXT
    return score


def choose_hit(s: State, t: Tables, spare: State, actions: list[int], count: int) -> int:
    """Begin the longest chain; of equally long ones number cards before Stars, and where another card fits next."""
    best = actions[count - 1]
    fewest = HELD
    most = -1e9
    for i in range(count):
        if actions[i] >= HIT:
            assign(spare, s)
            apply(spare, t, actions[i])
            left = 0 if spare.round != s.round or spare.to_act == OVER else left_in_hand(spare, t)
            score = score_for_hit(s, t, actions[i] - HIT)
            if left < fewest or (left == fewest and score > most):
                best = actions[i]
                fewest = left
                most = score
    return best


def left_in_hand(s: State, t: Tables) -> int:
    """Return how many cards the seat whose turn it is will have left once all are laid that can be."""
    return stuck(rows_of(s, t, s.seat), ends_on_table(s, t, s.side))


def left_after(s: State, t: Tables, net: Net, work: Floats, spare: State, action: int, actions: list[int]) -> float:
    """Return how good the hand is that is left once the phase is laid, beginning with an action."""
    assign(spare, s)
    apply(spare, t, action)
    while spare.laying > 0 and spare.seat == s.seat and spare.round == s.round:
        count = legal(spare, t, actions)
        apply(spare, t, choose_play(spare, t, net, work, actions, count))
    if spare.to_act == OVER or spare.round != s.round:
        return WENT_OUT
    left = left_in_hand(spare, t)
    score = GOING_OUT if left <= 1 else -CAN_HIT * left
    for slot in range(spare.hand_count[s.seat]):
        if t.marked[face_of(spare, t, spare.hand[s.seat][slot])] > 0:
            score += HAS_FLIP
    return score


def choose_place(s: State, t: Tables, net: Net, work: Floats, spare: State, actions: list[int], count: int) -> int:
    """Lay the phase so that what is left is good; of equally good ways the light player's."""
    best = choose_play(s, t, net, work, actions, count)
    most = left_after(s, t, net, work, spare, best, actions)
    for i in range(count):
        count = legal(s, t, actions)  # trying an action writes there
        action = actions[i]
        if action >= PLACE and action != best:
            left = left_after(s, t, net, work, spare, action, actions)
            if left > most:
                best = action
                most = left
    return best


def keen_policy(
    s: State, t: Tables, net: Net, work: Floats, spare: State, stream: list[int], actions: list[int]
) -> int:
    count = legal(s, t, actions)
    work[PROMISED] = NOTHING_PROMISED
    if count == 1:
        return actions[0]
    if s.step == STEP_DRAW:
        return choose_source(s, t, net, work, spare)
    if actions[count - 1] >= HIT:
        return choose_hit(s, t, spare, actions, count)
    if actions[count - 1] >= PLACE:
        return choose_place(s, t, net, work, spare, actions, count)
    return choose_discard(s, t, net, work, spare)
