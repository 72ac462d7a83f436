"""Stand-ins for the process that compiles, for tests; in a file of their own, which is soon imported."""

import os
import time
from multiprocessing.connection import Connection


def compile_in_steps(game: str, what: str, sending: Connection) -> None:
    for done in range(4):
        sending.send((done, 3))
        time.sleep(0.05)


def die(game: str, what: str, sending: Connection) -> None:
    sending.send((1, 3))
    os._exit(1)
