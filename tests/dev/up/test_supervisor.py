"""The supervisor with real processes: small Python programs take the place of the shop's."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import images
from tests.waiting import wait_until

ROOT = Path(__file__).parents[3]

# Runs the supervisor with the programs of a test and prints what it says.
SUPERVISE = """
import os, sys
from pathlib import Path
from ieum.dev.postgres import EmbeddedPostgres
from ieum.dev.up import supervisor as supervising
from ieum.dev.up.programs import Program
from ieum.dev.up.signals import StopRequests
from ieum.dev.up.supervisor import StartError, Supervisor

supervising.TICK = 0.05
data = Path(sys.argv[1])
names = sys.argv[2].split(",")
with StopRequests() as stop, EmbeddedPostgres(data, volatile=True) as database:
    def say(text):
        print(text, flush=True)
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
        logs=data / "logs", stop=stop, say=say, database=database, back_off=0.05, patience=5,
    )
    try:
        supervisor.run(programs, stop_order=list(reversed(names)), when_ready=lambda: say("ready"))
    except StartError as error:
        say(f"failed: {error}")
        sys.exit(1)
"""
# When it is asked to stop, it uses the database, writes its name into a file and ends.
POLITE = """
import os, signal, sys
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
    signal.pause()
"""
# Ignores the request to stop, and has a child of its own.
STUBBORN = """
import os, signal, subprocess, sys
from pathlib import Path
signal.signal(signal.SIGTERM, signal.SIG_IGN)
data = Path(os.environ["DATA"])
grandchild = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
(data / "grandchild.pid").write_text(str(grandchild.pid))
(data / "stubborn.pid").write_text(str(os.getpid()))
(data / "stubborn.ready").touch()
while True:
    signal.pause()
"""
# Ends with an error when its connection breaks.
CLIENT = """
import os
from pathlib import Path
import psycopg
data = Path(os.environ["DATA"])
with psycopg.connect(os.environ["DATABASE"], autocommit=True) as connection:
    (data / "client.pid").write_text(str(os.getpid()))
    (data / "client.ready").touch()
    while True:
        connection.execute("SELECT pg_sleep(0.05)")
"""
# Ends with an error right after its start.
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
        images.fill_empty(data)
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


def wait_for_line(process: subprocess.Popen[str], wanted: str) -> None:
    assert process.stdout is not None
    seen: list[str] = []
    for line in process.stdout:
        seen.append(line)
        if wanted in line:
            return
    pytest.fail(f"{wanted!r} is not in the output: {seen}")


def pid_of(data: Path, name: str) -> int:
    """A program's pid, once it has written it."""
    file = data / f"{name}.pid"
    read: list[str] = []

    def is_written() -> bool:
        read[:] = [file.read_text()]  # a program that starts anew empties the file first
        return bool(read[0])

    wait_until(is_written, f"{name} has not written its pid")
    return int(read[0])


def postmaster(data: Path) -> int:
    return int((data / "postgres" / "postmaster.pid").read_text().splitlines()[0])


def wait_until_gone(*pids: int) -> None:
    wait_until(
        lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids), f"some of {pids} are still running"
    )


@pytest.mark.parametrize(
    "stop_signal", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda signal: signal.name
)
def test_a_stop_signal_ends_everything_in_order_and_the_database_last(
    data: Path, supervise: Supervise, stop_signal: signal.Signals
) -> None:
    process = supervise(first=POLITE, second=POLITE)
    wait_for_line(process, "ready")
    pids = [pid_of(data, "first"), pid_of(data, "second"), postmaster(data)]

    process.send_signal(stop_signal)

    assert process.wait(90) == 0
    # Each wrote its name after a query, so the database outlived both.
    assert (data / "order").read_text().split() == ["second", "first"]
    assert "database system is shut down" in (data / "logs" / "postgres.log").read_text()
    wait_until_gone(*pids)


def test_a_second_stop_signal_kills_what_still_runs(data: Path, supervise: Supervise) -> None:
    process = supervise(stubborn=STUBBORN)
    wait_for_line(process, "ready")

    process.send_signal(signal.SIGINT)
    wait_for_line(process, "stubborn is finishing its work")
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)

    assert process.wait(90) == 0
    assert time.monotonic() - begin < 5
    wait_until_gone(pid_of(data, "stubborn"), pid_of(data, "grandchild"))


def test_a_program_that_dies_at_its_start_is_reported_with_its_last_lines(
    data: Path, supervise: Supervise
) -> None:
    process = supervise(first=POLITE, fragile=FRAGILE.replace(".touch()", ""))

    output, _ = process.communicate(timeout=90)

    assert process.returncode == 1
    assert "fragile ended with exit code 7" in output
    assert "the wheels came off" in output
    wait_until_gone(pid_of(data, "first"))


def test_a_program_that_keeps_dying_is_restarted_three_times(data: Path, supervise: Supervise) -> None:
    process = supervise(
        first=POLITE, fragile=FRAGILE.replace("os._exit", "__import__('time').sleep(0.3); os._exit")
    )

    output, _ = process.communicate(timeout=90)

    assert process.returncode == 1
    assert (data / "starts").read_text() == "xxxx"
    assert "giving up" in output
    assert (data / "order").read_text().split() == ["first"]


def test_a_killed_program_is_restarted(data: Path, supervise: Supervise) -> None:
    process = supervise(first=POLITE)
    wait_for_line(process, "ready")
    before = pid_of(data, "first")

    os.kill(before, signal.SIGKILL)

    wait_for_line(process, "first was killed by SIGKILL")
    wait_until(lambda: pid_of(data, "first") != before, "it was not restarted")
    assert process.poll() is None


def test_a_program_that_never_gets_ready_ends_everything(supervise: Supervise) -> None:
    process = supervise(idle="import signal\nprint('thinking')\nsignal.pause()")

    output, _ = process.communicate(timeout=90)

    assert process.returncode == 1
    assert "idle was not ready after 5 seconds" in output
    assert "thinking" in output


def test_a_killed_database_is_started_again_and_the_programs_go_on(data: Path, supervise: Supervise) -> None:
    process = supervise(first=POLITE)
    wait_for_line(process, "ready")
    first = pid_of(data, "first")

    for _ in range(3):
        os.kill(postmaster(data), signal.SIGKILL)
        wait_for_line(process, "the database is back")
    process.send_signal(signal.SIGINT)

    assert process.wait(90) == 0
    assert pid_of(data, "first") == first
    # It wrote its name after a query, so the database was there again.
    assert (data / "order").read_text().split() == ["first"]


def test_a_program_that_dies_of_the_databases_restart_is_restarted_and_not_blamed(
    data: Path, supervise: Supervise
) -> None:
    process = supervise(client=CLIENT)
    wait_for_line(process, "ready")

    for _ in range(3):
        before = pid_of(data, "client")
        os.kill(postmaster(data), signal.SIGKILL)
        wait_for_line(process, "because the database was away")
        wait_until(lambda gone=before: pid_of(data, "client") != gone, "it was not restarted")
    os.kill(pid_of(data, "client"), signal.SIGKILL)

    wait_for_line(process, "client was killed")
    assert process.poll() is None


def test_a_database_that_keeps_dying_ends_everything_at_once_and_the_reason_comes_first(
    data: Path, supervise: Supervise
) -> None:
    process = supervise(stubborn=STUBBORN)
    wait_for_line(process, "ready")
    for _ in range(3):
        os.kill(postmaster(data), signal.SIGKILL)
        wait_for_line(process, "the database is back")

    begin = time.monotonic()
    os.kill(postmaster(data), signal.SIGKILL)
    output, _ = process.communicate(timeout=90)

    assert process.returncode == 1
    assert time.monotonic() - begin < 10
    assert output.index("the database was restarted 3 times; giving up") < output.index(
        "stubborn is finishing"
    )
    wait_until_gone(pid_of(data, "stubborn"), pid_of(data, "grandchild"))


def test_warnings_of_the_programs_are_printed(supervise: Supervise) -> None:
    process = supervise(
        loud=POLITE.replace(
            "while True:", "print('INFO all well')\nprint('WARNING: low on ink')\nwhile True:"
        )
    )

    wait_for_line(process, "[loud] WARNING: low on ink")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent died")
def test_killing_the_supervisor_leaves_no_process_behind(data: Path, supervise: Supervise) -> None:
    process = supervise(first=POLITE, second=POLITE)
    wait_for_line(process, "ready")
    pids = [pid_of(data, "first"), pid_of(data, "second"), postmaster(data)]

    process.kill()

    wait_until_gone(*pids)
