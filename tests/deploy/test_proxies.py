"""The shop behind the proxies as `deploy/` configures them, each a process of its own with a real shop behind it."""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import override

import psycopg
import pytest
from psycopg import AsyncConnection

from ieum.common.files import DEPLOY
from ieum.shop.gateways.service import hash_token
from tests.conftest import Cluster
from tests.ports import free_port
from tests.shop.builders.members import a_member, a_session
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Headers
from tests.waiting import wait_until

NAME = "shop.example"
TOKEN = "gw_behind_a_proxy"
NEW_GATEWAY = (
    "INSERT INTO gateways (name, endpoint, token_hash) VALUES ('behind', 'vpn.example.com:51820', %s)"
)
# One that no caller can have by itself; another would be the proxy's own.
CALLER = "127.0.0.5"
type Curl = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def database_url(cluster: Cluster) -> Generator[str]:
    name, url = cluster.copy()
    with psycopg.connect(url) as conn:
        conn.execute(NEW_GATEWAY, [hash_token(TOKEN)])
    yield url
    cluster.drop(name)


@pytest.fixture(scope="module")
def member(database_url: str) -> Headers:
    async def log_in() -> Headers:
        async with await AsyncConnection.connect(database_url) as conn:
            return (await a_session(conn, await a_member(conn))).headers

    return asyncio.run(log_in())


@pytest.fixture(scope="module")
def shop(database_url: str, web_dist: Path) -> Generator[int]:
    """A server's port."""
    port = free_port()
    environ = {
        "IEUM_DATABASE_URL": database_url,
        "IEUM_WEB_DIST": str(web_dist),
        "IEUM_PORT": str(port),
        "IEUM_PUBLIC_URL": f"https://{NAME}",
        "IEUM_SECRET_KEY": KEY,
        "IEUM_TRUSTED_PROXIES": "127.0.0.1/32",
    }
    address = f"http://127.0.0.1:{port}/healthz"
    argv = (sys.executable, "-m", "ieum.cli", "serve")
    with _running(argv, environ, lambda: _curl("-s", address).stdout == "ok"):
        yield port


@pytest.fixture(scope="module", params=["Caddyfile", "Caddyfile.two-boxes", "nginx"])
def proxy(
    request: pytest.FixtureRequest, shop: int, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Curl]:
    """A command that calls the shop's name through the proxy, and what it answers as one line of JSON or the body."""
    program = "nginx" if request.param == "nginx" else "caddy"
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed (Debian: apt install {program})")
    folder = tmp_path_factory.mktemp("proxy")
    port = _port_for_quic()
    argv = _nginx(folder, shop, port) if program == "nginx" else _caddy(request.param, folder, shop, port)

    def curl(path: str, *words: str) -> subprocess.CompletedProcess[str]:
        usual = ("-sk", "--max-time", "20", "--resolve", f"{NAME}:{port}:127.0.0.1", "--interface", CALLER)
        return _curl(*usual, *words, f"https://{NAME}:{port}{path}")

    environ = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with _running(argv, environ, lambda: curl("/healthz").stdout == "ok"):
        yield curl


def _caddy(name: str, folder: Path, shop: int, port: int) -> tuple[str, ...]:
    """The file as it is, but for its name and the certificate, for which nobody outside can be asked here."""
    said = (DEPLOY / "caddy" / name).read_text()
    options = f"admin unix/{folder}/admin.sock\n\tskip_install_trust\n\thttp_port {free_port()}"
    said = said.replace("admin unix//var/lib/caddy/admin.sock", options, 1)
    said = re.sub(r"\n\ttls \{.*?\n\t\}", "", said, flags=re.DOTALL)
    said = said.replace(f"\n{NAME} {{", f"\n{NAME}:{port} {{\n\ttls internal", 1)
    # The other box does not answer.
    said = said.replace("127.0.0.1:8000", f"127.0.0.1:{shop}").replace("10.0.0.11:8000", f"127.0.0.1:{shop}")
    said = said.replace("10.0.0.12:8000", f"127.0.0.1:{free_port()}")
    (folder / "Caddyfile").write_text(said)
    return ("caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile"))


def _nginx(folder: Path, shop: int, port: int) -> tuple[str, ...]:
    key, certificate = folder / "key.pem", folder / "cert.pem"
    made = (
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "1",
    )
    subprocess.run(
        [*made, "-keyout", key, "-out", certificate, "-subj", f"/CN={NAME}"], check=True, capture_output=True
    )
    said = (DEPLOY / "nginx" / "ieum.conf").read_text()
    said = re.sub(r"/etc/letsencrypt\S+/fullchain\.pem", str(certificate), said)
    said = re.sub(r"/etc/letsencrypt\S+/privkey\.pem", str(key), said)
    said = said.replace("127.0.0.1:8000", f"127.0.0.1:{shop}")
    said = said.replace("listen 80;", f"listen {free_port()};").replace("listen 443 ", f"listen {port} ")
    said = re.sub(r"\n\s*listen \[::\]:\d+.*;", "", said)
    places = "".join(
        f"{name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; user root; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log {folder}/access.log; {places}\n{said}\n}}"
    )
    return ("nginx", "-c", str(folder / "nginx.conf"), "-e", "stderr")


@pytest.mark.parametrize(
    ("of", "status"), [("Caddyfile", "502"), ("Caddyfile.two-boxes", "503"), ("nginx", "502")]
)
def test_who_opens_a_page_while_the_shop_is_away_is_told_so_and_programs_get_the_bare_status(
    tmp_path: Path, of: str, status: str
) -> None:
    program = "nginx" if of == "nginx" else "caddy"
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed (Debian: apt install {program})")
    port, nobody = _port_for_quic(), free_port()
    environ = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}

    def ask(path: str, accept: str) -> str:
        words = ("-sk", "--resolve", f"{NAME}:{port}:127.0.0.1", "-H", f"Accept: {accept}")
        return _curl(
            *words, "-w", "%{http_code} %header{content-type}", f"https://{NAME}:{port}{path}"
        ).stdout

    argv = _nginx(tmp_path, nobody, port) if of == "nginx" else _caddy(of, tmp_path, nobody, port)
    paths, wanted = ("/", "/", "/r/x"), ("text/html,*/*", "application/json", "text/html")
    # At once: a proxy of two boxes tries for five seconds.
    with _running(argv, environ, lambda: status in ask("/", "*/*")), ThreadPoolExecutor(3) as at_once:
        page, call, link = at_once.map(ask, paths, wanted)

    assert "저절로 다시 열립니다" in page
    assert page.endswith(f"{status} text/html; charset=utf-8")
    # What such a link does is not done again by itself.
    assert "http-equiv" not in call + link
    assert status in call
    assert status in link


def test_a_page_comes_over_http_2(proxy: Curl) -> None:
    page = proxy(
        "/", "--http2", "-o", os.devnull, "-w", "%{http_version} %{response_code} %header{content-type}"
    )

    assert page.stdout == "2 200 text/html; charset=utf-8"


def test_the_shop_sees_the_callers_own_address_whatever_it_says(proxy: Curl, database_url: str) -> None:
    """A failed login is charged to the network that it came from."""
    with psycopg.connect(database_url, autocommit=True) as conn:
        conn.execute("DELETE FROM login_attempts")

        proxy(
            "/api/login",
            *("-H", "Content-Type: application/json", "-H", f"Origin: https://{NAME}"),
            *(
                "-H",
                "X-Forwarded-For: 198.51.100.7",
                "-H",
                "X-Real-IP: 198.51.100.7",
                "-H",
                "Forwarded: for=198.51.100.7",
            ),
            *("-d", json.dumps({"mberId": "nobody", "mberPw": "wrong"})),
        )

        keys = [key for (key,) in conn.execute("SELECT key FROM login_attempts WHERE key LIKE 'network:%'")]
    assert keys == [f"network:{CALLER}"]


def test_a_gateways_stream_comes_line_by_line(proxy: Curl) -> None:
    """Nothing ends it, so a proxy that waits for more would never pass it on."""
    streamed = proxy("/gateway/v1/stream", "--max-time", "2", "-H", f"Authorization: Bearer {TOKEN}")

    assert streamed.returncode == 28, streamed.stderr  # the time was over, not the stream
    assert '"type":"state"' in streamed.stdout.partition("\n")[0]


@pytest.mark.parametrize(
    ("path", "megabytes", "is_let_in"),
    [
        ("/api/v1/inquiry-images", 9, True),
        ("/api/v1/inquiry-images", 12, False),
        ("/api/v1/console/content/programs/setup.exe", 30, True),
        ("/api/v1/orders", 2, False),
    ],
)
def test_uploads_are_let_in_where_the_shop_takes_them(
    proxy: Curl, member: Headers, tmp_path: Path, path: str, megabytes: int, is_let_in: bool
) -> None:
    with (tmp_path / "upload").open("wb") as file:
        file.truncate(megabytes << 20)

    answer = proxy(
        path,
        *(
            "-T",
            str(tmp_path / "upload"),
            "-X",
            "PUT" if "programs" in path else "POST",
            "-H",
            "Expect:",
            "-H",
            "Content-Type: application/octet-stream",
            *(word for name, value in member.items() for word in ("-H", f"{name}: {value}")),
        ),
        *("-o", os.devnull, "-w", "%{response_code} %header{content-type}"),
    )

    code, _, kind = answer.stdout.partition(" ")
    if "programs" in path:
        # The shop refuses whoever is no staff before it has all of it; a proxy does not always wait for its words.
        assert code != "413", answer
    elif is_let_in:
        # The shop's own refusal: it has read all, and it is no picture.
        assert (code, kind) == ("422", "application/problem+json"), answer
    else:
        # Caddy counts while it passes on: by then the shop has often refused, by the length or by who asks, and where
        # it has not, Caddy ends the call without an answer (000).
        assert code in {"413", "401", "502", "000"}, answer


def test_links_that_change_an_address_are_in_no_log(proxy: Curl, request: pytest.FixtureRequest) -> None:
    proxy("/notices?seen-in-the-log")
    proxy("/r/a-secret-link", "-o", os.devnull)

    def logged() -> str:
        folder = request.getfixturevalue("tmp_path_factory").getbasetemp()
        return "".join(path.read_text() for path in folder.glob("proxy*/*log"))

    wait_until(lambda: "seen-in-the-log" in logged(), "there is no log")
    assert "a-secret-link" not in logged()


@pytest.mark.parametrize("of", ["Caddyfile", "nginx"])
def test_while_the_shop_is_away_its_links_are_in_no_log_either(tmp_path: Path, of: str) -> None:
    """Each call that fails is an error of the proxy's, and devices call again and again while the shop restarts."""
    program = "nginx" if of == "nginx" else "caddy"
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed (Debian: apt install {program})")
    port, away = _port_for_quic(), free_port()
    argv = _nginx(tmp_path, away, port) if of == "nginx" else _caddy(of, tmp_path, away, port)
    log = tmp_path / "errors"

    def call(path: str) -> str:
        words = ("-sk", "--path-as-is", "-o", os.devnull, "-w", "%{response_code}")
        here = ("--resolve", f"{NAME}:{port}:127.0.0.1", "-e", f"https://{NAME}/r/a-secret-link")
        return _curl(*words, *here, f"https://{NAME}:{port}{path}").stdout

    environ = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with log.open("wb") as output:
        process = subprocess.Popen(argv, env=environ, stdout=output, stderr=output)
    try:
        wait_until(lambda: call("/r/a-secret-link") == "502", f"{program} does not answer", seconds=120)
        for path in (
            "//r/a-secret-link",
            "/%72/a-secret-link",
            "/x/../r/a-secret-link",
            "/r/a-secret-link?a=b",
        ):
            assert call(path) == "502"
        # Another call is in the log, so those before it would be.
        wait_until(lambda: bool(call("/is-told")) and "/is-told" in log.read_text(), "there is no log")
    finally:
        process.terminate()
        process.wait(30)

    written = [file.read_text() for file in (log, tmp_path / "access.log") if file.exists()]
    # The referrer of other calls: the shop's pages send none.
    lines = [line for text in written for line in text.splitlines() if "/is-told" not in line]
    assert not [line for line in lines if "a-secret-link" in line]


def test_whoever_breaks_calls_off_takes_no_box_from_others(tmp_path: Path) -> None:
    """A box that refuses an upload hangs up before it has read it, which nginx takes for a box that fails."""
    if shutil.which("nginx") is None:
        pytest.skip("nginx is not installed (Debian: apt install nginx)")
    port = free_port()
    with _hanging_up() as one, _hanging_up() as other:
        argv = _nginx(tmp_path, 1, port)
        file = tmp_path / "nginx.conf"
        said = re.sub(r"#(hash|server) ", r"\1 ", file.read_text()).replace("server 127.0.0.1:1;", "")
        said = said.replace("10.0.0.1:8000", f"127.0.0.1:{one}").replace(
            "10.0.0.2:8000", f"127.0.0.1:{other}"
        )
        file.write_text(said)

        def call(*words: str) -> str:
            wanted = (
                "-sk",
                "--resolve",
                f"{NAME}:{port}:127.0.0.1",
                "-o",
                os.devnull,
                "-w",
                "%{response_code}",
            )
            return _curl(*wanted, *words, f"https://{NAME}:{port}/").stdout

        with _running(argv, {}, lambda: call() == "200"):
            broken = {call("-d", "x") for _ in range(4)}
            answers = {call() for _ in range(4)}

    assert (broken, answers) == ({"502"}, {"200"})


@contextmanager
def _hanging_up() -> Generator[int]:
    """A box that answers what is read, and breaks the connection of what is sent."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_POST(self) -> None:
            self.close_connection = True

        @override
        def log_message(self, format: str, *args: object) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def _port_for_quic() -> int:
    """One whose UDP side is free, too, for HTTP/3; `free_port` keeps that to itself."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _curl(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["curl", *words], capture_output=True, text=True, check=False)


@contextmanager
def _running(argv: tuple[str, ...], environ: dict[str, str], answers: Callable[[], bool]) -> Generator[None]:
    log = Path(environ.get("HOME", "/dev"), "log" if "HOME" in environ else "null")
    with log.open("wb") as output:
        process = subprocess.Popen(argv, env={**os.environ, **environ}, stdout=output, stderr=output)
    try:
        wait_until(answers, f"{argv[0]} does not answer: {log}", seconds=120)
        yield
    finally:
        process.terminate()
        process.wait(30)
