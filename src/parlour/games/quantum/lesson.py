"""A guided first play of Quantum."""

from parlour.engine.lesson import Lesson, Step

LESSON = Lesson(
    steps=(
        Step(
            "You are White. All pieces start in the centre, the nucleus. Bring them in on lithium, 3, work outwards "
            "from ring to ring, and end a count exactly on home.",
            point=("centre", "square:3", "square:53d"),
        ),
        Step(
            "You start, and throw 6 and 5. A six gives you one die more: 2.",
            "first:White 65 2",
        ),
        Step(
            "A six may bring a piece in, from the centre to 3. That uses it up, and it does not move the piece. "
            "Bring one in.",
            "E",
            ("centre", "square:3", "enter"),
        ),
        Step(
            "Now move it with the 5, anti-clockwise along its ring. Every score must be used.",
            "3-8[5]",
            ("piece:0.0", "die:5", "square:8"),
        ),
        Step("Use the 2 as well. Then your turn is over.", "8-10[2]", ("piece:0.0", "die:2", "square:10")),
        Step(
            "A later turn. Play the 3 from oxygen, 8. It passes Black on neon, 10, and a passed piece is zapped and "
            "falls inwards. It ends exactly on 3, the jump square, so your piece jumps to 11 and earns a die.",
            "8-3[3]",
            ("piece:0.0", "die:3", "piece:1.0", "square:3", "square:11"),
            position="phase=using turns=9 turn=White White=8,12h,0,0,0,0,0,0 Black=10,12j,0,0,0,0,0,0 pair=63 loose=2",
        ),
        Step("The die you earned shows 5.", "5"),
        Step(
            "Now land on Black with the 2. The piece there falls down; the one that arrives goes up, a ring farther "
            "out. The same happens if the piece there is your own.",
            "12h-12j[2]",
            ("piece:0.1", "die:2", "piece:1.1", "square:31"),
        ),
        Step(
            "With 3 and 2 you may also move one piece by the total. Then it does not land in between: it passes Black "
            "on boron, 5, and zaps it.",
            "3-8[3+2]",
            ("piece:0.0", "total:5", "piece:1.0"),
            position="phase=using turns=15 turn=White White=3,0,0,0,0,0,0,0 Black=5,0,0,0,0,0,0,0 pair=32",
        ),
        Step(
            "Home is the blank square just before xenon, 54. But it wins only in balance, when exactly half of all "
            "pieces are in the centre. Here there are fifteen of sixteen: move onto home, and nothing happens.",
            "53-H[4]",
            ("square:53d", "piece:0.0", "centre"),
            position="phase=using turns=19 turn=White White=53,0,0,0,0,0,0,0 Black=0,0,0,0,0,0,0,0 loose=4",
        ),
        Step(
            "A piece that rises or falls onto another strikes it too. Land on chlorine, 17, and see a chain reaction. "
            "It ends with a piece of your own, on 85.",
            "15-17[2]",
            ("piece:0.1", "die:2", "piece:1.1", "piece:1.2", "piece:1.3", "piece:0.2"),
            position="phase=using turns=21 turn=White White=25,15,85,0,0,0,0,0 Black=12,17,35,53,40,0,0,0 loose=42",
        ),
        Step(
            "Your own piece fell to iodine, 53, four steps from home. Now look at the balance: 8 of 16 pieces are in "
            "the centre, exactly half. Whenever it is not, bring pieces in or zap some.",
            point=("piece:0.2", "square:53d", "centre"),
        ),
        Step(
            "Move four, exactly onto home, and win.",
            "53-H[4]",
            ("piece:0.2", "die:4", "square:53d"),
        ),
    ),
)
