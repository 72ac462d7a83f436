"""How the house says no."""


class Refused(Exception):
    """Something cannot be done; the sentence says why, and what can."""

    def __init__(self, status: int, sentence: str, option: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.option = option  # the one of a game that has to be changed
