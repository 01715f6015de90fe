"""Write docs/settings.md from the one list of settings.

    python scripts/write_settings.py

The page is committed, and a test compares it with what comes out now.
"""

from __future__ import annotations

from pathlib import Path

from alcove.server.declare import Setting, default_words
from alcove.server.settings import all_settings

PAGE = Path(__file__).resolve().parent.parent / "docs" / "settings.md"
HEAD = """# Settings

Every setting can be given in four ways. The first of these that says anything counts:

1. a flag: `alcove serve --port 8080`. A list is given by repeating the flag.
2. a variable of the environment: `ALCOVE_PORT=8080`. The values of a list have spaces or commas between them. An empty
   variable counts as none.
3. a file in TOML: `port = 8080`. Limits stand in a section `[limits]`. The file is the one that `--config` or
   `ALCOVE_CONFIG` names, else `~/.config/alcove/alcove.toml`, else `/etc/alcove/alcove.toml`.
4. the default.

`alcove settings` lists all of them with their values and says where each value comes from. `alcove settings --toml`
prints a file to begin with. A value that is not allowed, a line that cannot be read and a name that does not exist stop
the start with a sentence that says where it stands.

What has a password in it belongs in the file or the environment: flags can be seen by everybody on the machine.

This page is written by `scripts/write_settings.py`.
"""


def page() -> str:
    groups: dict[str, list[Setting]] = {}
    for one in all_settings():
        groups.setdefault(one.group, []).append(one)
    parts = [HEAD]
    for group, settings in groups.items():
        parts.append(f"\n## {'The section `[' + group + ']`' if group else 'The server'}\n")
        parts += [_about(one) for one in settings]
    return "".join(parts)


def _about(one: Setting) -> str:
    return (
        f"\n**`{one.name}`** {one.about.text.en}  \n"
        f"`{one.variable}`, `{one.flag}`; {one.allowed.en}; by default {default_words(one).en}\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
