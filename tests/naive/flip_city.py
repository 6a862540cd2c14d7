"""The naive twin of Flip City: the rulings written down once more, slowly and literally.

It exists to disagree. Random games are played on it and on the fast rules side by side, action by action,
and any difference is a mistake in one of the two. For that it shares nothing with the package: its card
figures and rulesets are typed in by hand from the rulings, zones are plain lists of face codes, and every
question is answered by looking through those lists again. It is deliberately slow; keep it that way.

Chance is explicit. Nothing is ever shuffled: a deck is the cards known on top, the unknown rest and the
cards known at the bottom, and an unknown card is determined only when somebody sees it.

Comments name the ruling that a line carries out.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

CHANCE = -1
OVER = -2

LAST_TURN = 400  # FC-52
POINTS_TO_WIN = 8  # FC-50
CARDS_TO_WIN = 18  # FC-50
LIMIT = 2  # FC-17
STATION_DISCOUNT = 2  # FC-35


@dataclass(frozen=True)
class Face:
    """What is printed on one face; None means that there is no such figure on it."""

    other: str
    cost: int | None
    fee: int | None
    cash: int
    points: int
    unhappy: int
    recyclable: bool


FACES = {
    "RA": Face(other="AP", cost=None, fee=1, cash=1, points=0, unhappy=1, recyclable=False),
    "AP": Face(other="RA", cost=None, fee=8, cash=1, points=0, unhappy=1, recyclable=False),
    "CS": Face(other="SM", cost=2, fee=3, cash=1, points=0, unhappy=0, recyclable=False),
    "SM": Face(other="CS", cost=None, fee=None, cash=2, points=1, unhappy=0, recyclable=True),
    "HO": Face(other="CH", cost=4, fee=4, cash=1, points=0, unhappy=1, recyclable=False),
    "CH": Face(other="HO", cost=None, fee=None, cash=0, points=0, unhappy=0, recyclable=True),
    "FA": Face(other="PP", cost=5, fee=6, cash=2, points=0, unhappy=0, recyclable=False),
    "PP": Face(other="FA", cost=None, fee=None, cash=2, points=3, unhappy=1, recyclable=True),
    "CP": Face(other="ST", cost=7, fee=5, cash=0, points=2, unhappy=0, recyclable=False),
    "ST": Face(other="CP", cost=None, fee=None, cash=0, points=3, unhappy=0, recyclable=False),
    "OF": Face(other="TC", cost=6, fee=6, cash=3, points=0, unhappy=0, recyclable=False),
    "TC": Face(other="OF", cost=None, fee=None, cash=0, points=3, unhappy=0, recyclable=True),
}

RULESETS = ("standard", "solo", "papergames-2025", "tmg-2015", "tmg-2015-text")


def seat_counts(ruleset: str) -> list[int]:
    """The numbers of seats that a ruleset allows."""
    if ruleset == "standard":
        return [2, 3, 4]
    if ruleset == "solo":
        return [1]
    if ruleset == "papergames-2025":
        return [1, 2, 3, 4]
    if ruleset == "tmg-2015":
        return [1, 2, 3, 4]
    if ruleset == "tmg-2015-text":
        return [2, 3, 4]
    raise ValueError(f"no such ruleset: {ruleset}")


def office_allowed(ruleset: str, seats: int) -> bool:
    """Whether the Office may be chosen."""
    if ruleset == "tmg-2015-text":  # it has no such option: the Office is always there
        return False
    if ruleset == "papergames-2025" and seats == 1:  # FC-65
        return False
    return True


def starting_deck(ruleset: str) -> list[str]:
    """The cards that each player starts with."""
    if ruleset == "tmg-2015-text":
        return ["RA", "AP", "CS", "SM", "CP", "ST", "HO", "CH", "FA", "PP", "TC"]
    return ["RA", "RA", "RA", "RA", "AP", "CS", "HO", "FA", "CP"]


def starting_supply(ruleset: str, seats: int, office: bool) -> dict[str, int]:
    """The supply at the start: fronts only (FC-02)."""
    if ruleset == "tmg-2015-text":
        return {"RA": 4, "CS": 12, "OF": 10, "HO": 12, "FA": 8, "CP": 8}
    if seats == 1:  # FC-60
        supply = {"CS": 4, "HO": 4, "FA": 4, "CP": 4}
        if office:
            supply["OF"] = 4
        return supply
    supply = {"CS": 12, "HO": 12, "FA": 8, "CP": 8}
    if office:
        supply["OF"] = 10
    return supply


@dataclass
class Player:
    """All the cards of one player, each as the code of the face that is up."""

    top: list[str] = field(default_factory=list)  # known, top card first
    rest: list[str] = field(default_factory=list)  # unknown, in no order
    bottom: list[str] = field(default_factory=list)  # known, lowest card last
    discard: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)  # in the order played

    def deck_size(self) -> int:
        return len(self.top) + len(self.rest) + len(self.bottom)


class NaiveFlipCity:
    """One game of Flip City, from set-up to its end, in the neutral notation."""

    def __init__(self, ruleset: str, seats: int, office: bool = False) -> None:
        if seats not in seat_counts(ruleset):
            raise ValueError(f"{ruleset} is not played by {seats}")
        if office and not office_allowed(ruleset, seats):
            raise ValueError(f"{ruleset} with {seats} seats has no option office")
        self.ruleset = ruleset
        self.seats = seats
        self.office = office
        self.supply = starting_supply(ruleset, seats, office)
        self.players = [Player(rest=starting_deck(ruleset)) for _ in range(seats)]  # FC-01
        self.start_known = seats == 1  # FC-03
        self.factory_waits = False  # a Factory was played and has not taken its card yet (FC-22)
        self.result: dict[str, Any] | None = None
        self._begin_turn(seat=0, number=1)

    # Questions

    def actor(self) -> int:
        """The seat to act, CHANCE or OVER."""
        if self.result is not None:
            return OVER
        if self._awaiting() is not None:
            return CHANCE
        return self.seat

    def legal(self) -> list[str]:
        """The texts of all legal actions, sorted."""
        if self.actor() == OVER:
            return []
        if self.actor() == CHANCE:
            return sorted(self.odds())
        if self.phase == "play":
            return sorted(self._legal_in_play())
        if self.phase == "remove":
            return sorted(f"remove {code}" for code in self.supply if self.supply[code] > 0)  # FC-61
        return sorted(self._legal_in_build())

    def odds(self) -> dict[str, Fraction]:
        """The chance of every possible outcome, while CHANCE acts."""
        awaiting = self._awaiting()
        assert awaiting is not None, "chance does not act now"
        if awaiting == "start":
            return {f"start {seat}": Fraction(1, self.seats) for seat in range(self.seats)}  # FC-03
        rest = self.players[self._seat_of_chance()].rest
        return {f"{awaiting} {code}": Fraction(rest.count(code), len(rest)) for code in set(rest)}

    def outcome(self) -> dict[str, Any] | None:
        """How the game ended, or None while it runs."""
        return None if self.result is None else dict(self.result)

    def snapshot(self) -> dict[str, Any]:
        """The position as JSON."""
        return {
            "game": "flip-city",
            "ruleset": self.ruleset,
            "options": {} if self.ruleset == "tmg-2015-text" else {"office": self.office},
            "seats": self.seats,
            "to_act": self.actor(),
            "phase": self.phase,
            "awaiting": self._awaiting(),
            "turn": {
                "seat": self.seat,
                "number": self.number,
                "cash": self.cash,
                "points": self.points,
                "unhappy": self.unhappy,
                "limit": self.limit,
                "must_play": self.must_play,
                "actions": self.actions,
                "extra_buys": self.extra_buys,
                "extra_flips": self.extra_flips,
            },
            "supply": dict(self.supply),
            "players": [
                {
                    "top": list(player.top),
                    "deck": {code: player.rest.count(code) for code in FACES if code in player.rest},
                    "bottom": list(player.bottom),
                    "discard": {code: player.discard.count(code) for code in FACES if code in player.discard},
                    "played": list(player.played),
                }
                for player in self.players
            ],
        }

    # What is awaited, what is allowed

    def _seat_without_top(self) -> int | None:
        """The first seat whose deck has cards but no known top card."""
        for seat in range(self.seats):
            player = self.players[seat]
            if player.deck_size() > 0 and len(player.top) == 0:
                return seat
        return None

    def _awaiting(self) -> str | None:
        if self.result is not None:
            return None
        if not self.start_known:
            return "start"  # FC-03
        if self._seat_without_top() is not None:
            return "top"  # FC-04
        if self.factory_waits:
            return "bottom"  # FC-22: the top card first, then the bottom card
        return None

    def _seat_of_chance(self) -> int:
        without_top = self._seat_without_top()
        return self.seat if without_top is None else without_top

    def _legal_in_play(self) -> list[str]:
        player = self.players[self.seat]
        texts = []
        if player.deck_size() > 0:
            texts.append("play")
        if player.deck_size() == 0 and len(player.discard) > 0:
            texts.append("shuffle")  # FC-15, FC-16
        if self._may_stop():
            texts.append("stop")
        for code in FACES:
            if FACES[code].recyclable and code in player.discard:
                texts.append(f"recycle {code}")  # FC-18
        return texts

    def _may_stop(self) -> bool:
        player = self.players[self.seat]
        if player.deck_size() == 0:
            return True  # FC-14, FC-15, FC-16
        if len(player.played) == 0:
            return False  # FC-12
        if player.top[0] == "RA":
            return False  # FC-13
        if self.must_play:
            return False  # FC-14
        return True  # FC-11

    def _legal_in_build(self) -> list[str]:
        texts = ["done"]  # FC-30
        for code in self.supply:
            if self.supply[code] == 0:
                continue  # FC-38
            if self.extra_buys > 0 or self.actions > 0:  # FC-30, FC-34
                if self._build_cost(code) <= self.cash:
                    texts.append(f"buy {code}")  # FC-31
            if self.actions > 0:  # FC-30
                if self._build_cost(code) + self._flip_fee(code) <= self.cash:
                    texts.append(f"develop {code}")  # FC-33
        if self.extra_flips > 0 or self.actions > 0:  # FC-30, FC-34
            for code in FACES:
                if code not in self.players[self.seat].discard:
                    continue  # FC-32, FC-36
                if FACES[code].fee is None or self._flip_price(code) > self.cash:
                    continue  # FC-32
                if code == "AP" and self.seats > 1:
                    for target in range(self.seats):
                        if target != self.seat:
                            texts.append(f"flip AP>{target}")  # FC-37
                else:
                    texts.append(f"flip {code}")
        return texts

    def _build_cost(self, code: str) -> int:
        if code == "RA" and self.ruleset == "tmg-2015-text":
            return 1
        cost = FACES[code].cost
        assert cost is not None
        return cost

    def _flip_fee(self, code: str) -> int:
        fee = FACES[code].fee
        assert fee is not None
        return fee

    def _flip_price(self, code: str) -> int:
        if self.extra_flips > 0:
            return max(0, self._flip_fee(code) - STATION_DISCOUNT)  # FC-35
        return self._flip_fee(code)

    # What happens

    def apply(self, text: str) -> None:
        """Carry out one legal action, of a player or of chance."""
        assert text in self.legal(), f"{text!r} is not legal here: {self.legal()}"
        verb, _, what = text.partition(" ")
        if verb == "start":
            self.seat = int(what)
            self.start_known = True
        elif verb == "top":
            self._reveal_top(what)
        elif verb == "bottom":
            self.players[self.seat].rest.remove(what)
            self.players[self.seat].discard.append(what)  # FC-22
            self.factory_waits = False
        elif verb == "play":
            self._play()
        elif verb == "stop":
            self.must_play = False
            self.phase = "build"
        elif verb == "shuffle":
            if self.seats == 1:
                self.phase = "remove"  # FC-61
            else:
                self._shuffle()
        elif verb == "remove":
            self._remove(what)
        elif verb == "recycle":
            self._recycle(what)
        elif verb == "buy":
            self._buy(what)
        elif verb == "flip":
            self._flip(what)
        elif verb == "develop":
            self._develop(what)
        else:
            assert text == "done"
            self._done()

    def _reveal_top(self, code: str) -> None:
        player = self.players[self._seat_of_chance()]
        player.rest.remove(code)
        player.top.append(code)  # FC-04
        if self.factory_waits:
            self._factory_takes()

    def _play(self) -> None:
        player = self.players[self.seat]
        code = player.top.pop(0)
        player.played.append(code)  # FC-10
        self.must_play = False  # FC-14: this card fulfils the obligation
        self.cash += FACES[code].cash
        self.points += FACES[code].points
        self.unhappy += FACES[code].unhappy
        if self.unhappy > self.limit:
            self._bust()  # FC-17, before the ability (FC-10)
            return
        if code == "SM":
            self.must_play = True  # FC-14
        elif code == "HO":
            self.cash += self.unhappy  # FC-21
        elif code == "CH":
            self.limit += 1  # FC-17
        elif code == "FA":
            if player.deck_size() > 0:  # FC-22
                self.factory_waits = True
                self._factory_takes()
        elif code == "CP":
            self.extra_buys += 1  # FC-34
        elif code == "ST":
            self.extra_flips += 1  # FC-34

    def _factory_takes(self) -> None:
        """Move the bottom card to the discard pile, unless chance has to show a card first (FC-22)."""
        player = self.players[self.seat]
        if len(player.top) == 0:
            return  # chance reveals the top card first
        if len(player.bottom) > 0:
            player.discard.append(player.bottom.pop())
        elif len(player.rest) > 0:
            return  # chance determines the bottom card
        else:
            player.discard.append(player.top.pop())
        self.factory_waits = False

    def _recycle(self, code: str) -> None:
        player = self.players[self.seat]
        player.discard.remove(code)
        if code == "TC":
            player.top.insert(0, "OF")  # FC-20
            return
        player.discard.append(FACES[code].other)  # FC-18
        if code == "SM":
            self.cash += 1
        elif code == "CH":
            self.limit += 1  # FC-17
        elif code == "PP":
            self.points += 1
            self.unhappy += 1
        if self.unhappy > self.limit:
            self._bust()  # FC-19

    def _shuffle(self) -> None:
        player = self.players[self.seat]
        player.rest = player.discard  # FC-15
        player.discard = []

    def _remove(self, code: str) -> None:
        self.supply[code] -= 1  # FC-61
        self._lose_without_supply()
        if self.result is None:
            self.phase = "play"
            self._shuffle()

    def _buy(self, code: str) -> None:
        self._pay(self._build_cost(code))
        if self.extra_buys > 0:
            self.extra_buys -= 1  # FC-34
        else:
            self.actions -= 1  # FC-30
        self.supply[code] -= 1
        self.players[self.seat].discard.append(code)  # FC-31
        self._lose_without_supply()

    def _flip(self, what: str) -> None:
        code, _, target = what.partition(">")
        self._pay(self._flip_price(code))
        if self.extra_flips > 0:
            self.extra_flips -= 1  # FC-35
        else:
            self.actions -= 1  # FC-30
        self.players[self.seat].discard.remove(code)
        if code != "AP":
            self.players[self.seat].discard.append(FACES[code].other)  # FC-32
        elif self.seats > 1:
            self.players[int(target)].discard.append("RA")  # FC-37
        # else FC-64: the Apartment is out of the game

    def _develop(self, code: str) -> None:
        self._pay(self._build_cost(code) + self._flip_fee(code))
        self.actions -= 1  # FC-30
        self.supply[code] -= 1
        self.players[self.seat].discard.append(FACES[code].other)  # FC-33
        self._lose_without_supply()

    def _pay(self, price: int) -> None:
        self.cash -= price
        assert self.cash >= 0  # FC-34

    # How turns and games end

    def _begin_turn(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number
        self.phase = "play"
        self.cash = 0  # FC-39
        self.points = 0
        self.unhappy = 0
        self.limit = LIMIT
        self.must_play = False
        self.actions = 1
        self.extra_buys = 0
        self.extra_flips = 0

    def _bust(self) -> None:
        self.must_play = False
        self._end_turn()  # FC-17, FC-51: no building, no victory

    def _done(self) -> None:
        played = self.players[self.seat].played
        if self.points >= POINTS_TO_WIN:
            self._end_game([self.seat], "points")  # FC-50
        elif "CS" in played and len(played) >= CARDS_TO_WIN:
            self._end_game([self.seat], "cards")  # FC-50
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        player = self.players[self.seat]
        player.discard = player.discard + player.played
        player.played = []
        if self.number == LAST_TURN:
            self._end_game([], "truncated")  # FC-52
        else:
            self._begin_turn((self.seat + 1) % self.seats, self.number + 1)  # FC-03

    def _lose_without_supply(self) -> None:
        if self.seats == 1 and sum(self.supply.values()) == 0:
            self._end_game([], "supply")  # FC-63

    def _end_game(self, winners: list[int], reason: str) -> None:
        self.result = {
            "winners": winners,
            "reason": reason,
            "truncated": reason == "truncated",
            "turns": self.number,
        }
