"""Find the programs that some tests need: PostgreSQL, PgBouncer, Redis, nginx, Caddy, Poppler; install Debian's if
possible.

Nothing depends on it: where one is missing, the tests that need it are left out, and say so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path


def has_postgresql() -> bool:
    return bool(shutil.which("postgres")) or any(Path("/usr/lib/postgresql").glob("*/bin/postgres"))


def has_pgbouncer() -> bool:
    return bool(shutil.which("pgbouncer") or Path("/usr/sbin/pgbouncer").exists())


def has_redis() -> bool:
    return any(shutil.which(name) for name in ("redis-server", "valkey-server"))


def has_nginx() -> bool:
    return bool(shutil.which("nginx") or Path("/usr/sbin/nginx").exists())


def has_caddy() -> bool:
    return shutil.which("caddy") is not None


def has_poppler() -> bool:
    return shutil.which("pdftoppm") is not None


PACKAGES: dict[str, Callable[[], bool]] = {
    "postgresql": has_postgresql,
    "pgbouncer": has_pgbouncer,
    "redis-server": has_redis,
    "nginx": has_nginx,
    "caddy": has_caddy,
    "poppler-utils": has_poppler,
}


def missing() -> list[str]:
    return [package for package, found in PACKAGES.items() if not found()]


def may_install() -> bool:
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def install(packages: list[str]) -> None:
    print(f"Installing {', '.join(packages)} for the tests.", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    each = [["apt-get", "install", "-qq", "-y", package] for package in packages]  # older systems have no Caddy
    for command in (["apt-get", "update", "-qq"], *each):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)


def main() -> None:
    if missing() and may_install():
        install(missing())
    if absent := missing():
        print(f"Tests that need {', '.join(absent)} are left out: not installed, and cannot be installed from here.")


if __name__ == "__main__":
    main()
