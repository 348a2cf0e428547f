"""A client that changes its address by a link of the shop's, and looks what the far side sees."""

import json
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from ieum.dev.lab.client import LabClient
from ieum.dev.lab.namespaces import LabError

# How long the far side may go on seeing the old address: a change takes a tenth of a second.
_LONGEST = 15.0


@dataclass(frozen=True)
class Change:
    """Answer of the shop to a change of address."""

    old: str
    new: str


class TooSoonError(LabError):
    """The shop says when the address may change again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"the address may change again in {seconds} s")
        self.seconds = seconds


def ask_for_change(link: str, *, timeout: float = 15) -> Change:
    """Press a link (`http://…/r/…`), from this machine: through the tunnel, the answer could be cut with the change."""
    parts = urlsplit(link)
    if parts.scheme not in {"http", "https"} or parts.hostname is None:
        raise LabError("a link begins with http:// or https://")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=timeout)
    try:
        connection.request("POST", parts.path, headers={"Accept": "application/json"})
        answer = connection.getresponse()
        body = answer.read()
    except (OSError, HTTPException) as failure:
        raise LabError(f"{parts.hostname}: {failure}") from failure
    finally:
        connection.close()
    if answer.status == 429:
        raise TooSoonError(int(answer.headers["Retry-After"] or 60))
    if answer.status != 202:
        raise LabError(f"the shop answers {answer.status} to the link")
    data = json.loads(body)
    return Change(data["old"], data["new"])


def wait_until_seen(client: LabClient, address: str, *, longest: float = _LONGEST) -> float:
    """The seconds until the far side sees this address."""
    begin = time.monotonic()
    seen = ""
    while time.monotonic() - begin < longest:
        try:
            seen = client.fetch_echo(timeout=1)
        except LabError as silent:  # the connection of the question may be cut with the change
            seen = str(silent)
        if seen == address:
            return time.monotonic() - begin
        time.sleep(0.02)
    raise LabError(f"{client.name}: after {longest:g} s the far side sees {seen}, not {address}")
