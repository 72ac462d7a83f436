"""`python -m parlour` is `parlour`, where the command itself is not on the path."""

from parlour.cli import main

if __name__ == "__main__":
    main(prog_name="python -m parlour")
