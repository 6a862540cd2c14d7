"""A complete bot of its own: it speaks the line protocol of docs/bots.md and imports nothing but the standard library.

Plays Flip City carefully: it stops when it may and one more unhappiness would be one too many, and buys what costs
most. In any other game it takes the first legal action.
"""

import json
import sys

PRICES = {"CS": 2, "HO": 4, "FA": 5, "CP": 7, "OF": 6}


def choose(view: dict) -> str:
    legal = view["legal"]
    turn = view.get("turn", {})
    if "stop" in legal and "play" in legal and turn.get("unhappy", 0) >= turn.get("limit", 2):
        return "stop"
    buys = [action for action in legal if action.startswith("buy ")]
    if buys:
        return max(buys, key=lambda action: PRICES.get(action[4:], 0))
    return legal[0]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"protocol": 1, "name": "careful"}
    elif message["type"] == "options":  # ruleset, options, seats and the own seat: the same play for all of them
        answer = {}
    else:
        answer = {"action": choose(message["view"])}
    print(json.dumps(answer), flush=True)
