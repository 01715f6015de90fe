"""`alcove`: the commands, and what becomes of errors.

Exit codes: 0 done; 1 refused (a changed record, a file that cannot be written); 2 not understood (usage, an unknown
game, option or setting, an unreadable file); 130 interrupted. `verify` has codes of its own.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

import typer

from alcove.cli import (
    admin,
    analyse,
    arena,
    backup,
    bench,
    data,
    games,
    lab,
    play,
    puzzles,
    replay,
    serve,
    settings,
    train,
    verify,
    worker,
)
from alcove.cli import print as print_command
from alcove.kernel.errors import AlcoveError, OptionError, UnknownGameError, UnreadableError
from alcove.server.refusals import BadSettingError
from alcove.terminal.console import complain
from alcove.terminal.language import spoken

DONE, REFUSED, NOT_UNDERSTOOD = 0, 1, 2
USAGE_ERRORS = (BadSettingError, OptionError, UnknownGameError, UnreadableError)

app = typer.Typer(
    name="alcove",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.callback(invoke_without_command=True, epilog=serve.EXAMPLES_WITHOUT_COMMAND)(serve.table)
for module, command in (
    (serve, serve.serve),
    (settings, settings.settings),
    (play, play.play),
    (games, games.games),
    (replay, replay.replay),
    (verify, verify.verify),
    (analyse, analyse.analyse),
    (arena, arena.arena),
    (data, data.data),
    (puzzles, puzzles.puzzles),
    (train, train.train),
    (bench, bench.bench),
    (worker, worker.worker),
):
    app.command(epilog=module.EXAMPLES, short_help=module.SHORT)(command)


app.command(name="print", epilog=print_command.EXAMPLES, short_help=print_command.SHORT)(print_command.print_game)
app.command(epilog=backup.EXAMPLES, short_help=backup.SHORT)(backup.backup)
app.command(epilog=backup.RESTORE_EXAMPLES, short_help=backup.RESTORE_SHORT)(backup.restore)
app.add_typer(lab.app, name="lab", epilog=lab.EXAMPLES, short_help=lab.SHORT)
app.add_typer(admin.app, name="admin", epilog=admin.EXAMPLES, short_help=admin.SHORT)


def run() -> None:
    """The console entry."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Run a command; whatever was typed, answer with a sentence and an exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app(args=arguments, prog_name="alcove")  # leaves by SystemExit; usage, Ctrl-C and pipes are Typer's
    except SystemExit as left:
        return _flushed(left.code if isinstance(left.code, int) else DONE)
    except AlcoveError as error:
        complain(error.code, error.say(spoken()))
        return _flushed(NOT_UNDERSTOOD if isinstance(error, USAGE_ERRORS) else REFUSED)
    return DONE


def _flushed(code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the interpreter's last flush complains
    return code
