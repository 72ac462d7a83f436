"""What is said where a library that a door leads to is not installed."""


class MissingPackage(ImportError):
    """A door needs a package that is not there; the message says how to get it."""


def explain_missing(error: ImportError) -> MissingPackage:
    return MissingPackage(f"{error.name} is not installed: pip install 'parlour[rl]'", name=error.name)
