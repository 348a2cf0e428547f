"""The real agent, run as a process on the lab's gateway host."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ieum.dev.lab.host import LabHost
from ieum.dev.lab.namespaces import LabError


class LabGateway:
    def __init__(
        self,
        on: LabHost,
        *,
        folder: Path,
        url: str,
        token: str,
        state_dir: Path | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self.host = on.namespace
        self.interface = on.interface
        self.state_dir = state_dir or folder / "gateway"
        self._log = folder / "gateway.log"
        self._process: subprocess.Popen[bytes] | None = None
        token_file = folder / "token"
        token_file.touch(mode=0o600)
        token_file.write_text(token)
        uplinks = [f"--uplink={line.name}={line.device}:via {line.router}" for line in on.carriers]
        self._command = [sys.executable, "-m", "ieum.gateway"]
        self._options = [
            *("--url", url, "--token-file", str(token_file)),
            *("--state-dir", str(self.state_dir), "--interface", on.interface),
            *uplinks,
            *options,
        ]

    def start(self, program: Sequence[str] = ()) -> None:
        """`program`: another one in the agent's place, for one that behaves as another version does."""
        self._process = self.host.spawn([*(program or self._command), *self._options], log=self._log)

    def stop(self) -> int:
        """End the agent as systemd would; tunnels and rules stay in place."""
        process = self._running()
        process.terminate()
        return process.wait(timeout=15)

    def kill(self) -> None:
        if self._process and self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._process.wait(timeout=5)

    def teardown(self) -> str:
        """Undo everything the agent did to the host. Stop the agent first."""
        return self.host.run(*self._command, *self._options, "--teardown")

    def running(self) -> bool:
        return self._running().poll() is None

    def log(self) -> str:
        return self._log.read_text() if self._log.exists() else ""

    def pid(self) -> int:
        return self._running().pid

    def wait_for(self, condition: Callable[[], bool], *, timeout: float = 10) -> None:
        """Wait until the condition holds; raise with the agent's last log lines if it ended or took too long."""
        end = time.monotonic() + timeout
        while not condition():
            code = self._running().poll()
            if code is not None:
                raise LabError(f"the gateway ended with {code}: {self.log()[-800:]}")
            if time.monotonic() > end:
                raise LabError(f"not within {timeout:g} s; the gateway's log: {self.log()[-800:]}")
            time.sleep(0.03)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise LabError("the gateway was not started")
        return self._process
