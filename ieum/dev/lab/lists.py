"""A server of DNS block lists for a lab: what they have is in a file, a line for each address."""

import asyncio
import contextlib
import threading
from pathlib import Path
from typing import Literal

from ieum.dev.sandbox.block_lists import block_list_listener


class LabLists:
    """Listens on 127.0.0.1; the file is read for each question, so that it may be edited by hand."""

    lists_mood: Literal["works"] = "works"

    def __init__(self, file: Path, *, port: int = 0) -> None:
        self.file = file
        self.file.touch()
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._is_up, self._closing = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(port),))
        self._failure: OSError | None = None
        self._thread.start()
        self._is_up.wait()
        if self._failure:
            self.close()
            raise self._failure

    @property
    def listed(self) -> frozenset[str]:
        return frozenset(self.file.read_text().split())

    def put(self, *addresses: str) -> None:
        """List exactly these from now on."""
        self.file.write_text("".join(f"{address}\n" for address in addresses))

    def close(self) -> None:
        with contextlib.suppress(RuntimeError):  # it has ended already
            self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()
        self._loop.close()

    async def _serve(self, port: int) -> None:
        try:
            async with block_list_listener(self, "127.0.0.1", port) as taken:
                self.port = taken
                self._is_up.set()
                await self._closing.wait()
        except OSError as failure:
            self._failure = failure
        finally:
            self._is_up.set()
