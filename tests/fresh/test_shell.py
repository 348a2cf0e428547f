"""A block is typed as a person types it, and stops where a person would stop."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fresh.shell import complete_commands, login_shell, script, wait_while_it_goes_on

BLOCK = """first &&
  second      # a remark
third \\
  --long
cat >/etc/a <<'END'
a line
END
fourth"""


def run(block: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "step").write_text(script(block))
    return subprocess.run(
        login_shell(str(folder), str(folder / "step")), capture_output=True, text=True, check=False
    )


def test_a_block_is_split_where_a_shell_runs_it() -> None:
    assert complete_commands(BLOCK) == [
        "first &&\n  second      # a remark\n",
        "third \\\n  --long\n",
        "cat >/etc/a <<'END'\na line\nEND\n",
        "fourth",
    ]
    with pytest.raises(ValueError, match="no shell runs this"):
        complete_commands("first\ncat <<'END'\n")


@pytest.mark.parametrize(
    ("block", "code"),
    [
        ("echo one\necho two", 0),
        ("false && true\necho on", 1),
        ("sh -c 'exit 3' |\n  cat\necho on\n", 3),
        ("cat <<END\n${EMPTY:?is empty}\nEND\necho on\n", 1),
        ("false || echo kept\n", 0),
    ],
)
def test_the_first_command_that_fails_ends_a_block_also_in_a_chain(
    tmp_path: Path, block: str, code: int
) -> None:
    done = run(block, tmp_path)

    assert (bool(done.returncode), "on" in done.stdout.split()) == (bool(code), False)


def test_a_block_has_nothing_of_the_shell_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAME", "box1")

    done = run('echo "$PWD:$HOME:${NAME-unset}"\n', tmp_path)

    assert done.stdout == f"{tmp_path}:/root:unset\n"


def test_who_writes_on_is_waited_for_and_who_stands_still_is_not(tmp_path: Path) -> None:
    log = tmp_path / "log"
    writes_on = "import time\nfor _ in range(4):\n    print(flush=True)\n    time.sleep(0.4)\n"
    codes: list[int] = []
    for program in (writes_on, "import time\ntime.sleep(60)\n"):
        with (
            log.open("wb") as written,
            subprocess.Popen([sys.executable, "-c", program], stdout=written) as it,
        ):
            if program is writes_on:
                codes.append(wait_while_it_goes_on(it, log, silent_seconds=30))
                continue
            with pytest.raises(TimeoutError):
                wait_while_it_goes_on(it, log, silent_seconds=0.5)
            it.kill()

    assert codes == [0]
