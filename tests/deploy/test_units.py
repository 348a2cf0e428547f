"""The units of systemd: without a mistake, with few rights, and with commands that work with just these rights."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ieum.cli import COMMANDS
from ieum.common.files import DEPLOY
from ieum.shop.kernel.settings_file import line
from tests.commands import HASTY, ROOT

UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
TIMERS = sorted((DEPLOY / "systemd").glob("*.timer"))
# What `systemd-analyze security` gives in tenths of a point; 100 is a service without any precaution.
MOST_EXPOSED = {"ieum-serve": 15, "ieum-work": 15, "ieum-gateway": 21}

NO_RIGHT = ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs")

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is not installed (Debian: apt install systemd)",
)


def analyze(*words: str, root: Path | None = None) -> subprocess.CompletedProcess[str]:
    at = [f"--root={root}"] if root else []
    return subprocess.run(
        ["systemd-analyze", *at, "--no-pager", *words], capture_output=True, text=True, check=False
    )


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_has_no_mistake(unit: Path, tmp_path: Path) -> None:
    said = unit.read_text()
    # The program is where the handbook puts it, on another machine.
    copy = tmp_path / unit.name
    copy.write_text(re.sub(r"/opt/ieum/bin/\w+", sys.executable, said))

    done = analyze("verify", "--man=no", str(copy))

    assert done.returncode == 0, done.stderr
    assert unit.name not in done.stderr


@needs_systemd
def test_timers_have_no_mistake_and_start_a_unit_that_there_is(tmp_path: Path) -> None:
    for unit in (*UNITS, *TIMERS):
        (tmp_path / unit.name).write_text(re.sub(r"/opt/ieum/bin/\w+", sys.executable, unit.read_text()))

    done = analyze("verify", "--man=no", *(str(tmp_path / timer.name) for timer in TIMERS))

    assert done.returncode == 0, done.stderr
    assert not [timer.name for timer in TIMERS if timer.name in done.stderr]
    assert {timer.stem for timer in TIMERS} <= {unit.stem for unit in UNITS}


@needs_systemd
@pytest.mark.parametrize(
    ("program", "unit", "says"),
    [
        (
            "postgresql",
            "postgresql@17-main.service",
            "Type=forking\nExecStart=-/bin/true\nPIDFile=/run/postgresql/%i.pid\n",
        ),
        ("caddy", "caddy.service", "Type=notify\nExecStart=/bin/true\n"),
    ],
)
def test_what_was_killed_is_started_again_and_what_was_stopped_is_not(
    tmp_path: Path, program: str, unit: str, says: str
) -> None:
    """By the drop-ins that the handbook places over Debian's units, which say nothing of a restart."""
    restart = DEPLOY / program / "restart.conf"
    placed = re.search(
        rf"^install -D -m 644 /opt/ieum/deploy/{program}/restart\.conf /etc/systemd/system/(\S+)/restart\.conf",
        (ROOT / "docs" / "operate" / "set-up.md").read_text(),
        re.MULTILINE,
    )
    assert placed
    (tmp_path / re.sub("@.*[.]", "@.", unit)).write_text(f"[Service]\n{says}")
    (tmp_path / placed[1]).mkdir()
    shutil.copy(restart, tmp_path / placed[1])

    done = analyze("verify", "--man=no", str(tmp_path / unit))

    assert done.returncode == 0, done.stderr
    assert "restart.conf" not in done.stderr
    assert {"Restart=on-failure", "StartLimitIntervalSec=0"} <= set(restart.read_text().splitlines())


@needs_systemd
@pytest.mark.parametrize("name", MOST_EXPOSED)
def test_a_unit_keeps_few_rights(name: str) -> None:
    words = ("security", "--offline=true", f"--threshold={MOST_EXPOSED[name]}")

    done = analyze(*words, str(DEPLOY / "systemd" / f"{name}.service"))

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_starts_a_command_that_there_is(unit: Path) -> None:
    command = re.search(r"^ExecStart=/opt/ieum/bin/ieum (\w+)", unit.read_text(), re.MULTILINE)

    assert command
    assert command[1] in COMMANDS
    assert re.search("^NoNewPrivileges=(yes|true)$", unit.read_text(), re.MULTILINE)
    assert re.search(r"^User=(ieum|ieum-gateway)$", unit.read_text(), re.MULTILINE)


@pytest.mark.skipif(os.geteuid() != 0, reason="root is needed to give up rights")
@pytest.mark.skipif(shutil.which("setpriv") is None, reason="setpriv is not installed (Debian: util-linux)")
def test_the_server_needs_no_right_and_reads_its_settings_from_the_credential(tmp_path: Path) -> None:
    """It gets as far as the database, which is not there."""
    settings = {
        "IEUM_DATABASE_URL": "postgresql://ieum:hunter2@127.0.0.1:9/ieum",
        "IEUM_ENV": "production",
        "IEUM_PUBLIC_URL": "https://shop.example",
        "IEUM_SECRET_KEY": "k" * 32,
        "IEUM_SEALING_KEYS": "bm90LXRoZS1zYW5kYm94LWtleS0wMTIzNDU2Nzg5YWI=",
        "IEUM_SMTP_URL": "smtp://mail.example",
        **{
            f"IEUM_TOSS_{each}_KEY": "live_1"
            for each in ("CLIENT", "SECRET", "BILLING_CLIENT", "BILLING_SECRET")
        },
    }
    (tmp_path / "ieum.env").write_text("\n".join(line(*setting) for setting in settings.items()))
    (tmp_path / "ieum.env").chmod(0o400)

    done = subprocess.run(
        [*NO_RIGHT, *HASTY, "serve"],
        env={"PATH": "/usr/bin:/bin", "CREDENTIALS_DIRECTORY": str(tmp_path)},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert done.returncode == 1
    assert "127.0.0.1" in done.stderr
    assert "hunter2" not in done.stderr
