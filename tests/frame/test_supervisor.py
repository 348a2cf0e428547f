"""The supervisor with real processes: small Python programs in the place of the shop's."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Runs the supervisor over programs that the test describes, and writes what it says to its output.
SUPERVISE = """
import os, sys
from pathlib import Path
from ieum.postgres import EmbeddedPostgres
from ieum.up.programs import Program
from ieum.up.signals import StopRequests
from ieum.up.supervisor import StartError, Supervisor

data = Path(sys.argv[1])
names = sys.argv[2].split(",")
with StopRequests() as stop, EmbeddedPostgres(data, volatile=True) as database:
    def say(text):
        print(text, flush=True)
    def broken():
        return None if database.exit_code is None else "the database ended"
    programs = [
        Program(
            name=name,
            argv=(sys.executable, "-u", str(data / f"{name}.py")),
            is_ready=lambda name=name: (data / f"{name}.ready").exists(),
        )
        for name in names
    ]
    supervisor = Supervisor(
        environ={**os.environ, "DATA": str(data), "DATABASE": database.url},
        logs=data / "logs", stop=stop, say=say, foundation=broken, back_off=0.05, patience=5,
    )
    try:
        supervisor.run(programs, stop_order=list(reversed(names)), when_ready=lambda: say("ready"))
    except StartError as error:
        say(f"failed: {error}")
        sys.exit(1)
"""
# Says when it is told to stop, with the database still there to hear it.
POLITE = """
import os, signal, sys, time
from pathlib import Path
import psycopg
name = Path(sys.argv[0]).stem
data = Path(os.environ["DATA"])
def leave(number, frame):
    with psycopg.connect(os.environ["DATABASE"]) as connection:
        connection.execute("SELECT 1")
    with (data / "order").open("a") as order:
        order.write(f"{name}\\n")
    sys.exit()
signal.signal(signal.SIGTERM, leave)
(data / f"{name}.pid").write_text(str(os.getpid()))
(data / f"{name}.ready").touch()
while True:
    time.sleep(1)
"""
STUBBORN = """
import os, signal, subprocess, sys, time
from pathlib import Path
signal.signal(signal.SIGTERM, signal.SIG_IGN)
data = Path(os.environ["DATA"])
grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
(data / "grandchild.pid").write_text(str(grandchild.pid))
(data / "stubborn.pid").write_text(str(os.getpid()))
(data / "stubborn.ready").touch()
while True:
    time.sleep(1)
"""
FRAGILE = """
import os
from pathlib import Path
data = Path(os.environ["DATA"])
(data / "fragile.ready").touch()
with (data / "starts").open("a") as starts:
    starts.write("x")
print("the wheels came off")
os._exit(7)
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path


Supervise = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def supervise(data: Path) -> Iterator[Supervise]:
    started: list[subprocess.Popen[str]] = []

    def start(**programs: str) -> subprocess.Popen[str]:
        for name, text in programs.items():
            (data / f"{name}.py").write_text(text)
        process = subprocess.Popen(
            [sys.executable, "-c", SUPERVISE, str(data), ",".join(programs)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def await_line(process: subprocess.Popen[str], wanted: str) -> None:
    assert process.stdout is not None
    seen: list[str] = []
    for line in process.stdout:
        seen.append(line)
        if wanted in line:
            return
    pytest.fail(f"never said {wanted!r}: {seen}")


def pid_of(data: Path, name: str) -> int:
    """Of a program that has just started again: as soon as it has written it."""
    deadline = time.monotonic() + 30
    while not (written := (data / f"{name}.pid").read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return int(written)


def postmaster(data: Path) -> int:
    return int((data / "postgres" / "postmaster.pid").read_text().splitlines()[0])


def await_gone(*pids: int) -> None:
    deadline = time.monotonic() + 30
    while alive := [pid for pid in pids if Path(f"/proc/{pid}").exists()]:
        assert time.monotonic() < deadline, f"still there: {alive}"
        time.sleep(0.05)


@pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda wish: wish.name)
def test_a_wish_to_stop_ends_everything_in_order_and_the_database_last(
    data: Path, supervise: Supervise, wish: signal.Signals
) -> None:
    process = supervise(first=POLITE, second=POLITE)
    await_line(process, "ready")
    pids = [pid_of(data, "first"), pid_of(data, "second"), postmaster(data)]

    process.send_signal(wish)

    assert process.wait(90) == 0
    # Each wrote its name after asking the database something, so the database outlived both.
    assert (data / "order").read_text().split() == ["second", "first"]
    assert "database system is shut down" in (data / "logs" / "postgres.log").read_text()
    await_gone(*pids)


def test_a_second_wish_hurries(data: Path, supervise: Supervise) -> None:
    process = supervise(stubborn=STUBBORN)
    await_line(process, "ready")

    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)

    assert process.wait(90) == 0
    assert time.monotonic() - begin < 5
    await_gone(pid_of(data, "stubborn"), pid_of(data, "grandchild"))


def test_a_program_that_dies_at_its_start_is_named_with_its_last_words(
    data: Path, supervise: Supervise
) -> None:
    process = supervise(first=POLITE, fragile=FRAGILE.replace(".touch()", ""))

    said, _ = process.communicate(timeout=90)

    assert process.returncode == 1
    assert "fragile ended with exit code 7" in said
    assert "the wheels came off" in said
    await_gone(pid_of(data, "first"))


def test_a_program_that_keeps_dying_is_started_again_three_times(data: Path, supervise: Supervise) -> None:
    process = supervise(
        first=POLITE, fragile=FRAGILE.replace("os._exit", "__import__('time').sleep(0.3); os._exit")
    )

    said, _ = process.communicate(timeout=90)

    assert process.returncode == 1
    assert (data / "starts").read_text() == "xxxx"
    assert "giving up" in said
    assert (data / "order").read_text().split() == ["first"]


def test_a_program_killed_once_is_back(data: Path, supervise: Supervise) -> None:
    process = supervise(first=POLITE)
    await_line(process, "ready")
    before = pid_of(data, "first")

    os.kill(before, signal.SIGKILL)

    await_line(process, "first was killed by SIGKILL")
    deadline = time.monotonic() + 30
    while pid_of(data, "first") == before:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert process.poll() is None


def test_a_program_that_never_gets_ready_is_not_waited_for_forever(supervise: Supervise) -> None:
    process = supervise(idle="import time\nprint('thinking')\ntime.sleep(600)")

    said, _ = process.communicate(timeout=90)

    assert process.returncode == 1
    assert "idle was not ready after 5 seconds" in said
    assert "thinking" in said


def test_the_end_of_the_database_ends_everything(data: Path, supervise: Supervise) -> None:
    process = supervise(first=POLITE)
    await_line(process, "ready")

    os.kill(postmaster(data), signal.SIGKILL)
    said, _ = process.communicate(timeout=90)

    assert process.returncode == 1
    assert "the database ended" in said
    await_gone(pid_of(data, "first"))


def test_warnings_of_the_programs_are_shown(supervise: Supervise) -> None:
    process = supervise(
        loud=POLITE.replace(
            "while True:", "print('INFO all well')\nprint('WARNING: low on ink')\nwhile True:"
        )
    )

    await_line(process, "[loud] WARNING: low on ink")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent died")
def test_killing_the_supervisor_leaves_nothing(data: Path, supervise: Supervise) -> None:
    process = supervise(first=POLITE, second=POLITE)
    await_line(process, "ready")
    pids = [pid_of(data, "first"), pid_of(data, "second"), postmaster(data)]

    process.kill()

    await_gone(*pids)
