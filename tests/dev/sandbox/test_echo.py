import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from tests.dev.sandbox.processes import wait_for_answer
from tests.ports import free_port


def test_the_sandbox_answers_with_the_callers_address(remote: httpx.Client) -> None:
    assert remote.get("/echo").json() == {"ip": "127.0.0.1"}

    plain = remote.get("/echo", headers={"accept": "text/plain"})
    assert (plain.text, plain.headers["content-type"]) == ("127.0.0.1\n", "text/plain; charset=utf-8")


@pytest.fixture(scope="module")
def internet() -> Iterator[httpx.Client]:
    port = free_port()
    command = [sys.executable, "-m", "ieum.dev.sandbox.echo", "--port", str(port)]
    with subprocess.Popen(command) as process:
        try:
            wait_for_answer(f"http://127.0.0.1:{port}")
            with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
                yield client
        finally:
            process.terminate()


def test_the_echo_server_answers_with_the_callers_address(internet: httpx.Client) -> None:
    assert internet.get("/").text == "127.0.0.1\n"

    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(transport=elsewhere, base_url=internet.base_url) as client:
        assert client.get("/").text == "127.0.0.2\n"


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 3_000_000])
def test_the_echo_server_sends_as_many_bytes_as_asked(internet: httpx.Client, size: int) -> None:
    answer = internet.get("/bytes", params={"n": size})

    assert len(answer.content) == size == int(answer.headers["content-length"])


@pytest.mark.parametrize("path", ["/bytes", "/bytes?n=-1", "/bytes?n=x", "/bytes?n=99999999999999"])
def test_an_invalid_size_is_refused(internet: httpx.Client, path: str) -> None:
    assert internet.get(path).status_code == 400


def test_any_other_path_is_not_found(internet: httpx.Client) -> None:
    assert internet.get("/secrets").status_code == 404


def test_the_echo_server_loads_only_the_standard_library() -> None:
    program = (
        "import sys, ieum.dev.sandbox.echo;"
        "print([name for name in ('litestar', 'msgspec', 'granian', 'httpx') if name in sys.modules])"
    )

    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert loaded.stdout == "[]\n"
