"""Calls by plain HTTP that a test makes again and again.

httpx reads all certificates of the machine for each client, which takes longer than such a call.
"""

import http.client
import ssl
from contextlib import closing, suppress
from typing import NamedTuple
from urllib.parse import urlsplit

# For clients of httpx that are made anew: pass it as `verify`.
CERTIFICATES = ssl.create_default_context()


class Answer(NamedTuple):
    status: int
    text: str


def ask(url: str, *, seconds: float = 2) -> Answer | None:
    """GET on a connection of its own; None where nobody answers."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=seconds)
    with closing(connection), suppress(OSError, http.client.HTTPException):
        connection.request("GET", parts._replace(scheme="", netloc="").geturl() or "/")
        answer = connection.getresponse()
        return Answer(answer.status, answer.read().decode())
    return None
