"""Windows of a browser that tests use one after the other, each as somebody who was never here.

To open a new one takes twice the time that a page takes to load: a process is started, and every script is fetched and
read again. A window that a test gives back forgets its cookies and all that was stored, and stays a window of the same
process. One that a test has altered otherwise is closed.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

MAX_IDLE = 4
"""Windows of one kind that wait for the next test."""
ELSEWHERE = "/health"
"""A page of the server without any script. From about:blank a browser would go on in another process."""
OUTSIDE = -10, -10
"""Where a pointer is over nothing."""
ALTERING = {
    BrowserContext: [
        *("add_init_script", "clear_permissions", "expose_binding", "expose_function", "grant_permissions", "new_page"),
        *("new_cdp_session", "on", "once", "route", "route_web_socket", "set_extra_http_headers", "set_geolocation"),
        *("set_offline", "unroute"),
    ],
    Page: [
        *("add_init_script", "emulate_media", "expose_binding", "expose_function", "on", "once", "route"),
        *("route_web_socket", "set_extra_http_headers", "unroute"),
    ],
}
"""What a test may do to a window that the next one must not find done."""

_altered = set[BrowserContext]()


def _notes(change: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(change)
    def noted(self: Page | BrowserContext, *arguments: Any, **named: Any) -> Any:
        _altered.add(_context_of(self))
        return change(self, *arguments, **named)

    return noted


def _notes_clock(kind: Any) -> property:
    read = kind.clock.fget

    def noted(self: Page | BrowserContext) -> Any:
        _altered.add(_context_of(self))
        return read(self)

    return property(noted)


def _context_of(one: Page | BrowserContext) -> BrowserContext:
    return one.context if isinstance(one, Page) else one


for kind, names in ALTERING.items():
    for name in names:
        setattr(kind, name, _notes(getattr(kind, name)))
    kind.clock = _notes_clock(kind)  # type: ignore[attr-defined]


class Window:
    """One page in a context of its own: cookies, storage, size and language."""

    def __init__(self, browser: Browser, settings: dict[str, Any], scripts: list[str], patience: int) -> None:
        self.context = browser.new_context(**settings)
        self.context.set_default_timeout(patience)
        for script in scripts:
            self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self._line = self.context.new_cdp_session(self.page)
        self._size = settings["viewport"]
        self.complaints = list[str]()
        self.refused = 0
        """A status by which the server is expected to refuse something: the browser logs that itself."""
        _altered.discard(self.context)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and f"status of {self.refused} " not in message.text:
            self.complaints.append(message.text)

    def forget(self, home: str) -> bool:
        """Leave the site as if nobody had been there. Says whether that was possible."""
        if self.context in _altered or self.page.is_closed() or self.complaints:
            return False
        try:
            self.page.goto(home + ELSEWHERE)
        except Error:  # the server is not there
            return False
        self.page.evaluate("sessionStorage.clear()")
        self.context.clear_cookies()
        self._line.send("Storage.clearDataForOrigin", {"origin": home, "storageTypes": "all"})
        self.page.mouse.move(*OUTSIDE)
        if self.page.viewport_size != self._size:
            self.page.set_viewport_size(self._size)
        return self.context.pages == [self.page]

    def close(self) -> None:
        _altered.discard(self.context)
        self.context.close()


class Windows:
    """Those of one browser: idle ones by their kind, and those in use."""

    def __init__(self) -> None:
        self._idle: defaultdict[str, list[Window]] = defaultdict(list)
        self._used: list[tuple[str, Window]] = []

    def open(
        self, browser: Browser, settings: dict[str, Any], scripts: list[str], patience: int, anew: bool = False
    ) -> Window:
        kind = json.dumps([settings, scripts], sort_keys=True)
        idle = self._idle[kind]
        window = idle.pop() if idle and not anew else Window(browser, settings, scripts, patience)
        window.complaints, window.refused = [], 0
        self._used.append((kind, window))
        return window

    def give_back(self, home: str, again: bool) -> list[str]:
        """All that are in use; returns what they have complained of. They are used again if that is wanted."""
        used, self._used = self._used, []
        complaints = list[str]()
        for kind, window in used:
            idle = self._idle[kind]
            if again and len(idle) < MAX_IDLE and window.forget(home):
                idle.append(window)
            else:
                window.close()
            complaints += window.complaints
        return complaints

    def close(self) -> None:
        """End those that are left."""
        for window in [*(one for idle in self._idle.values() for one in idle), *(one for _, one in self._used)]:
            window.close()
        self.lose()

    def lose(self) -> None:
        """Their browser has ended."""
        self._idle.clear()
        self._used.clear()
