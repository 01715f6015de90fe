"""`alcove` and `alcove serve`: the table in the browser."""

from __future__ import annotations

import os
import socket
import sys
from typing import Annotated

import typer

from alcove.cli.options import Lang
from alcove.cli.setting_flags import ALL_SETTINGS, FindSettings, takes_settings
from alcove.kernel.errors import AlcoveError
from alcove.kernel.text import Text
from alcove.server.settings import Settings
from alcove.terminal.language import say

EXAMPLES = f"""\b
Examples:
  alcove serve
  alcove serve --host 0.0.0.0 --port 8080 --no-browser
  alcove serve --public-url https://games.example.org --trusted-proxy 127.0.0.1
  alcove serve --config club.toml --limits-tables-per-minute 10
  alcove serve --database postgresql://localhost/alcove --workers 4

{ALL_SETTINGS}
"""
EXAMPLES_WITHOUT_COMMAND = f"""\b
Examples:
  alcove
  alcove --port 0 --no-browser
  alcove games
  alcove play GAME

{ALL_SETTINGS}
"""
SHORT = "Serve the table and open it in the browser."

LOCAL = "127.0.0.1"

UP = Text("Alcove is at {address} (Ctrl-C ends it)", "Alcove läuft unter {address} (Strg-C beendet es)")
OWNER = Text(
    "Its state, for you alone: {address}",
    "Wie es ihm geht, nur für dich: {address}",
)
NO_ADDRESS = Text(
    "Cannot listen on {host}, port {port}: {reason}. Another one: --port 0",
    "{host}, Port {port}, ist nicht zu haben: {reason}. Ein anderer: --port 0",
)

NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]


class NoAddressError(AlcoveError):
    code = "no-address"


@takes_settings
def table(
    context: typer.Context,
    found: FindSettings,
    no_browser: NoBrowser = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    lang: Lang = None,
) -> None:
    """A table for board games, and one fast engine behind it.

    Without a command: serve the table and open it in the browser.
    """
    if version:
        import alcove

        typer.echo(alcove.__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        _serve(found().settings, no_browser)


@takes_settings
def serve(found: FindSettings, no_browser: NoBrowser = False, lang: Lang = None) -> None:
    """Serve the table and open it in the browser."""
    _serve(found().settings, no_browser)


def _serve(settings: Settings, no_browser: bool) -> None:
    free = _bindable(settings.host, settings.port)
    if settings.warm and settings.workers == 1:
        from alcove.ready.children import begin_early

        begin_early()
    from alcove import server
    from alcove.server.holders import owner_token

    token = ""

    def open_owners_page(key: bytes) -> None:
        nonlocal token
        token = owner_token(key, settings.owner_token)

    def announce(address: str) -> None:
        reachable = address.replace("0.0.0.0", LOCAL)
        print(say(UP, address=reachable), flush=True)
        if sys.stdout.isatty():  # a log is read by others
            print(say(OWNER, address=f"{reachable}owner#{token}"), flush=True)
        if not no_browser and _has_display():
            _open_browser(reachable)

    server.serve(settings.host, free, settings=settings, on_ready=announce, on_key=open_owners_page)


def _bindable(host: str, port: int) -> int:
    """The port itself, or a free one for 0; complains before anything is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            chosen: int = probe.getsockname()[1]
            return chosen
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "?"
        raise NoAddressError(NO_ADDRESS.fill(host=host, port=port, reason=reason)) from None


def _has_display() -> bool:
    """Without one the standard library would open a text browser in this very terminal."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
