"""A guided first play of Vendetta for four. To choose whether to spin is a lesson of its own."""

from parlour.engine.lesson import Lesson, Step

SPIN = Lesson(
    title="Spinning only if you want to",
    options={"spin": "optional"},
    steps=(
        Step(
            "Some tables let you choose whether to spin. Here your own Godfather stands alone on 5. Leave the spinner "
            "alone.",
            "nospin",
            ("piece:0.0", "nospin"),
            position="phase=asking turns=33 turn=A A=5,2,H,H,H,H,H,H,H B=H,H,H,H,H,H,H,H,H "
            "C=H,H,H,H,H,H,H,H,H D=H,H,H,H,H,H,H,H,H dice=53 used=both moved=1 hits=1",
        ),
        Step(
            "Here your Godfather is at home, and one of your men is a hostage on 20. Spin: if your own Hit strikes "
            "there, it is the captor who falls.",
            "spin",
            ("spin", "space:20"),
            position="phase=asking turns=37 turn=A A=H,2,20,H,H,H,H,H,H B=H,8,H,H,H,H,H,H,H "
            "C=H,H,H,H,H,H,H,H,H D=H,H,H,H,H,H,H,H,H order=20:AB dice=53 used=both moved=1 hits=1",
        ),
        Step("It points at 20: the captor falls and your man is free.", "20/44", ("space:20",)),
    ),
)

LESSON = Lesson(
    steps=(
        Step(
            "You are family A. Bring your Godfather out of home, once round the circle and home again, by exact count. "
            "Your first step is onto your gate, space 0.",
            point=("piece:0.0", "home:A", "space:0"),
        ),
        Step("You start, and throw 2 and 2.", "first:A 22"),
        Step(
            "Move one piece by both dice together, or two pieces by one die each. Bring your Godfather out with one "
            "2: the gate, and space 1.",
            "gH>1[2]",
            ("piece:0.0", "die:low", "space:1"),
        ),
        Step(
            "Another piece must take the other die. Send a soldier to the same space. The spinner would strike him "
            "and not the Godfather, and two pieces close a space to everybody else.",
            "sH>1[2]",
            ("piece:0.1", "die:high", "space:1"),
        ),
        Step(
            "Some turns later. A single soldier of B stands on 20. Land on him with the 5 and he is your hostage: he "
            "cannot move.",
            "s15>20[5]",
            ("piece:0.2", "die:high", "space:20"),
            position="phase=moving turns=21 turn=A A=1,1,15,17,H,H,H,H,H B=H,8,H,H,H,H,H,H,H "
            "C=H,H,H,H,H,H,H,H,H D=H,H,H,H,H,H,H,H,H dice=53",
        ),
        Step(
            "Send a second soldier there with the 3, and the hostage is lost to B. A Godfather would not die this way.",
            "s17>20[3]",
            ("piece:0.3", "die:low", "space:20"),
        ),
        Step(
            "Now one of yours is held, by a single soldier of B on 5. Land there with the 2: your man is rescued and "
            "the captor is lost.",
            "s3>5[2]",
            ("piece:0.1", "die:low", "space:5"),
            position="phase=moving turns=25 turn=A A=H,3,5,H,H,H,H,H,H B=H,41,H,H,H,H,H,H,H "
            "C=H,H,H,H,H,H,H,H,H D=H,H,H,H,H,H,H,H,H order=5:AB dice=42",
        ),
        Step(
            "The rescued man is free, and may take the 4 at once. Space 9 is F.B.I.: soldiers may stop there, a "
            "Godfather may not.",
            "s5>9[4]",
            ("piece:0.2", "die:high", "space:9"),
        ),
        Step(
            "A throw of 6 and 2. Let one soldier take the total, with one landing only: space 7, a Hit.",
            "sH>7[6+2]",
            ("piece:0.2", "total", "space:7"),
            position="phase=moving turns=29 turn=A A=1,1,H,H,H,H,H,H,H B=H,8,H,H,H,H,H,H,H "
            "C=20,20,H,H,H,H,H,H,H D=H,H,H,H,H,H,H,H,H dice=62",
        ),
        Step(
            "A Hit spins the spinner, and it strikes two opposite spaces. On 20 B loses a soldier. On 44 C's "
            "Godfather has a guard, so the guard falls. It can strike you as well.",
            "20/44",
            ("spinner", "space:20", "space:44"),
        ),
        Step(
            "Know the other marks. A soldier who lands on 11, Silenced, is lost. If the spinner points at 6, Massacre, "
            "all soldiers there fall. No Godfather may land on 4, F.B.I.",
            point=("space:11", "space:6", "space:4"),
        ),
        Step(
            "The end of a game. Your Godfather on 44 needs exactly 5: three spaces, the gate, and home. With more he "
            "would have another round to go. Bring him home.",
            "g44>H[5]",
            ("piece:0.0", "die:high", "home:A"),
            position="phase=moving turns=81 turn=A A=44,H,H,H,x,x,H,H,H B=30,30,H,H,H,H,H,H,H "
            "C=H,8,H,H,H,H,H,H,H D=12,12,H,H,H,H,H,H,H dice=53",
        ),
    ),
    further={"spin": SPIN},
)
