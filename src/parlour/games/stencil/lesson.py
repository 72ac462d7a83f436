"""A guided first play of Stencil."""

from parlour.engine.lesson import Lesson, Step

LESSON = Lesson(
    options={"first_player": "red", "games": 1},
    steps=(
        Step(
            "You are Red. These plates have four holes each. You win when you see that your plate would show three "
            "of your counters and one of White's.",
            point=("plate:K1", "plate:K2", "plate:K3", "plate:K4"),
        ),
        Step("You will start, so White chooses a plate first.", "K4"),
        Step(
            "Take plate K1. You may turn it round, but not turn it over.",
            "K1",
            ("plate:K1",),
        ),
        Step(
            "Place a counter on any empty cell. Try b2, near the middle. Counters never move again.",
            "b2",
            ("cell:b2",),
        ),
        Step("White places a counter too. The game goes on like this, turn by turn.", "a1", ("cell:a1",)),
        Step(
            "A few turns later. Turned half way round, your plate looks at c2, d2, d4 and b3. Place on d4: that makes "
            "three of yours. Leave b3 empty, because four of yours would be wrong. The fourth must be White's.",
            "d4",
            ("cell:c2", "cell:d2", "cell:d4", "cell:b3"),
            position="red=b2c2d2 white=a1b1c1 turn=red plates=K1,K4 starter=red turns=7",
        ),
        Step("White has not looked at your plate, and steps into your pattern.", "b3", ("cell:b3",)),
        Step(
            "Nobody tells you that it is there. You have seen it: touch your plate, then half a turn, and claim.",
            "@2",
            ("plate:K1", "turning:2"),
        ),
        Step(
            "That was the game. Now see what a wrong claim costs. Here a3 is empty, so the plate as it lies shows "
            "nothing yet. Claim anyway: the plate is lifted, and your turn is over.",
            "@0",
            ("turning:0", "cell:a3"),
            position="red=a1c2d4 white=b3a4c4 turn=red plates=K1,K4 starter=red turns=7",
        ),
        Step("White uses the time.", "a2", ("cell:a2",)),
        Step(
            "Claim wrongly once more, with a quarter turn. A second mistake in a row does not end your turn: now you "
            "must place. So nobody can pass for ever.",
            "@1",
            ("turning:1",),
        ),
        Step(
            "Place on d2. Do you see what it makes? The half turn now shows c2, d2 and d4, and White on b3.",
            "d2",
            ("cell:d2", "red:c2", "red:d4", "white:b3"),
        ),
        Step(
            "Watch White's plate as well. As it lies, it looks at c1, d1, b4 and a3. White has three of them. If you "
            "went to a3, you would finish White's pattern. Place on c2 instead.",
            "c2",
            ("plate:K4", "white:c1", "white:d1", "white:b4", "cell:a3"),
            position="red=b2d2a4 white=c1d1b4 turn=red plates=K1,K4 starter=red turns=7",
        ),
        Step(
            "At the very end all counters are down. Each of you may claim once more. You see nothing, so say that you "
            "make no claim.",
            "--",
            ("button:no-claim",),
            position="red=b1c1d2a3c3d3c4d4 white=a1d1a2b2c2b3a4b4 turn=red plates=K1,K4 starter=red turns=17",
        ),
        Step("White sees nothing either. Nobody has won: a draw. Now play, and keep looking at both plates.", "--"),
    ),
)
