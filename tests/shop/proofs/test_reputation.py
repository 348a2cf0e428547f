"""What others think of an address: block lists, asked over the network, and a file of carriers' networks."""

from datetime import timedelta
from ipaddress import IPv4Network
from pathlib import Path

import pytest

from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.kernel.settings import SettingsError, load
from ieum.shop.proofs import block_lists as sources
from ieum.shop.proofs import reputation
from ieum.shop.proofs.block_lists import BadNetworksFileError, BlockLists, CarrierNetworks, read_networks
from ieum.shop.server.worker import sources_of
from tests.shop.builders.alarms import open_alarms
from tests.shop.builders.block_lists import LIST, block_lists
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.proofs import new_addresses, sold_addresses, state_of, states
from tests.shop.builders.secrets import KEY


async def proven(conn: Connection, number: int) -> list[str]:
    """Addresses of one gateway that were called from, and nothing else is known of."""
    addresses = await new_addresses(conn, await a_gateway(conn), number)
    await execute(conn, "UPDATE exit_addresses SET proven_at = now(), proven_by = 'call'")
    return addresses


async def a_day_later(conn: Connection) -> None:
    await execute(conn, "UPDATE address_checks SET look_up_at = now() WHERE look_up_at < 'infinity'")


async def test_an_address_that_no_list_has_is_sold(conn: Connection, db: Database) -> None:
    addresses = await proven(conn, 3)

    async with block_lists() as lists:
        await reputation.look_up_due(db, lists.sources)

    assert await states(conn) == dict.fromkeys(addresses, "free")
    waits = "SELECT (extract(epoch FROM look_up_at - now()) / 3600)::float8 FROM address_checks"
    assert all(21.5 < hours < 26.5 for hours in await fetch_all(conn, float, waits))


async def test_a_listed_address_is_flagged_until_it_is_listed_no_more(conn: Connection, db: Database) -> None:
    addresses = await proven(conn, 4)

    async with block_lists(LIST, "other.ieum.test") as lists:
        await reputation.look_up_due(db, lists.sources)
        lists.world.listed = {addresses[0]}
        await a_day_later(conn)
        await reputation.look_up_due(db, lists.sources)
        listed = (await states(conn), await open_alarms(conn))
        lists.world.listed = set()
        await a_day_later(conn)
        await reputation.look_up_due(db, lists.sources)

    assert listed == (
        dict.fromkeys(addresses, "free") | {addresses[0]: "flagged"},
        [("address_flagged", f"{addresses[0]} listed")],
    )
    assert (await states(conn), await open_alarms(conn)) == (dict.fromkeys(addresses, "free"), [])
    details = "SELECT detail FROM address_evidence WHERE NOT is_good"
    assert await fetch_all(conn, str, details) == [f"listed by {LIST}, other.ieum.test"]


async def test_a_new_address_that_is_listed_is_never_sold(conn: Connection, db: Database) -> None:
    """Where so many are listed together that none is flagged, too."""
    addresses = await proven(conn, 5)

    async with block_lists() as lists:
        lists.world.listed = set(addresses)
        await reputation.look_up_due(db, lists.sources)

    assert await states(conn) == dict.fromkeys(addresses, "proven")
    assert [kind for kind, _ in await open_alarms(conn)] == ["gateway_proofs_fail"]


async def test_many_that_are_listed_together_are_flagged_by_nobody(conn: Connection, db: Database) -> None:
    addresses = await proven(conn, 20)

    async with block_lists() as lists:
        await reputation.look_up_due(db, lists.sources)
        lists.world.listed = set(addresses[:3])
        await a_day_later(conn)
        await reputation.look_up_due(db, lists.sources)
        listed = (await states(conn), [kind for kind, _ in await open_alarms(conn)])
        lists.world.listed = set()
        await a_day_later(conn)
        await reputation.look_up_due(db, lists.sources)

    assert listed == (dict.fromkeys(addresses, "free"), ["gateway_proofs_fail"])
    assert await open_alarms(conn) == []


async def test_new_addresses_that_are_listed_hide_no_sold_one_that_is(conn: Connection, db: Database) -> None:
    gateway = await a_gateway(conn)
    sold = await sold_addresses(conn, gateway, 20)
    fresh = await new_addresses(conn, gateway, 3)

    async with block_lists() as lists:
        lists.world.listed = {*fresh, sold[0]}
        await a_day_later(conn)
        await reputation.look_up_due(db, lists.sources)
        listed = (await state_of(conn, sold[0]), [await state_of(conn, one) for one in fresh])
        kinds = sorted(kind for kind, _ in await open_alarms(conn))
        lists.world.listed = set()
        await a_day_later(conn)
        await reputation.look_up_due(db, lists.sources)

    assert (listed, kinds) == (("flagged", ["new"] * 3), ["address_flagged", "gateway_proofs_fail"])
    assert await open_alarms(conn) == []


async def let_hours_pass(conn: Connection, hours: float) -> None:
    await execute(
        conn,
        """
        UPDATE address_checks
           SET looked_up_at = looked_up_at - make_interval(secs => %(by)s),
               look_up_at = CASE WHEN look_up_at < 'infinity' THEN look_up_at - make_interval(secs => %(by)s)
                                 ELSE look_up_at END
        """,
        by=hours * 3600,
    )
    await execute(
        conn,
        "UPDATE exit_addresses SET flagged_at = flagged_at - make_interval(secs => %(by)s)",
        by=hours * 3600,
    )


async def spread_over_a_day(conn: Connection) -> None:
    """All were looked up within the last day, and are due again one after the other."""
    await execute(
        conn,
        """
        UPDATE address_checks c
           SET look_up_at = now() + n * interval '1 day', looked_up_at = now() - (1 - n) * interval '1 day'
          FROM (SELECT address_id, cume_dist() OVER (ORDER BY address_id) AS n FROM address_checks) o
         WHERE o.address_id = c.address_id
        """,
    )


async def test_a_list_that_takes_in_the_network_flags_nobody_although_look_ups_are_spread(
    conn: Connection, db: Database
) -> None:
    addresses = await sold_addresses(conn, await a_gateway(conn), 20)
    await spread_over_a_day(conn)

    async with block_lists() as lists:
        lists.world.listed = set(addresses)
        flagged: list[str] = []
        for _ in range(48):
            await let_hours_pass(conn, 0.5)
            await reputation.look_up_due(db, lists.sources)
            flagged += [one for one, state in (await states(conn)).items() if state == "flagged"]

    assert flagged == []
    assert [kind for kind, _ in await open_alarms(conn)] == ["gateway_proofs_fail"]


async def test_others_are_looked_up_before_a_new_finding_counts(conn: Connection, db: Database) -> None:
    addresses = await sold_addresses(conn, await a_gateway(conn), 150)
    await spread_over_a_day(conn)

    async with block_lists() as lists:
        lists.world.listed = {addresses[0]}
        await let_hours_pass(conn, 10 / 60)
        await reputation.look_up_due(db, lists.sources)
        first = await state_of(conn, addresses[0])
        due = await fetch_one(conn, int, "SELECT count(*) FROM address_checks WHERE look_up_at <= now()")
        await let_hours_pass(conn, 2 / 60)
        await reputation.look_up_due(db, lists.sources)

    # A hundred with the one that was found and the one before it.
    assert (first, due) == ("free", 98)
    assert await state_of(conn, addresses[0]) == "flagged"


async def test_those_that_were_flagged_before_it_was_seen_that_they_are_many_are_flagged_no_more(
    conn: Connection, db: Database
) -> None:
    """A list that takes in a network little by little."""
    addresses = await sold_addresses(conn, await a_gateway(conn), 20)
    seen: list[int] = []

    async with block_lists() as lists:
        await a_day_later(conn)
        await reputation.look_up_due(db, lists.sources)
        for number in (2, 4):
            lists.world.listed = set(addresses[:number])
            await let_hours_pass(conn, 12)
            await a_day_later(conn)
            await reputation.look_up_due(db, lists.sources)
            seen.append(list((await states(conn)).values()).count("flagged"))

    assert seen == [2, 0]
    assert [kind for kind, _ in await open_alarms(conn)] == ["gateway_proofs_fail"]


async def test_what_was_flagged_long_before_counts_for_nothing(conn: Connection, db: Database) -> None:
    addresses = await sold_addresses(conn, await a_gateway(conn), 20)

    async with block_lists() as lists:
        await a_day_later(conn)
        await reputation.look_up_due(db, lists.sources)
        for number in (2, 3):
            lists.world.listed = set(addresses[:number])
            await let_hours_pass(conn, 37)
            await a_day_later(conn)
            await reputation.look_up_due(db, lists.sources)

    assert list((await states(conn)).values()).count("flagged") == 3


@pytest.mark.parametrize("mood", ["silent", "lists-all"])
async def test_a_list_that_does_not_work_is_left_out_and_reported(
    conn: Connection, db: Database, monkeypatch: pytest.MonkeyPatch, mood: str
) -> None:
    """A list that was given up answers nothing, or lists the whole internet."""
    monkeypatch.setattr(sources, "_SECONDS", 0.2)
    addresses = await proven(conn, 2)

    async with block_lists() as lists:
        lists.world.lists_mood = "silent" if mood == "silent" else "lists-all"
        await reputation.look_up_due(db, lists.sources)
        broken = (await states(conn), await open_alarms(conn))
        lists.world.lists_mood = "works"
        await a_day_later(conn)
        await reputation.look_up_due(db, lists.sources)

    assert broken == (dict.fromkeys(addresses, "free"), [("block_list_unusable", LIST)])
    assert await open_alarms(conn) == []


async def test_an_address_without_an_answer_is_looked_up_again_soon(
    conn: Connection, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    [address] = await proven(conn, 1)

    async def has(_self: BlockLists, _name: str, asked: str) -> bool | None:
        return {"127.0.0.2": True, "127.0.0.1": False}.get(asked)

    monkeypatch.setattr(BlockLists, "has", has)
    async with block_lists() as lists:
        await reputation.look_up_due(db, lists.sources)

    assert await state_of(conn, address) == "proven"
    assert await fetch_one(conn, timedelta, "SELECT look_up_at - now() FROM address_checks") == timedelta(
        minutes=10
    )


async def test_an_answer_that_refuses_the_asker_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spamhaus answers 127.255.255.254 to whoever asks by a public resolver."""
    monkeypatch.setattr("ieum.dev.sandbox.block_lists.ALWAYS_LISTED", "127.255.255.254")

    async with block_lists() as lists:
        lists.world.listed = {"203.0.113.7"}
        asked = [await lists.sources.block_lists.has(LIST, one) for one in ("203.0.113.7", "203.0.113.8")]

    assert asked == [None, False]


async def test_an_address_in_another_carriers_network_is_flagged(conn: Connection, db: Database) -> None:
    addresses = await proven(conn, 2)
    networks = CarrierNetworks(
        [
            (IPv4Network("198.18.0.0/15"), "KT"),
            (IPv4Network(f"{addresses[1]}/32"), "SKT"),
        ]
    )

    async with block_lists(networks=networks) as lists:
        await reputation.look_up_due(db, lists.sources)

    assert await states(conn) == {addresses[0]: "free", addresses[1]: "flagged"}


async def test_without_lists_and_file_nothing_is_held_against_an_address(
    conn: Connection, db: Database
) -> None:
    addresses = await proven(conn, 2)

    await reputation.look_up_due(db, sources_of(load({"IEUM_SECRET_KEY": KEY}, database_url="unused")))

    assert await states(conn) == dict.fromkeys(addresses, "free")


def test_the_longest_network_decides_whose_an_address_is() -> None:
    networks = CarrierNetworks(
        [(IPv4Network("203.0.112.0/20"), "KT"), (IPv4Network("203.0.113.0/24"), "LG U+")]
    )

    assert [networks.carrier_of(one) for one in ("203.0.113.7", "203.0.112.7", "198.51.100.1")] == [
        "LG U+",
        "KT",
        None,
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        pytest.param("carrier,network\n", ":1: the header must be network,carrier", id="another header"),
        pytest.param("network,carrier\n203.0.113.7/24,KT\n", ":2: ", id="host bits"),
        pytest.param("network,carrier\n203.0.113.0/24\n", ":2: ", id="a column missing"),
    ],
)
def test_a_file_of_networks_that_cannot_be_read_is_named_with_its_line(
    tmp_path: Path, text: str, complaint: str
) -> None:
    file = tmp_path / "networks.csv"
    file.write_text(text)

    with pytest.raises(BadNetworksFileError, match=complaint):
        read_networks(file)

    settings = load({"IEUM_SECRET_KEY": KEY, "IEUM_CARRIER_NETWORKS": str(file)}, database_url="unused")
    with pytest.raises(SettingsError, match="IEUM_CARRIER_NETWORKS"):
        sources_of(settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("IEUM_BLOCK_LISTS", "zen.spamhaus.org,no name"),
        ("IEUM_BLOCK_LISTS", "spamhaus"),
        ("IEUM_BLOCK_LIST_SERVER", "localhost:53"),
        ("IEUM_BLOCK_LIST_SERVER", "127.0.0.1:0"),
        ("IEUM_CARRIER_NETWORKS", "/nowhere/networks.csv"),
    ],
)
def test_settings_that_cannot_be_are_refused(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        load({"IEUM_SECRET_KEY": KEY, name: value}, database_url="unused")


def test_settings_are_read() -> None:
    settings = load(
        {
            "IEUM_SECRET_KEY": KEY,
            "IEUM_BLOCK_LISTS": "zen.spamhaus.org, bl.spamcop.net.",
            "IEUM_BLOCK_LIST_SERVER": "127.0.0.1:8003",
        },
        database_url="unused",
    )

    assert settings.block_lists == ("zen.spamhaus.org", "bl.spamcop.net")
    assert settings.block_list_server == ("127.0.0.1", 8003)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp949", "utf-16"])
def test_a_file_of_networks_is_read_however_a_spreadsheet_saved_it(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "networks.csv"
    file.write_bytes("network;carrier\r\n203.0.113.0/24;엘지\r\n".encode(encoding))

    assert read_networks(file).carrier_of("203.0.113.7") == "엘지"


def test_a_file_of_networks_whose_letters_were_lost_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "networks.csv"
    file.write_text("network,carrier\n203.0.113.0/24,\ufffd\ufffd\n", encoding="utf-8")

    with pytest.raises(BadNetworksFileError, match=":2: a letter was lost"):
        read_networks(file)
