"""A guided first play of Pig."""

from parlour.engine.lesson import Lesson, Step

LESSON = Lesson(
    options={"target": 20},
    steps=(
        Step("You are Player 1. Touch the word to roll the die.", "roll", ("button:roll",)),
        Step("It shows 5. You have gathered 5, but they are not safe yet.", "5", ("die:1",)),
        Step("Hold, and they are banked: nobody can take them from you.", "hold", ("button:hold",)),
        Step("Player 2 rolls a 6, rolls again, and a 1 takes it all.", "roll 6 roll 1", ("piece:2",)),
        Step("Your turn. Roll once more.", "roll", ("button:roll",)),
        Step("A 1 at once: you get nothing, and your turn is over. That happens once in six rolls.", "1", ("die:1",)),
    ),
)
