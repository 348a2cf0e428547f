"""What is around the machines: a way to the packages, names, an authority for certificates, providers, a customer."""

import shutil
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from ieum.dev.lab.namespaces import Namespace
from ieum.dev.sandbox import server
from ieum.dev.sandbox.settings import SandboxSettings
from tests.chaos.machines import Machine, Switch
from tests.chaos.tunnel import Tunnel
from tests.fresh.roots import Root
from tests.fresh.way_out import PROXY_PORT, Names, Proxy
from tests.operations.stand_ins import BILLING, ENVIRON, NORMAL
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
ROUTER, ADDRESS = "10.0.0.1", "10.0.0.20"
# By this name Caddy looks for its usual authority, so that no file of the handbook has to be another one.
AUTHORITY = "acme-v02.api.letsencrypt.org"
SANDBOX = f"http://{ADDRESS}:8001"
_CADDYFILE = """
{
	admin off
	skip_install_trust
	auto_https disable_redirects
	storage file_system %s
}
https://%s {
	tls internal
	rewrite /directory /acme/local/directory
	acme_server
}
"""


class Outside:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.switch = Switch(folder)
        self.names: dict[str, list[str]] = {AUTHORITY: [ADDRESS]}
        """Who is found where; all other names are asked for as this machine does."""
        self._plugs: dict[str, Machine] = {}

    def __enter__(self) -> Self:
        with ExitStack() as undoing:
            undoing.enter_context(self.switch)
            self.machine = self.switch.add("outside", 20)
            self.tunnel = Tunnel(self.switch, 30)
            self._undoing = undoing
            router = Namespace(f"{self.switch.world}-inet")
            router.ip(f"addr add {ROUTER}/24 dev eth0")
            self.machine.namespace.ip(f"addr add {ADDRESS}/24 dev eth0", f"route add default via {ROUTER}")
            for one in (
                Names(self.machine.namespace, ADDRESS, self.names),
                Proxy(self.machine.namespace, ADDRESS),
            ):
                undoing.callback(one.close)
            self.authority = self._start_authority()
            self._start_sandbox()
            self._undoing = undoing.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._undoing.close()

    def box(self, name: str, address: str) -> Root:
        """A fresh machine at this address, which runs."""
        machine = self.switch.add(name, int(address.rpartition(".")[2]))
        machine.namespace.ip(f"addr add {address}/24 dev eth0", f"route add default via {ROUTER}")
        self._plugs[name] = machine
        return self._root(name, machine.namespace)

    def power_off(self, box: Root) -> None:
        """The network first, so that no kernel says goodbye for its processes."""
        self._plugs[box.name].unplug()
        box.power_off()

    def power_on(self, box: Root) -> None:
        self._plugs[box.name].plug_in()
        box.power_on()

    def gateway(self) -> Root:
        """A fresh machine with two carriers' lines, which runs."""
        return self._root("gateway", self.tunnel.gateway.namespace)

    def _root(self, name: str, namespace: Namespace) -> Root:
        root = Root(
            name,
            namespace,
            resolver=ADDRESS,
            proxy=f"http://{ADDRESS}:{PROXY_PORT}",
            authority=self.authority,
        )
        self._undoing.callback(root.remove)
        root.power_on()
        return root

    def _start_authority(self) -> Path:
        """Caddy as an ACME authority; its own certificate is what machines are told to believe."""
        storage = self.folder / "authority"
        (self.folder / "Caddyfile").write_text(_CADDYFILE % (storage, AUTHORITY))
        resolver = Path("/etc/netns", self.machine.namespace.name, "resolv.conf")
        resolver.parent.mkdir(parents=True)
        self._undoing.callback(shutil.rmtree, resolver.parent, ignore_errors=True)
        resolver.write_text(f"nameserver {ADDRESS}\n")
        caddy, config = shutil.which("caddy") or "caddy", str(self.folder / "Caddyfile")
        argv = [caddy, "run", "--config", config, "--adapter", "caddyfile"]
        self.machine.start(
            "authority",
            argv,
            environ={"HOME": str(self.folder), "XDG_DATA_HOME": str(storage)},
        )
        made = storage / "pki/authorities/local/root.crt"
        wait_until(made.exists, lambda: f"no authority: {self.machine.log('authority')[-1000:]}")
        kept = self.folder / "rehearsal.crt"
        shutil.copyfile(made, kept)
        return kept

    def _start_sandbox(self) -> None:
        argv = [sys.executable, "-m", "tests.fresh.outside"]
        self.machine.start("sandbox", argv, environ={"PYTHONPATH": str(ROOT)})


def answers(**own: str) -> str:
    """The file for `ieum setup --answers`: a shop whose providers are the sandbox, with keys that production takes."""
    keys = {
        name: value
        for name, value in ENVIRON.items()
        if name.startswith(("IEUM_TOSS", "IEUM_SOLAPI", "IEUM_SMS", "IEUM_PORTONE"))
    }
    given = {
        **keys,
        "IEUM_TOSS_API_URL": f"{SANDBOX}/toss",
        "IEUM_TOSS_SDK_URL": f"{SANDBOX}/toss/v2/standard",
        "IEUM_SOLAPI_URL": f"{SANDBOX}/solapi",
        "IEUM_PORTONE_URL": f"{SANDBOX}/portone",
        "IEUM_SMTP_URL": f"smtp://{ADDRESS}:8002",
        "MIGRATE": "yes",
        "TEST_MAIL_TO": "owner@your-name.kr",
        "BUSINESS_NAME": "한빛네트웍스",
        "REPRESENTATIVE": "김소유",
        "ADDRESS": "서울특별시 강남구 테헤란로 1",
        "BUSINESS_LICENCE": "123-45-67891",
        "MAIL_ORDER_LICENCE": "제2026-서울강남-01234호",
        "PHONE": "02-1234-5678",
        "OFFICER_NAME": "김소유",
        "OFFICER_MAIL": "privacy@your-name.kr",
        "HOSTING_PROVIDER": "한빛네트웍스",
        "SITE_MAIL": "help@your-name.kr",
        **own,
    }
    return "".join(f"{name}='{value}'\n" for name, value in given.items())


if __name__ == "__main__":
    secrets = {name.removeprefix("IEUM_").lower(): value for name, value in ENVIRON.items()}
    server.run(
        ADDRESS,
        8001,
        SandboxSettings(
            key_pairs=(NORMAL, BILLING),
            solapi_key=secrets["solapi_key"],
            solapi_secret=secrets["solapi_secret"],
            portone_store_id=secrets["portone_store_id"],
            portone_channel_key=secrets["portone_channel_key"],
            portone_secret=secrets["portone_secret"],
            smtp_host=ADDRESS,
            smtp_port=8002,
        ),
    )
