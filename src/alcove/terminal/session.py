"""The conversation at the terminal: draw, ask, answer, until the game is over or left."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from alcove.bots import Thought, think, think_long
from alcove.bots.levels import hint_level, long_level
from alcove.kernel.errors import AlcoveError, IllegalError
from alcove.kernel.position import Position
from alcove.kernel.story import tell_change
from alcove.kernel.text import Text
from alcove.terminal import rulebook
from alcove.terminal.choices import choices, numbered
from alcove.terminal.console import printable
from alcove.terminal.draw import brief, draw
from alcove.terminal.files import write_record
from alcove.terminal.language import say, spoken
from alcove.terminal.scene import Scene
from alcove.terminal.table import LocalTable

if TYPE_CHECKING:
    from rich.console import Console

COMMANDS: dict[str, tuple[str, ...]] = {
    "help": ("help", "hilfe", "?"),
    "rules": ("rules", "regeln"),
    "moves": ("moves", "züge", "zuege"),
    "show": ("show", "zeigen"),
    "hint": ("hint", "tipp"),
    "undo": ("undo", "zurück", "zurueck"),
    "save": ("save", "speichern"),
    "resign": ("resign", "aufgeben"),
    "return": ("return", "wieder"),
    "abandon": ("abandon", "abbrechen"),
    "quit": ("quit", "exit", "ende", "q"),
}
WORDS = {word: name for name, words in COMMANDS.items() for word in words}

HELP = Text(
    """A move is typed as it is written, a whole turn or one action at a time, or by its number in `moves`.
  help          this list; help {clause} shows that rule
  rules         the rulebook
  moves         everything you may do now, numbered
  show          the table once more
  hint          what a good player would do
  undo          take back your last turn, with all that followed
  save FILE     keep the game; alcove play --resume FILE goes on
  resign        give up; with three or more a bot plays on
  return SEAT   whoever has left that seat, by its number, plays on
  abandon       end the game without a result
  quit          leave""",
    """Ein Zug wird eingegeben, wie man ihn schreibt, ganz oder Schritt für Schritt, oder als Nummer aus `züge`.
  hilfe             diese Liste; hilfe {clause} zeigt diese Regel
  regeln            das Regelbuch
  züge              alles, was du jetzt tun darfst, mit Nummern
  zeigen            den Tisch noch einmal
  tipp              was ein guter Spieler täte
  zurück            nimmt deinen letzten Zug zurück, mit allem danach
  speichern DATEI   behält das Spiel; alcove play --resume DATEI setzt es fort
  aufgeben          gibt auf; ab drei spielt ein Bot weiter
  wieder PLATZ      wer diesen Platz, nach Nummer, verlassen hat, spielt weiter
  abbrechen         beendet das Spiel ohne Ergebnis
  ende              verlässt das Spiel""",
)
WELCOME = Text("{title}: {players}. Type help for help.", "{title}: {players}. hilfe zeigt, was geht.")
NO_CLAUSE = Text("There is no rule {name}.", "Eine Regel {name} gibt es nicht.")
THINKING = Text("{name} is thinking …", "{name} denkt nach …")
HINT = Text(
    "Try {move}. Chances {percent} %. Then perhaps: {line}", "Versuche {move}. Aussicht {percent} %. Dann etwa: {line}"
)
FIRST_IMPRESSION = Text(
    "At first glance: {move}. Ask again when the game is compiled.",
    "Auf den ersten Blick: {move}. Frag noch einmal, wenn das Spiel übersetzt ist.",
)
UNDONE = Text("Taken back: {moves}", "Zurückgenommen: {moves}")
SAVED = Text("Saved to {path}.", "Gespeichert in {path}.")
SAVE_WHERE = Text("Save to which file? save FILE", "In welche Datei? speichern DATEI")
LEAVES = Text(
    "{name} leaves. A bot of level {level} plays on in that seat.",
    "{name} geht. Ein Bot der Stufe {level} spielt auf diesem Platz weiter.",
)
OVER = Text("The game is over. {sentence}", "Das Spiel ist zu Ende. {sentence}")
AFTER = Text("save FILE keeps the game, Enter leaves.", "speichern DATEI behält das Spiel, Enter verlässt es.")
UNFINISHED = Text("The game is left unfinished.", "Das Spiel bleibt unvollendet.")
PASS_ON = Text("Pass the device to {name}, then press Enter.", "Gib das Gerät an {name} und drücke Enter.")
RULE_HINT = Text("{message} ({clause}: help {clause})", "{message} ({clause}: hilfe {clause})")


class LeftError(Exception):
    """The person has left."""


class Session:
    def __init__(
        self,
        console: Console,
        table: LocalTable,
        ascii_only: bool,
        seed: int | None,
        pause: float,
        autosave: Path | None,
    ) -> None:
        self.console = console
        self.table = table
        self.ascii_only = ascii_only
        self.seed = seed
        self.pause = pause
        self.autosave = autosave
        self.told: dict[int | None, int] = {}
        self.at_keyboard: int | None = None
        self.drawn: tuple[Position, int | None] | None = None

    @property
    def position(self) -> Position:
        return self.table.position

    def run(self) -> None:
        self._greet()
        try:
            while not self.table.over:
                self._step()
            self._show_end()
            if self.table.people:
                self._stay_after_end()
        except LeftError:
            if not self.table.over:
                self.console.print(say(UNFINISHED))

    def _greet(self) -> None:
        self.told = dict.fromkeys([None, *range(self.table.record.players)], len(self.table.steps))
        names = ", ".join(self._seat_and_name(seat) for seat in range(self.table.record.players))
        self.console.print(say(WELCOME, title=self.table.game.title, players=names))
        for sentence in self.table.other_rules():
            self.console.print(printable(say(sentence)))

    def _seat_and_name(self, seat: int) -> str:
        title, name = say(self.table.game.seat_name(seat)), self.table.record.names[seat]
        return title if name == self.table.game.seat_name(seat).en else f"{title} ({name})"

    def _name(self, seat: int) -> str:
        return say(self.table.game.seat_name(seat))

    def _step(self) -> None:
        seat = self.position.awaited[0]
        if seat in self.table.bots:
            self._let_bot_act(seat)
        else:
            self._take_keyboard(seat)
            self._show(seat)
            self._answer(seat, self._ask(f"{self._name(seat)} > "))

    # Showing

    def _viewer(self) -> int | None:
        """Through whose eyes the screen looks: the seat at the keyboard, a spectator while bots play alone."""
        if self.at_keyboard is not None:
            return self.at_keyboard
        people = self.table.people
        return people[0] if len(people) == 1 else None

    def _show(self, viewer: int | None) -> None:
        """What has happened since this viewer last looked, and the table as it is, once."""
        self._tell(viewer)
        if self.drawn == (self.position, viewer):
            return
        scene = Scene.of(self.position, viewer, self.table.last_turn(viewer), self.ascii_only)
        shortly = brief(scene) if self._goes_on(viewer) else None
        self.drawn = (self.position, viewer)
        self.console.print()
        self.console.print(draw(scene) if shortly is None else shortly)
        self.console.print()
        listed = choices(scene)
        if listed is not None:
            self.console.print(listed)

    def _goes_on(self, viewer: int | None) -> bool:
        """Whether nothing has happened since the table was drawn, but what this viewer did."""
        last = self.table.steps[-1] if self.table.steps else None
        return last is not None and last.seat == viewer and self.drawn == (last.before, viewer)

    def _tell(self, viewer: int | None) -> None:
        shared = None if not self.table.game.rules.SECRETS else viewer
        for step in self.table.steps[self.told[shared] :]:
            self.console.print(f"{self._name(step.seat)}: {step.text_for(viewer)}", style="bold")
            for sentence in step.story(viewer):
                self.console.print(f"  {say(sentence)}")
        self.told[shared] = len(self.table.steps)

    def _show_end(self) -> None:
        self._show(self._viewer())
        sentence = self.table.sentence()
        if sentence is not None:
            self.console.print(say(OVER, sentence=sentence), style="bold")

    # Asking

    def _ask(self, prompt: str) -> str:
        if sys.stdin.isatty():
            try:
                return input(prompt)
            except EOFError:
                raise LeftError from None
        self.console.print(prompt, end="")
        line = sys.stdin.readline()
        self.console.print(printable(line.rstrip("\n")))
        if not line:
            raise LeftError
        return line

    def _take_keyboard(self, seat: int) -> None:
        if self.at_keyboard == seat:
            return
        secret = self.table.game.rules.SECRETS and len(self.table.people) > 1
        self.at_keyboard = seat
        if secret:
            self._wipe()
            self._ask(say(PASS_ON, name=self._name(seat)) + " ")
            self._wipe()

    def _wipe(self) -> None:
        """Clear the screen and what could be scrolled back to."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")

    def _answer(self, seat: int, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        command = WORDS.get(word.lower())
        try:
            if command is not None:
                getattr(self, f"do_{command}")(seat, rest.strip())
            elif word:
                self._play(seat, line.strip())
        except IllegalError as error:
            self._refuse(say(RULE_HINT, message=error.text, clause=error.clause))
        except AlcoveError as error:
            self._refuse(error.say(spoken()))

    def _refuse(self, sentence: str) -> None:
        self.console.print(printable(sentence), style="red")

    def _play(self, seat: int, line: str) -> None:
        legal = self.position.legal(seat)
        if line.isascii() and line.isdigit() and len(line) < 6 and line not in {action.text for action in legal}:
            number = int(line)
            if 1 <= number <= len(legal):
                self.table.play_action(seat, legal[number - 1])
                return self._keep()
        self.table.play(seat, line)
        self._keep()

    def _keep(self) -> None:
        if self.autosave is not None:
            write_record(self.table.saved(), self.autosave)

    def _stay_after_end(self) -> None:
        """After the end a game can still be saved."""
        self.console.print(say(AFTER))
        while line := self._ask("> ").strip():
            command = WORDS.get(line.partition(" ")[0].lower())
            if command in ("quit", "resign", "abandon"):
                return
            if command in ("save", "rules", "help"):
                self._answer(self.table.people[0], line)
            else:
                self.console.print(say(AFTER))

    # Bots

    def _let_bot_act(self, seat: int) -> None:
        if not self.table.people:
            self._show(None)
        with self.console.status(say(THINKING, name=self._name(seat))):
            thought = self._think(seat, self.table.bots[seat])
        self.table.play_action(seat, thought.action)
        self._keep()
        if not self.table.people and self.console.is_terminal:
            time.sleep(self.pause)

    def _think(self, seat: int, level: int) -> Thought:
        if level == long_level(self.table.game):
            return think_long(self.position, seat, self.table.seconds, seed=self._bot_seed())
        return think(self.position, seat, level, seed=self._bot_seed())

    def _bot_seed(self) -> int | None:
        """With --seed the bots repeat themselves, too."""
        return None if self.seed is None else random.Random(f"{self.seed} {len(self.table.steps)}").getrandbits(63)

    # Commands

    def do_help(self, seat: int, rest: str) -> None:
        if not rest:
            self.console.print(say(HELP, clause=self.table.game.turn_clause))
            return
        clause = rulebook.clause(self.table.game, rest)
        self.console.print(clause if clause is not None else say(NO_CLAUSE, name=printable(rest[:40])))

    def do_rules(self, seat: int, rest: str) -> None:
        rules = rulebook.all_rules(self.table.game)
        if self.console.is_terminal and sys.stdin.isatty():
            with self.console.pager(styles=True):
                self.console.print(rules)
        else:
            self.console.print(rules)

    def do_moves(self, seat: int, rest: str) -> None:
        self.console.print(numbered([action.text for action in self.position.legal(seat)]))

    def do_show(self, seat: int, rest: str) -> None:
        self.drawn = None

    def do_hint(self, seat: int, rest: str) -> None:
        with self.console.status(say(THINKING, name=self._name(seat))):
            thought = think(self.position, seat, hint_level(self.table.game), seed=self._bot_seed())
        if thought.guessed:
            self.console.print(say(FIRST_IMPRESSION, move=thought.action.text))
            return
        line = thought.following() or "–"
        self.console.print(say(HINT, move=thought.action.text, percent=round(100 * thought.value), line=line))

    def do_undo(self, seat: int, rest: str) -> None:
        before = list(self.table.steps)
        kept = len(before) - self.table.undo()
        self._keep()
        self.told = {viewer: min(count, kept) for viewer, count in self.told.items()}
        self.drawn = None
        self.console.print(say(UNDONE, moves=" ".join(step.text_for(seat) for step in before[kept:])))

    def do_save(self, seat: int, rest: str) -> None:
        if not rest:
            self.console.print(say(SAVE_WHERE))
            return
        write_record(self.table.saved(), Path(rest).expanduser())
        self.console.print(say(SAVED, path=printable(rest)))

    def do_resign(self, seat: int, rest: str) -> None:
        ended = self.table.resign(seat)
        self._keep()
        self.drawn = None
        if not ended:
            self.console.print(say(LEAVES, name=self._name(seat), level=self.table.bots[seat]), style="bold")

    def do_return(self, seat: int, rest: str) -> None:
        left = sorted(self.table.match.stand_ins)
        wanted = int(rest) - 1 if rest.isascii() and rest.isdigit() and len(rest) < 3 else -1
        back = left[0] if not rest and len(left) == 1 else wanted
        self.table.come_back(back)
        self._keep()
        self.drawn = None
        self.console.print(say(tell_change(self.table.game.seat_name(back), None)), style="bold")

    def do_abandon(self, seat: int, rest: str) -> None:
        self.table.abandon()
        self._keep()
        self.drawn = None

    def do_quit(self, seat: int, rest: str) -> None:
        raise LeftError
