"""How far from perfect does somebody play Stencil? Every decision is compared with the exact solver.

    python docs/examples/regret.py --bots random,pip,dora --plays 20

For each bot: how much of a win an average decision gave away, how many decisions gave away nothing, and the points of a
play against an opponent who plays at random. A learner of your own goes in the place of `bot.choose`.
"""

import argparse

from parlour.environments.gymnasium import Seat
from parlour.search.bots import Bot
from parlour.search.seating import new_bot


def measure(game: Seat, bot: Bot, plays: int) -> tuple[float, float, float]:
    """Mean regret of a decision, the share of decisions without any, and mean points of a play."""
    regrets: list[float] = []
    points = 0.0
    for seed in range(plays):
        game.reset(seed=seed)
        bot.begin(seed)
        over = False
        while not over:
            _, reward, over, _, info = game.step(bot.choose(game.table))
            regrets.append(info["regret"])
        points += reward
    return sum(regrets) / len(regrets), regrets.count(0) / len(regrets), points / plays


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="random,pip,dora,albert,maud,edwin,octavia", help="names, with commas")
    parser.add_argument("--plays", type=int, default=20, help="of each")
    given = parser.parse_args()
    game = Seat("stencil", exact=True, unfinished="half")
    print(f"{'':10}{'regret':>8}{'perfect':>9}{'points':>8}")
    for name in given.bots.split(","):
        bot = new_bot(game.table.game, game.table.values, name)
        regret, perfect, points = measure(game, bot, given.plays)
        print(f"{name:10}{regret:8.3f}{perfect:9.0%}{points:8.2f}", flush=True)


if __name__ == "__main__":
    main()
