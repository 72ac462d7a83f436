"""What is said to whoever hands a batch something it cannot take."""


class BadInput(ValueError):
    """A batch cannot take what it was given; it is as it was, and the message says what to do."""
