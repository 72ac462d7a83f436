"""A table: people and players the program moves for, round one play, in a terminal."""

import random
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from parlour.engine.moves import Action
from parlour.engine.pages import NoPage
from parlour.engine.people import person, say
from parlour.engine.play import IllegalAction, Play
from parlour.engine.record import CALL_MARK
from parlour.engine.referee import Referee
from parlour.search.advice import advise
from parlour.search.bots import Bot
from parlour.search.outside import EngineFault
from parlour.search.seating import new_bot
from parlour.terminal import screen
from parlour.terminal.files import FileError, load_play, save_play
from parlour.terminal.looking_back import analyse_play, review_last, show_analysis
from parlour.terminal.pages import show_page
from parlour.terminal.seats import HUMAN, SeatError, settle_seats

Ask = Callable[[str], str]  # shows a prompt and returns the line typed; EOFError when there is no more

COMMANDS = {
    "moves": "what can be played now",
    "board": "show the board again",
    "undo": "take back your last move and what followed it",
    "hint": "help for the player to move; in a game with hints of its own, ask again for more",
    "review": "what would have been better than the last move; at the end, than all moves",
    "call WORD": "declare something as the referee, such as a clock that has run out",
    "save FILE": "write the game to a file",
    "load FILE": "go on with a saved game",
    "record": "the game so far, as it is saved",
    "position": "the position in one line, as draw --position takes it",
    "rules": "the page of this game",
    "help": "this list",
    "quit": "leave (also q, Ctrl-C, Ctrl-D)",
}
SHORT = {"q": "quit", "exit": "quit", "?": "help", "h": "help"}


class Left(Exception):
    """Somebody left the table."""


def ask_person(prompt: str) -> str:
    """A line from the keyboard; from a file or a pipe it is printed too, so that the output reads well."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  # arrow keys, and the lines typed before
        return input(prompt)
    line = input(prompt)
    print(line)
    return line


class Table:
    """One play, and who sits round it. `run` plays it; everything a person types goes through `obey`."""

    def __init__(
        self, play: Play, seats: Sequence[str], console: Console, ask: Ask, seed: int, manual_dice: bool = False
    ) -> None:
        self.manual_dice = manual_dice
        self.play = self._take_up(play)
        self.seats = settle_seats(seats, play)
        self.console = console
        self.ask = ask
        self.seed = seed
        self.referee = Referee(play)
        self._bots: dict[int, Bot] = {}  # by seat
        self._hinted = (-1, 0)  # the ply of the last hint, and how many were given there
        self._told = play.ply  # plies whose sentences have been printed
        self._shown = -1  # the ply at which the board was last printed

    @property
    def you(self) -> int | None:
        """The seat of the only person at the table; where there are more they go by their names."""
        return self.seats.index(HUMAN) if self.seats.count(HUMAN) == 1 else None

    def run(self) -> bool:
        """Play to the end, or until somebody leaves; whether it got to the end."""
        screen.show_opening(self.console, self.play, self.seats)
        try:
            self._call_bots()
            while not (self.play.over and self._ask_at_end()):
                if not self.play.over:
                    self._step()
        except Left:
            self._say_goodbye("You left")
        except EOFError:
            self.console.print()
            self._say_goodbye("You left" if self.console.is_terminal else "The input ended")
        except KeyboardInterrupt:
            self.console.print()
            self._say_goodbye("You left")
        finally:
            self._dismiss_bots()
        return self.play.over

    def _say_goodbye(self, why: str) -> None:
        if not self.play.over:
            self.console.print(f"{why}: the game is not finished.")

    def _step(self) -> None:
        """Whatever comes next, by whoever has to do it."""
        play = self.play
        if self._asks_person():
            self._ask_person()
        elif play.at_chance:
            play.roll(self._rng())
        else:
            codes = play.legal_codes()
            kind = self.seats[play.to_move]
            if len(codes) == 1:
                code = codes[0]
                if kind == HUMAN:
                    action = play.describe(code)
                    mover = person(play.to_move, screen.describe_seat(play, play.to_move))
                    words = say(f"{mover} [has] only one move: {action.label}.", you=self.you)
                    screen.show_line(self.console, "", words, "dim")
            else:
                try:
                    code = self._bot(play.to_move).choose(play)
                except EngineFault as fault:
                    self._replace_bot(play.to_move, fault)
                    return
            play.push(code)
        self._tell()

    def _call_bots(self) -> None:
        """Have every bot at the table, and all that it needs compiled."""
        for seat, kind in enumerate(self.seats):
            if kind != HUMAN and seat not in self._bots:
                with self.console.status(f"Getting {kind} ready. The first time this takes a minute or two."):
                    self._bot(seat).begin(self.seed + seat)

    def _bot(self, seat: int) -> Bot:
        if seat not in self._bots:
            self._bots[seat] = new_bot(self.play.game, self.play.values, self.seats[seat], self.seed + seat)
        return self._bots[seat]

    def _replace_bot(self, seat: int, fault: EngineFault) -> None:
        """A program failed at its move: it may try again, or somebody else takes its seat. The play stands."""
        screen.refuse(self.console, str(fault))
        name = screen.describe_seat(self.play, seat)
        answer = self.ask(f"Press Enter to let it try again, or type who plays {name} from now on> ").strip()
        if answer.lower() in ("q", "quit", "exit"):
            raise Left
        try:
            kind = settle_seats([answer], self.play)[0] if answer else self.seats[seat]
        except SeatError as error:
            screen.refuse(self.console, str(error))
            return
        if answer:
            self._bots.pop(seat).close()
            self.seats = (*self.seats[:seat], kind, *self.seats[seat + 1 :])
            self._call_bots()

    def _dismiss_bots(self) -> None:
        while self._bots:
            self._bots.popitem()[1].close()

    def _rng(self) -> random.Random:
        """Of the seed and the ply alone, so that taking back and playing the same again draws the same."""
        return random.Random(f"{self.seed} {self.play.ply}")

    def _asks_person(self) -> bool:
        """Whether a person has something to decide, or a die to read."""
        play = self.play
        if play.over:
            return False
        if play.at_chance:
            return self.manual_dice and len(play.outcomes) > 1
        return self.seats[play.to_move] == HUMAN and len(play.legal_codes()) > 1

    def _tell(self) -> None:
        screen.tell(self.console, self.play, self._told, self.you)
        self._told = self.play.ply

    def _ask_person(self) -> None:
        play = self.play
        if self._shown != play.ply:
            screen.show_board(self.console, play)
            screen.show_asked(self.console, play, self.you)
            self._show_choices()
            self._shown = play.ply
        prompt = "chance" if play.at_chance else screen.describe_seat(play, play.to_move)
        self.referee.asked()
        line = self.ask(f"{prompt}{self._limits()}> ")
        if not self.referee.late():
            self.obey(line)

    def _limits(self) -> str:
        """The time and the attempts that are left for this decision, where there are limits."""
        seconds, attempts = self.referee.seconds_left, self.referee.attempts_left
        words = [f"{seconds:.0f} s"] if seconds is not None and not self.play.at_chance else []
        words += [f"{attempts} attempt{'s' if attempts != 1 else ''}"] if attempts is not None else []
        return f" ({', '.join(words)})" if words else ""

    def _show_choices(self, limit: int = screen.SHOWN_AT_ONCE) -> None:
        if self.play.over:
            screen.show_asked(self.console, self.play, self.you)
        elif self.play.at_chance:
            screen.show_outcomes(self.console, self.play.outcomes, limit)
        elif limit < sys.maxsize and (invitation := screen.invitation(self.play)):
            self.console.print(invitation, style="dim", markup=False)
        else:
            actions = self.play.legal
            screen.show_moves(self.console, actions, self._are_numbered(actions), limit)

    def _ask_at_end(self) -> bool:
        """The result, and a chance to save or take back; whether that was all."""
        play = self.play
        if self._shown != play.ply:
            screen.show_board(self.console, play)
            screen.show_result(self.console, play, self.you)
            self._shown = play.ply
        try:
            line = self.ask("save FILE, review, undo, or Enter to leave> ")
        except EOFError:
            self.console.print()
            return True
        if not line.strip():
            return True
        self.obey(line)
        return False

    def obey(self, line: str) -> None:
        """Do what a person typed: a move, several, the number of one, or a command. Refused, nothing changes."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        word = SHORT.get(word.lower(), word.lower())
        try:
            if not line:
                screen.show_asked(self.console, self.play, self.you)
                self._show_choices()
            elif word in {usage.split()[0] for usage in COMMANDS} and not self._is_listed(line):
                self._command(word, rest.strip())
            else:
                self._push_person(line)
        except (IllegalAction, FileError, NoPage) as error:
            screen.refuse(self.console, str(error))

    def _is_listed(self, line: str) -> bool:
        return self._asks_person() and any(action.notation == line for action in self.play.legal)

    def _push_person(self, line: str) -> None:
        """Play what a person typed; what is refused counts as an attempt, where attempts are counted."""
        seats = self.seats
        try:
            if not self._push_listed(line):
                self._push_typed(line)
        except IllegalAction:
            self.referee.refused()
            raise
        if seats.count(HUMAN) == 1 and (words := self.play.review()):
            screen.show_line(self.console, "", words, "dim")  # nobody else can profit from it

    def _push_listed(self, line: str) -> bool:
        """Play the line if it is a move exactly as listed, or its number there."""
        play = self.play
        if not self._asks_person() or play.at_chance:
            return False
        actions = play.legal
        code = next((action.code for action in actions if action.notation == line), None)
        if code is None and line.isdecimal() and len(line) < 10 and self._are_numbered(actions):
            if not 1 <= int(line) <= len(actions):
                raise IllegalAction(f"there is no move number {line}: expected 1 to {len(actions)}")
            code = actions[int(line) - 1].code
        if code is None:
            return False
        play.push(code)
        return True

    def _are_numbered(self, actions: Sequence[Action]) -> bool:
        """Whether the number of a move in the list stands for it."""
        return screen.is_numbered(actions) and not screen.invitation(self.play)

    def _push_typed(self, line: str) -> None:
        """Play what was typed word by word, as long as it is for a person to say."""
        play = self.play
        tokens = play.game.notation.split(line)
        if play.over or len(tokens) < 2:
            play.push(line)
            return
        start = play.ply
        try:
            for token in tokens:
                if play.ply > start and not self._may_type():
                    raise IllegalAction(f"{token!r} is not yours to play: {self._why_not()}")
                play.push(token)
        except IllegalAction as error:
            play.undo(play.ply - start)
            raise IllegalAction(f"{error} (nothing of {line!r} was played)") from None

    def _may_type(self) -> bool:
        play = self.play
        return play.over or (self.manual_dice if play.at_chance else self.seats[play.to_move] == HUMAN)

    def _why_not(self) -> str:
        if self.play.at_chance:
            return "chance decides first"
        return f"{screen.describe_seat(self.play, self.play.to_move)} moves next"

    def _command(self, word: str, argument: str) -> None:
        play, console = self.play, self.console
        if word == "quit":
            raise Left
        if word == "help":
            self._show_help()
        elif word == "moves":
            self._show_choices(sys.maxsize)
        elif word == "board":
            screen.show_board(console, play)
        elif word == "record":
            console.out(play.record(), highlight=False)
        elif word == "position":
            console.out(play.position, highlight=False)
        elif word == "rules":
            show_page(console, play.game)
        elif word == "hint":
            console.out(self._next_hint(), highlight=False)
        elif word == "review":
            self._review()
        elif word == "call":
            play.call(argument)
        elif word == "undo":
            self._take_back()
        elif not argument:
            raise FileError(f"the name of a file is missing: for example {word} {play.game.name}.txt")
        elif word == "save":
            save_play(argument, play)
            console.print(f"Saved in {argument}.", markup=False)
        else:
            self._load(argument)

    def _next_hint(self) -> str:
        """The hints of a position one after another; the last, a move and its reason, stays."""
        play = self.play
        if play.over or play.at_chance:
            return "There is nothing to decide now."
        told = play.hints(self.you)
        given = self._hinted[1] if self._hinted[0] == play.ply else 0
        self._hinted = (play.ply, given + 1)
        if given < len(told):
            return told[given]
        with self.console.status("Thinking."):
            return play.say(str(advise(play)))

    def _review(self) -> None:
        """What the game says about the last move, or what thinking about it does; at the end, about all of them."""
        play = self.play
        if play.over and play.ply:
            show_analysis(self.console, play, analyse_play(self.console, play))
            return
        words = play.review()
        if not words:
            with self.console.status("Thinking."):
                words = review_last(play)
        self.console.out(words, highlight=False)

    def _offers(self, command: str) -> bool:
        """Whether a command means anything in this game."""
        return command != "call" or self.play.game.calls is not None

    def _show_help(self) -> None:
        self.console.print("Type a move as it is listed, or its number; several moves may follow each other. Or:")
        for usage, words in COMMANDS.items():
            if self._offers(usage.split()[0]):
                self.console.print(Text.assemble((f"  {usage:<10}", "bold"), f" {words}"))

    def _take_back(self) -> None:
        """Back to the last thing a person decided, or read from a die."""
        play = self.play
        codes, written = list(play.codes), [word.text for word in play.written]
        while play.ply:
            play.undo()
            if self._asks_person():
                self.console.print("Taken back: " + ", ".join(written[play.ply :]) + ".", markup=False)
                self._told, self._shown = play.ply, -1
                return
        for code, word in zip(codes, written, strict=True):
            if word.startswith(CALL_MARK):
                play.call(word.removeprefix(CALL_MARK))
            else:
                play.push(code)
        raise IllegalAction("nothing to take back: you have not decided anything yet")

    def _take_up(self, play: Play) -> Play:
        """Go on with a play: what its record proved of the dice so far does not hold for those thrown here."""
        if not play.over:
            play.tags = {"Dice": "manual"} if self.manual_dice else {}
        return play

    def _load(self, name: str) -> None:
        play = load_play(name)
        if play.game.name != self.play.game.name or play.seats != self.play.seats:
            raise FileError(
                f"{name} is {play.game.title} for {play.seats}, and this table plays {self.play.game.title} for "
                f"{self.play.seats}: leave, and type parlour play {play.game.name} --load {name}"
            )
        self.play = self._take_up(play)
        self.referee = Referee(play)
        self._dismiss_bots()  # its options may be others
        self._told, self._shown = play.ply, -1
        self.console.print(f"Loaded {name}.", markup=False)
