"""What is said where a library that a door leads to is not installed."""


class MissingPackage(ImportError):
    """A door needs a package that is not there; the message says how to get it."""


def explain_missing(error: ImportError) -> MissingPackage:
    """The same in a sentence, with what to do."""
    package = (error.name or "a package").split(".")[0]
    is_there = not isinstance(error, ModuleNotFoundError)
    what = f"is of a version that does not fit ({error})" if is_there else "is not installed"
    return MissingPackage(f"{package} {what}: pip install 'parlour[rl]'", name=package)
