"""What the server's owner should know: logged once, and shown on the owner's page."""

from __future__ import annotations

import logging

from alcove.kernel.text import Text

log = logging.getLogger("alcove.server")


class Advice:
    def __init__(self) -> None:
        self.given: dict[str, Text] = {}
        """By what it is about."""

    def give(self, about: str, text: Text) -> None:
        if about not in self.given:
            self.given[about] = text
            log.warning("%s", text.en)
