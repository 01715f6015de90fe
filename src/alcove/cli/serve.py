"""`alcove` and `alcove serve`: the table in the browser."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Annotated

import typer

from alcove.cli.options import Lang
from alcove.kernel.errors import AlcoveError
from alcove.kernel.text import Text
from alcove.terminal.language import say

EXAMPLES = """\b
Examples:
  alcove serve
  alcove serve --host 0.0.0.0 --port 8080 --no-browser
  alcove serve --public-url https://games.example.org --trusted-proxy 127.0.0.1
"""
EXAMPLES_WITHOUT_COMMAND = """\b
Examples:
  alcove
  alcove --port 0 --no-browser
  alcove games
  alcove play GAME
"""
SHORT = "Serve the table and open it in the browser."

LOCAL = "127.0.0.1"
PORT = 8642

UP = Text("Alcove is at {address} (Ctrl-C ends it)", "Alcove läuft unter {address} (Strg-C beendet es)")
NO_ADDRESS = Text(
    "Cannot listen on {host}, port {port}: {reason}. Another one: --port 0",
    "{host}, Port {port}, ist nicht zu haben: {reason}. Ein anderer: --port 0",
)

Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]
Name = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME", envvar="ALCOVE_NAMES", help="What browsers may call this server, beside this machine's names."
    ),
]
PublicUrl = Annotated[
    str | None,
    typer.Option(metavar="URL", envvar="ALCOVE_PUBLIC_URL", help="The site's address, if a proxy stands before it."),
]
TrustedProxy = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ADDRESS",
        envvar="ALCOVE_TRUSTED_PROXIES",
        help="A proxy whose word about visitors counts: an address or a network.",
    ),
]
Data = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where games are kept.", show_default=False)]


class NoAddressError(AlcoveError):
    code = "no-address"


def table(
    context: typer.Context,
    host: Host = LOCAL,
    port: Port = PORT,
    no_browser: NoBrowser = False,
    data: Data = None,
    name: Name = None,
    public_url: PublicUrl = None,
    trusted_proxy: TrustedProxy = None,
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
        serve(host, port, no_browser, data, name, public_url, trusted_proxy)


def serve(
    host: Host = LOCAL,
    port: Port = PORT,
    no_browser: NoBrowser = False,
    data: Data = None,
    name: Name = None,
    public_url: PublicUrl = None,
    trusted_proxy: TrustedProxy = None,
    lang: Lang = None,
) -> None:
    """Serve the table and open it in the browser."""
    free = _bindable(host, port)
    from alcove import server
    from alcove.server.settings import Settings, data_folder

    def announce(address: str) -> None:
        reachable = address.replace("0.0.0.0", LOCAL)
        print(say(UP, address=reachable), flush=True)
        if not no_browser and _has_display():
            _open_browser(reachable)

    chosen = Settings(
        data=data or data_folder(),
        names=tuple(name or ()),
        public_url=public_url,
        trusted_proxies=tuple(trusted_proxy or ()),
    )
    server.serve(host, free, settings=chosen, on_ready=announce)


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
