"""A guided first play of Numeric: sums with three dice, then zones. Counters is a lesson of its own."""

from parlour.engine.lesson import Lesson, Step

ZONES = {"variant": "zones"}
COUNTERS = Lesson(
    title="Counters, the big game",
    options={"variant": "counters"},
    position="phase=forming throws=2 thrower=A turn=A asked=0 throw=6431 money=510,520 A=4 "
    "rackA=5,15,45,64,66,97 rackB=9,14,20,30,40,50 cells=C0:4",
    steps=(
        Step(
            "In Counters the numbers lie before you. Make the 5: it is one more than the 4 on the board, "
            "so the two are related.",
            "6-4+3*1=5",
            ("rack:A", "number:5", "number:4"),
        ),
        Step(
            "Now lay it beside the 4. Every counter must touch a relative: one more or one less, both prime, or a "
            "multiple.",
            "@V1",
            ("cell:V1", "number:4"),
        ),
        Step(
            "Another throw brought you nothing. Then you may change one counter. 97 is hard to make: put it back.",
            "~97",
            ("number:97", "rack:A"),
            position="phase=swapping throws=3 thrower=A turn=A asked=0 throw=6521 money=550,520 A=5 B=4 "
            "rackA=15,45,63,64,66,97 rackB=9,14,20,30,40,50 cells=C0:4,V1:5 swaps=1",
        ),
    ),
)

LESSON = Lesson(
    options={"variant": "basic", "dice": 3},
    position="phase=forming throws=1 thrower=A turn=A asked=0 throw=632 money=0,0",
    steps=(
        Step(
            "First a few sums, with three dice and a pound for each. You are A, and have thrown 6, 3 and 2. Make one "
            "number out of all the dice, and cover it.",
            point=("side:A", "die:1", "die:2", "die:3"),
        ),
        Step(
            "Use every die once. The easy way is to add them: 6 + 3 + 2 makes 11. Cover 11 and earn £1.",
            "6+3+2=11",
            ("die:1", "die:2", "die:3", "number:11"),
        ),
        Step("B throws 5, 4 and 1, and makes 21. Then you throw 6, 4 and 1.", "541 5*4+1=21 641"),
        Step(
            "Try times: 6 × 4 makes 24. The 1 must be used too. Times 1 changes nothing, so you still have 24.",
            "6*4*1=24",
            ("die:1", "die:2", "die:3", "number:24"),
        ),
        Step("B throws 5, 3 and 2, and makes 30. Then you throw 5, 4 and 3.", "532 5*3*2=30 543"),
        Step(
            "Times goes before plus: 5 × 4 + 3 is 23. Brackets go first of all: 5 × (4 + 3) is 35. Make 35.",
            "5*(4+3)=35",
            ("die:1", "die:2", "die:3", "number:35"),
        ),
        Step(
            "Now and then you see no number that is still free. Then you pass, and try again next time.",
            "pass",
            ("pass",),
            position="phase=forming throws=9 thrower=A turn=A asked=0 throw=111 money=4,4 A=3,11,24,35 B=2,21,30,40",
        ),
        Step(
            "Now Zones, the usual game. All use the same four dice, and big numbers pay more. 73 pays £50, and twice "
            "that because it is silver. Make it: 6 × 4 × 3 + 1.",
            "6*4*3+1=73",
            ("number:73", "side:A"),
            options=ZONES,
            position="phase=forming throws=3 thrower=A turn=A asked=0 throw=6431 money=500,550 A=14 B=96",
        ),
        Step("Gold and silver numbers bring a card. This one pays money, or ends the game.", "#3", ("number:73",)),
        Step(
            "Ending the game is good only if you have the most money. You do, but you can have more. Take £200.",
            "take",
            ("card", "take", "side:A"),
        ),
        Step(
            "Some cards cost money. If a card takes your last pound you are out. You may just stop, or help another "
            "side with its sums. Help B.",
            "join:B",
            ("card", "join:B"),
            options={**ZONES, "players": 3},
            position="phase=bankrupt throws=3 thrower=A turn=A asked=0 throw=6431 money=0,500,600 A=73 card=7 "
            "number=73 reward=100 drawn=1 pack=7 broke=A",
        ),
        Step(
            "The same again, and this time you just stop. Do not worry: it does not happen often.",
            "forfeit",
            ("card", "forfeit"),
            position="phase=bankrupt throws=3 thrower=A turn=A asked=0 throw=6431 money=0,500,600 A=73 card=7 "
            "number=73 reward=100 drawn=1 pack=7 broke=A",
        ),
        Step(
            "Once more the card that ends the game. You have £1,900 and B has £900. End it now, and you win.",
            "end",
            ("side:A", "side:B", "end"),
            options=ZONES,
            position="phase=choosing throws=9 thrower=A turn=A asked=0 throw=6431 money=1900,900 A=14,73 B=96 card=9 "
            "number=73 reward=100 drawn=1 pack=9",
        ),
    ),
    further={"counters": COUNTERS},
)
