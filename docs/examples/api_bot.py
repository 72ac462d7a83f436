"""Plays random legal moves, to the end of one play.

python api_bot.py http://127.0.0.1:8080 quatro match=single     opens a room and plays against a bot
python api_bot.py http://127.0.0.1:8080 kx7fw2ma                sits down in a room that somebody opened
"""

import json
import random
import sys
from urllib.request import Request, urlopen

server, room, *options = sys.argv[1:]
key = ""


def ask(method, path, **body):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    return urlopen(Request(f"{server}/api{path}", json.dumps(body).encode() if body else None, headers, method=method))


key = json.load(ask("POST", "/guests"))["key"]
if room in [game["name"] for game in json.load(ask("GET", "/games"))]:
    chosen = {"players": "2"} | dict(option.split("=", 1) for option in options)
    room = json.load(ask("POST", "/rooms", game=room, options=chosen, bots={"1": "random"}, pace=0))["code"]
view = json.load(ask("GET", f"/rooms/{room}"))
seat = next(seat["seat"] for seat in view["seats"] if seat["kind"] == "open")
ask("POST", f"/rooms/{room}/seats/{seat}", name=f"Randolph {seat + 1}")
answered = 0
for line in ask("GET", f"/rooms/{room}/events?detail=text"):
    if line.startswith(b"data: "):
        view = json.loads(line.removeprefix(b"data: "))
        print(*(told["sentence"] for told in view["told"]), sep="\n")
        if view["over"]:
            break
        if view["to_move"] == seat and view["after"] > answered:
            answered = view["after"]
            move = random.choice(view["legal"])["notation"]
            ask("POST", f"/rooms/{room}/moves", seat=seat, after=answered, move=move)
