"""The programs that `ieum up` runs, the order in which they stop, and the text that it prints when ready."""

import http.client
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from ieum.dev.up.programs import Program

# Without it a deposit would be noticed only when the books are compared.
WEBHOOK = "/api/v1/payments/webhooks/toss"
GATEWAYS = ("acknowledge", "lab", "none")
# The gateway first, because its open stream would delay the server's stop; then the server, so that no new
# requests come; then the worker; last the stand-ins that both call. The database stops after all of them.
STOP_ORDER = ("gateway", "serve", "work", "sandbox")


def _ieum(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "ieum.cli", *words)


MIGRATE = Program(name="migrate", argv=_ieum("migrate"))
DEMO = Program(name="demo", argv=_ieum("demo"))
NEW_TOKEN = Program(name="demo-token", argv=_ieum("demo", "--new-token"))


def token_file(data: Path) -> Path:
    return data / "demo-gateway.token"


def gateway_state(data: Path) -> Path:
    return data / "gateway"


def needs_new_token(gateway: str, data: Path) -> bool:
    """Tell whether the gateway has no key yet, so that it will make one that the shop does not know."""
    return gateway != "none" and not (gateway_state(data) / "private.key").exists()


def environment(*, data: Path, database_url: str, secret_key: str) -> dict[str, str]:
    return {
        "IEUM_DATA": str(data),
        "IEUM_DATABASE_URL": database_url,
        "IEUM_SECRET_KEY": secret_key,
        "PYTHONUNBUFFERED": "1",
    }


def trusted_proxies(gateway: str, environ: Mapping[str, str]) -> dict[str, str]:
    """The lab's internet calls the shop through a proxy on this machine, which says where calls come from."""
    lacks_own = gateway == "lab" and not environ.get("IEUM_TRUSTED_PROXIES")
    return {"IEUM_TRUSTED_PROXIES": "127.0.0.1,::1"} if lacks_own else {}


def programs_to_run(*, ports: Mapping[str, int], data: Path, gateway: str) -> list[Program]:
    """All but the database, in the order in which they start."""
    shop, sandbox = ports["IEUM_PORT"], ports["IEUM_SANDBOX_PORT"]
    webhook = ("--webhook-url", f"http://localhost:{shop}{WEBHOOK}")
    programs = [
        Program(
            name="sandbox", argv=_ieum("sandbox", *webhook), is_ready=lambda: _answers(sandbox, "/inbox")
        ),
        # Long, because the provider may take a minute to confirm a payment.
        Program(name="serve", argv=_ieum("serve"), is_ready=lambda: _answers(shop, "/readyz"), grace=75),
        Program(name="work", argv=_ieum("work")),
    ]
    options = ("--url", f"http://localhost:{shop}", "--token-file", str(token_file(data)))
    options += ("--state-dir", str(gateway_state(data)))
    if gateway == "acknowledge":
        programs.append(
            Program(name="gateway", argv=_ieum("gateway", *options, "--acknowledge-only", "--pretend-use"))
        )
    if gateway == "lab":
        programs.append(Program(name="gateway", argv=_ieum("lab", *options)))
    return programs


def _answers(port: int, path: str) -> bool:
    connection = http.client.HTTPConnection("localhost", port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _as_here(environ: Mapping[str, str]) -> str:
    """Write what a command on another terminal has to be told, so that it means this shop."""
    names = ("IEUM_PORT", "IEUM_DATA", "IEUM_PUBLIC_URL")
    return "".join(f"{name}={shlex.quote(environ[name])} " for name in names if environ.get(name))


def welcome(
    *,
    ports: Mapping[str, int],
    data: Path,
    environ: Mapping[str, str],
    gateway: str,
    member: str,
    took: float,
) -> str:
    staff = f"{_as_here(environ)}.venv/bin/ieum staff add owner@example.com 이름"
    shop = environ.get("IEUM_PUBLIC_URL") or f"http://localhost:{ports['IEUM_PORT']}"
    tunnels = {
        "acknowledge": (
            "응답만 합니다. 트래픽은 흐르지 않고, 이용 기록은 꾸민 것입니다. (No traffic flows; use is made up.)",
            "실제 터널: make up GATEWAY=lab (Linux, root)",
        ),
        "lab": (
            "네트워크 네임스페이스 안의 실제 터널입니다. (Real tunnels in network namespaces.)",
            f"접속: ieum lab --connect FILE.conf · 로그 {data / 'logs' / 'gateway.log'}",
        ),
        "none": (
            "실행하지 않았습니다. (None was started.)",
            f"직접 실행: ieum gateway --url {shop} --token-file {token_file(data)}",
        ),
    }[gateway]
    return f"""
이음이 준비되었습니다. (ieum is ready, {took:.1f} s)

  쇼핑몰       shop      {shop}
  데모 회원    member    {member}
  콘솔         console   {shop}/console · 첫 로그인 링크: {staff}
  메일·문자함  inbox     http://localhost:{ports["IEUM_SANDBOX_PORT"]}/inbox
  게이트웨이   gateway   {tunnels[0]}
                         {tunnels[1]}
  로그         logs      {data / "logs"}
  종료         stop      Ctrl-C
"""
