"""A real nginx on loopback ports of its own, run by an ordinary user."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
PROGRAM = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
LEFT_OUT = "nginx is not installed: the tests behind a proxy are left out"
NAME = "games.example.org"
WHOLE = """
daemon off;
error_log {folder}/error.log;
pid {folder}/pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{sites}
}}
"""
DEFAULTS = """
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://127.0.0.1:{server};
        }}
    }}
"""
"""All that one has to write, and everything else as nginx has it."""


def by_default(server: int, port: int) -> str:
    return DEFAULTS.format(server=server, port=port)


def as_in_the_example(server: int, port: int, plain: int, certificate: Path) -> str:
    """The example, word by word but for ports and certificates."""
    text = EXAMPLE.read_text("utf-8")
    folder = "/etc/letsencrypt/live/games.example.org"
    for before, after in (
        ("server 127.0.0.1:8642;", f"server 127.0.0.1:{server};"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        (f"{folder}/fullchain.pem", f"{certificate}/fullchain.pem"),
        (f"{folder}/privkey.pem", f"{certificate}/privkey.pem"),
    ):
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def make_certificate(folder: Path) -> None:
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run(["openssl", "req", *kind, *files, *names], check=True, capture_output=True)


@contextmanager
def folder_for_nginx() -> Iterator[Path]:
    """A folder that the user who runs nginx may write to."""
    with tempfile.TemporaryDirectory(prefix="alcove-nginx-") as made:
        yield Path(made)


@contextmanager
def nginx(folder: Path, sites: str, port: int) -> Iterator[None]:
    """Serve until the block ends."""
    assert PROGRAM is not None
    config = folder / "nginx.conf"
    config.write_text(WHOLE.format(folder=folder, sites=sites), "utf-8")
    user = _ordinary_user(folder)
    command = [PROGRAM, "-p", str(folder), "-c", str(config), "-e", str(folder / "error.log")]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=user)
    try:
        _wait_for(port, running, folder)
        yield
    finally:
        running.terminate()
        running.wait(20)


def _ordinary_user(folder: Path) -> int | None:
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody").pw_uid
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, nobody, -1)
    return nobody


def _wait_for(port: int, running: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and running.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    log = folder / "error.log"
    raise AssertionError(log.read_text() if log.exists() else f"nginx ended with {running.poll()}")
