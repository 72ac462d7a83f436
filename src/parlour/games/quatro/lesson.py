"""A guided first play of Quatro for four; the cube, and play for three, are lessons of their own."""

from parlour.engine.lesson import Lesson, Step

CUBE = Lesson(
    title="The doubling cube",
    options={"players": 2, "cube": True},
    steps=(
        Step(
            "With the doubling cube, whoever is about to roll may double the stake first. The others go along, or "
            "give up and pay. Here you are far ahead: double.",
            "dbl2",
            ("cube", "button:double"),
            position="phase=doubling A=13:3,9:6,5:6 B=36:2,25:5,15:3,9:5 turn=A",
        ),
        Step("Black thinks there is still a chance, and accepts. From now on all payments count twice.", "take"),
        Step(
            "On another day you are a little behind, and do not want to double. Just roll.",
            "roll",
            ("button:roll",),
            position="phase=doubling A=36:2,25:5,15:3,9:5 B=36:1,25:4,15:3,9:7 turn=A",
        ),
        Step(
            "Now Black doubles, and asks you. The game is about even: accept.",
            "take",
            ("cube", "button:accept", "button:decline"),
            position="phase=answering A=36:1,25:4,15:4,9:6 B=36:2,25:4,15:4,9:5 turn=B asked=A",
        ),
        Step(
            "Here you are far behind. Decline: you leave the game and pay one now, before it becomes more.",
            "drop",
            ("button:decline",),
            position="phase=answering A=36:4,25:5,15:6 B=9:8,5:7 turn=B asked=A",
        ),
    ),
)

THREE = Lesson(
    title="Three players",
    options={"players": 3, "seat_draft": "choose"},
    steps=(
        Step(
            "With three players one of the four boards stays empty. Here the boards are chosen, and you are first. "
            "Take board A.",
            "board:A",
            ("board:A",),
            position="phase=choosing choosers=123",
        ),
        Step("The others take theirs.", "board:D board:C"),
        Step(
            "Board B stays empty. Blue, opposite it, is now the only one whose men go clockwise, and is the one to "
            "start.",
            point=("point:B5", "point:D5"),
        ),
    ),
)

LESSON = Lesson(
    steps=(
        Step(
            "You are Red. From B1, where your rearmost men stand, your men go anticlockwise round the whole circle to "
            "your home, A9 to A1, and then off. Blue and Black come towards you.",
            point=("point:B1", "point:A9", "point:A1"),
        ),
        Step("You start, and roll 5 and 1. Each die moves a man. One man may take both.", "start:A 51:"),
        Step(
            "Take the 5 with a man on A9. Blue owns A4, so you cannot stay there. But a man who goes on at once may "
            "touch it.",
            "9/4~",
            ("die:5", "point:A9", "point:A4"),
        ),
        Step("He must go on now, with the 1, and rests on A3.", "4/3", ("die:1", "point:A4", "point:A3")),
        Step(
            "Another turn. A single man of Black stands on A8. Hit him with the 1: he goes to the bar and has the "
            "whole way to go again.",
            "9/8*",
            ("die:1", "point:A9", "point:A8"),
            position="phase=moving A=25:3,15:3,9:3,5:2 D=36:2,25:3,15:3,9:3 C=36:2,25:3,15:3,9:3 "
            "B=36:1,29:1,25:3,15:3,9:3 turn=A dice=31",
        ),
        Step(
            "Alone on A8 your man could be hit too. Move him on with the 3, to your two men on A5. Two men on a point "
            "are safe.",
            "8/5",
            ("die:3", "point:A8", "point:A5"),
        ),
        Step(
            "Now you were hit. Until your man is in you move nothing else. He comes in at B: a 6 leads to B6, which "
            "Blue owns, so he can only touch it.",
            "bar/31~",
            ("die:6", "bar:A", "point:B6"),
            position="phase=moving A=bar:1,25:3,15:3,9:4 D=36:2,24:3,15:3,9:3 C=36:2,25:3,15:3,9:3 "
            "B=36:2,25:3,15:3,9:3 turn=A dice=61",
        ),
        Step(
            "He goes on with the 1 and rests on B7: 6 and 1 are 7. A man may come in by the sum of the dice, as long "
            "as it is not more than 9.",
            "31/30",
            ("die:1", "point:B7"),
        ),
        Step(
            "On the bar again, with 6 and 5. B6 and B5 are closed, and the sum is more than nine. You cannot move, so "
            "this roll is lost.",
            "-",
            ("bar:A", "point:B6", "point:B5"),
            position="phase=moving A=bar:1,25:3,15:3,9:4 D=36:2,24:3,15:3,9:3 C=36:2,25:3,15:3,9:3 "
            "B=36:2,25:3,15:3,9:1,5:2 turn=A dice=65",
        ),
        Step(
            "The end of a game. With all your men home you bear them off, and a 5 takes your last man from A5. Each "
            "loser pays one to four points: the farther back their last man, the more.",
            "5/off",
            ("die:5", "point:A5", "off:A"),
            position="phase=moving A=5:1,off:10 D=30:1,9:10 C=20:1,9:10 B=9:10,off:1 turn=A dice=53 moved=3:3",
        ),
    ),
    further={"cube": CUBE, "three": THREE},
)
