"""Gateways as the shop meets them: they hear with the agent's own code, and say what they have applied."""

from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from ieum.gateway.desired import Desired, apply_message
from ieum.gateway.protocol import Heartbeat, Message, Question
from ieum.shop.gateways import service
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all
from ieum.shop.proofs.service import ask_due
from tests.shop.builders.catalog import a_dynamic_plan, a_plan
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.shops import Client

_MESSAGE = msgspec.json.Decoder(Message)
PUBLIC_KEY = "G" * 42 + "A="


class Said(NamedTuple):
    """An acknowledgement, which may arrive at once, late, again, or never."""

    revision: int
    error: str | None


class Host:
    """A gateway's host. It applies at once whatever it hears; `said`: every acknowledgement that it ever wrote."""

    def __init__(self, gateway: int, token: str) -> None:
        self.gateway = gateway
        self.desired = Desired()
        self.said: list[Said] = []
        self.bearer = {"Authorization": f"Bearer {token}"}
        # After a restore, until it hears of it: what the shop remembers up to this revision need not be what it has.
        self.forgotten_at = -1

    async def hear(self, db: Database, feed: Any) -> list[Question]:
        """Connect, apply what the shop tells until its first heartbeat, and return which addresses it asks for."""
        async with db.connection() as conn:
            gateway = await service.authenticate(conn, self.bearer["Authorization"])
        lines = service.stream(db, feed, gateway, self.desired.revision, ask=ask_due)
        asked: list[Question] = []
        async with aclosing(lines):
            async for line in lines:
                message = _MESSAGE.decode(line)
                if isinstance(message, Heartbeat):
                    asked = message.prove
                    break
                self.desired = apply_message(self.desired, message)
        self.forgotten_at = -1
        return asked

    def write(self, problem: str | None) -> Said:
        self.said.append(Said(self.desired.revision, problem))
        return self.said[-1]

    async def say(self, client: Client, said: Said) -> None:
        body = {
            "revision": said.revision,
            "publicKey": PUBLIC_KEY,
            "agent": "ieum/model",
            "error": said.error,
        }
        answer = await client.post("/gateway/v1/ack", json=body, headers=self.bearer)
        assert answer.status_code == 204, answer.text

    async def report(self, client: Client, endpoint: str) -> None:
        """A device has connected just now."""
        one = self.desired.endpoints[endpoint]
        exit_, now = self.desired.exits.get(one.exit), datetime.now(UTC).isoformat()
        peer = {
            "publicKey": one.identity,
            "lastHandshakeAt": now,
            "rxBytes": len(self.said),
            "txBytes": len(self.said),
            "epoch": 1,
            "at": now,
            "exitAddress": (exit_ and exit_.address) or None,
            "clientAddress": "198.51.100.7",
        }
        answer = await client.post("/gateway/v1/usage", json={"peers": [peer]}, headers=self.bearer)
        assert answer.status_code < 300, answer.text

    async def agrees(self, conn: Connection) -> None:
        """Check that it has what the shop wants: neither more nor less, and nobody's address twice."""
        wanted = await fetch_all(
            conn,
            tuple[str, str, str | None],
            """
            SELECT jsonb_build_array(id::text, CASE WHEN shop_until IS NULL THEN host(address) ELSE '' END,
                                     host(tail_address)) FROM exits
             WHERE gateway_id = %(gateway)s AND removed_at IS NULL
            """,
            gateway=self.gateway,
        )
        has = [(one.id, one.address, one.tail_address) for one in self.desired.exits.values()]
        assert sorted(has) == sorted(wanted), f"gateway {self.gateway} has {has}, and should have {wanted}"
        used = [address for _, *both in has for address in both if address]
        assert len(used) == len(set(used)), f"gateway {self.gateway} uses an address twice: {has}"
        peers = await fetch_all(
            conn,
            tuple[str, str, str, str],
            """
            SELECT jsonb_build_array(id::text, exit_id::text, identity, host(tunnel_address)) FROM endpoints
             WHERE gateway_id = %(gateway)s AND removed_at IS NULL
            """,
            gateway=self.gateway,
        )
        lets = [
            (one.id, one.exit, one.identity, one.tunnel_address) for one in self.desired.endpoints.values()
        ]
        assert sorted(lets) == sorted(peers), (
            f"gateway {self.gateway} lets in {lets}, and should let in {peers}"
        )


async def two_hosts(conn: Connection) -> list[Host]:
    """One walk's hosts differ from another's by their tokens."""
    hosts: list[Host] = []
    for number in (1, 2):
        token = f"gw_model_{number}"
        hosts.append(Host(await a_gateway(conn, token=token, public_key=PUBLIC_KEY), token))
    return hosts


async def plans_of(conn: Connection, hosts: list[Host]) -> dict[str, int]:
    """A plan of each kind of which both hosts have addresses, too few of them for everybody."""
    first, second = hosts
    plans = {
        "static": await a_plan(conn, addresses=4, prices={1: 33_000, 3: 89_100}, gateway=first.gateway),
        "dynamic": await a_dynamic_plan(conn, addresses=6, gateway=first.gateway),
    }
    for kind, more in (("static", 3), ("dynamic", 4)):
        await execute(
            conn,
            """
            INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
            SELECT e.pool_id, %(gateway)s, max(e.address) + 256 * (n %% 2) + 20 + n, now(), 'call', now()
              FROM exit_addresses e JOIN plans p ON p.pool_id = e.pool_id, generate_series(1, %(more)s) n
             WHERE p.id = %(plan)s GROUP BY e.pool_id, n
            """,
            gateway=second.gateway,
            more=more,
            plan=plans[kind],
        )
    await execute(
        conn, "UPDATE plans SET device_limit = 3 WHERE id = ANY(%(plans)s)", plans=list(plans.values())
    )
    return dict(plans)
