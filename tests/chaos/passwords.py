"""The passwords of the database's own roles are changed while the shop sells, in the steps of docs/security.md."""

import signal
from collections.abc import Generator
from contextlib import contextmanager

import psycopg
from psycopg import sql

from tests.chaos.boxes import PASSWORD, PATRONI, SLOW
from tests.chaos.world import World
from tests.waiting import wait_until

NEXT = "the-next-one-of-these-tests"
ROLES = ("postgres", "replicator")


@contextmanager
def passwords_changed(world: World) -> Generator[None]:
    _change(world, PASSWORD, NEXT)
    # A standby that is started anew has to show it.
    world.cluster.standby().signal_postgres(signal.SIGKILL)
    yield
    _change(world, NEXT, PASSWORD)


def _change(world: World, old: str, new: str) -> None:
    cluster = world.cluster
    admin = cluster.url_of("postgres", cluster.has_tls, database="postgres").replace(PASSWORD, old)
    with world.outside.namespace.inside(), psycopg.connect(admin, autocommit=True) as conn:
        for role in ROLES:
            conn.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(new)))
    for box in cluster.boxes:
        own = box.config / "50-box.yml"
        own.write_text(own.read_text().replace(old, new))
    box = cluster.boxes[0]
    patronictl = [str(PATRONI / "bin" / "patronictl"), "-c", str(box.config), "reload", "ieum", "--force"]
    box.machine.namespace.run(*patronictl, timeout=SLOW)
    with world.outside.namespace.inside():
        wait_until(lambda: _is_refused(admin), "the former password is still good", seconds=SLOW)


def _is_refused(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        return "authentication failed" in str(error)
    return False
