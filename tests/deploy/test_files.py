"""What stands in deploy/: units for systemd, the container, compose, proxies and settings, each by its own checker."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from alcove.server.settings import all_settings
from alcove.server.sources import find

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
SYSTEMD = shutil.which("systemd-analyze")
HADOLINT = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:/usr/bin:/usr/local/bin")
CADDY = shutil.which("caddy")
UNITS = sorted(path.name for path in DEPLOY.glob("*.service"))
VARIABLES = {one.variable for one in all_settings()} | {"ALCOVE_CACHE", "ALCOVE_CONFIG"}

without_systemd = pytest.mark.skipif(SYSTEMD is None, reason="systemd-analyze is not installed: units are not checked")


@without_systemd
@pytest.mark.parametrize("unit", [*UNITS, "alcove-backup.timer"])
def test_units_are_valid(unit: str, tmp_path: Path) -> None:
    """The program that they start is not here, so another stands in for it."""
    for file in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]:
        text = file.read_text("utf-8").replace("/opt/alcove/bin/alcove", sys.executable)
        (tmp_path / file.name).write_text(text)
    done = subprocess.run(
        [str(SYSTEMD), "verify", "--man=no", str(tmp_path / unit)], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "alcove" in line]
    assert ours == []
    assert done.returncode == 0, done.stderr


@without_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_units_are_hardened(unit: str) -> None:
    words = ["security", "--offline=true", "--threshold=20", str(DEPLOY / unit)]
    done = subprocess.run([str(SYSTEMD), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout.splitlines()[-1]


@pytest.mark.skipif(HADOLINT is None, reason="hadolint is not installed: the Containerfile is not checked")
def test_the_containerfile_is_clean() -> None:
    done = subprocess.run([str(HADOLINT), str(DEPLOY / "Containerfile")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_the_containerfile_copies_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    allowed = (ROOT / ".containerignore").read_text("utf-8").splitlines()
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert any(re.fullmatch(one[1:].rstrip("/").replace("*", ".*"), source) for one in allowed if one[0] == "!")
    for variable in re.findall(r"\bALCOVE_\w+", text):
        assert variable in VARIABLES


def test_the_container_can_back_up_the_database_beside_it() -> None:
    """pg_dump refuses a PostgreSQL that is newer than itself."""
    [client] = re.findall(r"\bpostgresql-client-(\d+)\b", (DEPLOY / "Containerfile").read_text("utf-8"))
    [server] = re.findall(r"/postgres:(\d+)-", (DEPLOY / "compose.yaml").read_text("utf-8"))
    assert int(client) >= int(server)


SERVICE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "image": {"type": "string", "pattern": r"^[a-z0-9.]+/.+"},
        "build": {"type": "object", "required": ["context", "dockerfile"]},
        "restart": {"const": "unless-stopped"},
        "depends_on": {"type": "object", "additionalProperties": {"required": ["condition"]}},
        "environment": {"type": "object", "additionalProperties": {"type": "string"}},
        "volumes": {"type": "array", "items": {"type": "string", "pattern": r"^\w+:/"}},
        "networks": {"type": "array", "items": {"type": "string"}},
        "ports": {"type": "array", "items": {"type": "string", "pattern": r"^\d+:\d+$"}},
        "command": {"type": "array", "items": {"type": "string"}},
        "healthcheck": {"type": "object", "required": ["test", "interval", "timeout", "retries"]},
        "read_only": {"type": "boolean"},
        "tmpfs": {"type": "array", "items": {"type": "string"}},
        "cap_drop": {"const": ["ALL"]},
        "security_opt": {"const": ["no-new-privileges:true"]},
        "stop_grace_period": {"type": "string"},
    },
    "required": ["image", "restart", "networks"],
}
"""The part of the compose specification that our file keeps to."""


def test_compose_is_as_it_should_be() -> None:
    written: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    assert set(written) == {"name", "services", "networks", "volumes"}
    services = written["services"]
    assert set(services) == {"alcove", "postgres", "valkey", "proxy"}
    for service in services.values():
        jsonschema.validate(service, SERVICE)
        for other, how in service.get("depends_on", {}).items():
            assert "healthcheck" in services[other] or other == "alcove", "the Containerfile has one of its own"
            assert how["condition"] == "service_healthy"
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in written["volumes"]
        assert set(service["networks"]) <= set(written["networks"])
    assert "ports" not in services["alcove"], "only the proxy is reached from outside"
    [config] = written["networks"]["inside"]["ipam"]["config"]
    settings = services["alcove"]["environment"]
    assert settings["ALCOVE_TRUSTED_PROXIES"] == config["subnet"]
    assert set(settings) <= VARIABLES
    asked = set(re.findall(r"\$\{(\w+)", str(services)))
    assert asked == set(re.findall(r"^(\w+)=", (DEPLOY / "example.env").read_text("utf-8"), re.MULTILINE))


@pytest.mark.skipif(CADDY is None, reason="caddy is not installed: the Caddyfile is not checked")
def test_the_caddyfile_is_valid(tmp_path: Path) -> None:
    words = ["validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    homes = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run([str(CADDY), *words], capture_output=True, text=True, check=False, env=homes)
    assert done.returncode == 0, done.stderr


def test_the_file_of_settings_is_valid(tmp_path: Path) -> None:
    """As it is, and with everything in it that is commented out."""
    settings = find(config=DEPLOY / "alcove.toml", environment={}).settings
    assert settings.public_url == "https://games.example.org"
    whole = tmp_path / "whole.toml"
    text = re.sub(r"^# (\w+ = )", r"\1", (DEPLOY / "alcove.toml").read_text("utf-8"), flags=re.MULTILINE)
    whole.write_text(text, "utf-8")
    assert find(config=whole, environment={}).settings.workers == 4
