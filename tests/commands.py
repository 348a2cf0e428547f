"""Commands of `ieum`, each in a process of its own that has the packages of others loaded already, and none of ours."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
# The command line of a command that waits a second for a database that is not there, instead of twenty.
HASTY = (
    sys.executable,
    "-c",
    """
import sys
from psycopg_pool import AsyncConnectionPool
from ieum import cli

open_patiently = AsyncConnectionPool.open

async def open_soon(self, wait=False, timeout=30):
    assert timeout <= 20, timeout
    await open_patiently(self, wait, timeout / 20)

AsyncConnectionPool.open = open_soon
sys.exit(cli.main())
""",
)

# Loads the packages once, which takes most of a command's time, and becomes a new process for each line that it reads.
RUNNER = """
import json, os, sys, tempfile, traceback
import argon2, cryptography.fernet, dns.resolver, granian.server.mp, httpx, litestar, markdown_it, PIL.Image
import procrastinate, prometheus_client, psycopg.types.json, psycopg_pool, rich.progress, webauthn, yaml, yoyo

def run(words, environ):
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = ["ieum", *words]
    try:
        from ieum import cli
        return cli.main(words)
    except SystemExit as end:
        return end.code
    except BaseException:
        traceback.print_exc()
        return 1

assert not [name for name in sys.modules if name.partition(".")[0] == "ieum"]
for line in sys.stdin:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            code = run(**json.loads(line))
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code or 0)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        done = {"code": os.waitstatus_to_exitcode(status), "out": out.read().decode(), "err": err.read().decode()}
    print(json.dumps(done), flush=True)
"""


class Done(msgspec.Struct):
    """The end of a command: its exit code, and the text that it has written."""

    code: int
    out: str
    err: str


class Commands:
    """Runs one command after another. Nothing of this process's environment reaches them."""

    def __init__(self, runner: "subprocess.Popen[str]") -> None:
        self._runner = runner

    def __call__(self, *words: str, **environ: str) -> Done:
        wanted = {"words": words, "environ": {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **environ}}
        assert self._runner.stdin is not None
        assert self._runner.stdout is not None
        self._runner.stdin.write(f"{msgspec.json.encode(wanted).decode()}\n")
        self._runner.stdin.flush()
        return msgspec.json.decode(self._runner.stdout.readline(), type=Done)


@contextmanager
def running_commands() -> Generator[Commands]:
    with subprocess.Popen(
        [sys.executable, "-c", RUNNER], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as runner:
        yield Commands(runner)
        assert runner.stdin is not None
        runner.stdin.close()
        assert runner.wait(30) == 0
