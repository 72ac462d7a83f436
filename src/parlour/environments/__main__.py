"""`python -m parlour.environments NAME`: what a learner sees and does in a game, number by number."""

import argparse

from parlour.engine.game import UnknownGame, find_game, games
from parlour.environments.listing import tell_numbers


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m parlour.environments", description=tell_numbers.__doc__)
    parser.add_argument("game", help=f"one of {', '.join(games())}")
    try:
        print(tell_numbers(find_game(parser.parse_args().game)))
    except UnknownGame as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
