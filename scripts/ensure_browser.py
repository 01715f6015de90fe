"""Find a Chromium for the browser tests; install Debian's where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING = """The browser tests need Chromium, and none was found (looked for: {names}).
Install it, on Debian with: sudo apt-get install chromium-headless-shell"""


def found() -> bool:
    return any(shutil.which(name) for name in NAMES)


def may_install() -> bool:
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def install() -> None:
    print("Installing Chromium for the browser tests.", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-qq", "-y", "chromium-headless-shell"]):
        if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False).returncode:
            return


def main() -> None:
    if not found() and may_install():
        install()
    if not found():
        sys.exit(MISSING.format(names=", ".join(NAMES)))


if __name__ == "__main__":
    main()
