"""What opens the database of two boxes: Patroni's configuration, read as PostgreSQL reads its `pg_hba.conf`."""

import pytest
import yaml

from ieum.common.files import DEPLOY

SAID = yaml.safe_load((DEPLOY / "patroni" / "shop.yml").read_text())["postgresql"]
RULES = [line.split() for line in SAID["pg_hba"]]


def answer_to(user: str, database: str) -> list[str]:
    """How a connection over TLS is answered: the first line that matches counts, and no other."""
    for kind, databases, users, *rest in RULES:
        # "all" is every database; a connection for replication that names none is matched by its own word alone.
        if (
            kind == "hostssl"
            and users in {"all", user}
            and databases in {database, "all" if database != "replication" else database}
        ):
            return rest[1:]
    return ["reject"]


@pytest.mark.parametrize("user", ["postgres", "replicator"])
@pytest.mark.parametrize("database", ["replication", "ieum", "postgres"])
def test_who_can_read_the_whole_database_needs_a_certificate_of_the_boxes(user: str, database: str) -> None:
    """A connection for replication may name a database, too, and can then copy everything all the same."""
    method, *options = answer_to(user, database)

    assert method == "reject" or "clientcert=verify-ca" in options


def test_the_boxes_and_the_shop_are_let_in() -> None:
    assert answer_to("replicator", "replication") == ["scram-sha-256", "clientcert=verify-ca"]
    assert answer_to("ieum_backup", "replication") == ["scram-sha-256"]
    assert answer_to("ieum", "ieum") == answer_to("ieum_2", "ieum") == ["scram-sha-256"]


def test_nobody_is_let_in_without_tls() -> None:
    assert {kind for kind, *_ in RULES} == {"local", "hostssl"}


def test_a_copy_for_the_other_box_does_not_wait_for_a_checkpoint_at_leisure() -> None:
    """Tried: 98 of 104 seconds of a copy of 174 MB were the wait, with one disk that had everything."""
    assert {"checkpoint": "fast"} in SAID["basebackup"]
