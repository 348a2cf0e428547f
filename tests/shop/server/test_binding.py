"""Values of the form before are sealed for their rows by a job, once, and open nowhere afterwards."""

import asyncio
from collections.abc import Sequence
from itertools import permutations

import pytest
from cryptography.fernet import Fernet
from psycopg.errors import RestrictViolation

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealed_columns import Sealed, SealedColumn
from ieum.shop.kernel.sealing import Place, Sealer, SealMovedError, is_unbound
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.kernel.unsealing import unseal
from ieum.shop.members.security import totp
from ieum.shop.server import binding, sealing_jobs
from ieum.shop.server.resealing import reseal
from ieum.shop.server.sealed import AUTHENTICATORS, COLUMNS
from tests.conftest import RollingBack
from tests.shop.builders.sealed import everything_sealed, list_unbound, opened, rows_of, unbind, unbound
from tests.shop.builders.secrets import KEY, SEALER
from tests.shop.builders.shops import Shop
from tests.shop.builders.worker import context_of

NEW_KEY = Fernet.generate_key().decode()
KINDS = pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)

# Columns of bytes that hold nothing sealed with a key of the shop: hashes, public keys, signatures, files.
NOT_SEALED = {
    "address_checks": {"nonce"},
    "address_log_days": {"head", "previous", "signature"},
    "address_log_entries": {"hash", "salt"},
    "billing_methods": {"auth_key_hash", "key_hash"},
    "certificate_versions": {"document", "signature"},
    "content_files": {"content"},
    "device_links": {"token_hash"},
    "device_usage": {"session_mark"},
    "export_pieces": {"content"},
    "gateway_codes": {"code_hash", "token_hash"},
    "gateway_credentials": {"token_hash"},
    "gateways": {"token_hash"},
    "inquiry_images": {"content", "thumbnail"},
    "key_marks": {"mark"},
    "member_identities": {"person_hash"},
    "member_looks": {"token_hash"},
    "members": {"login_id_hash"},
    "message_budgets": {"recipient"},
    "messages": {"held_for"},
    "moved_rows": {"contents"},
    "moving_links": {"token_hash"},
    "passkey_challenges": {"challenge"},
    "passkeys": {"credential_id", "public_key"},
    "recovery_codes": {"code_hash"},
    # Its successor is sealed with the token itself, which the shop does not keep.
    "refresh_tokens": {"sealed_successor", "token_hash"},
    "rotation_links": {"token_hash"},
    "signing_keys": {"public_key"},
    "staff_challenges": {"challenge"},
    "staff_invitations": {"token_hash"},
    "staff_looks": {"words"},
    "staff_passkeys": {"credential_id", "public_key"},
    "staff_presses": {"wish"},
    "staff_record": {"hash"},
    "staff_record_head": {"hash"},
    "staff_recovery_codes": {"code_hash"},
    "staff_sessions": {"token_hash"},
    "sub_id_links": {"token_hash"},
    "verifications": {"code_hash", "person_hash"},
    # Sealed by the gateway for its owner: the shop has no key that opens it.
    "gateway_key_backups": {"sealed"},
}


async def test_every_column_of_bytes_is_in_the_list_or_holds_nothing_sealed(conn: Connection) -> None:
    found = await fetch_all(
        conn,
        str,
        """
        SELECT c.table_name || '.' || c.column_name
          FROM information_schema.columns c
          JOIN pg_class t ON t.oid = format('%%I', c.table_name)::regclass AND NOT t.relispartition
         WHERE c.table_schema = 'public' AND c.data_type = 'bytea' ORDER BY 1
        """,
    )
    sealed = {f"{one.table}.{one.column}" for one in [*COLUMNS.values(), *AUTHENTICATORS.values()]}
    others = {f"{table}.{column}" for table, columns in NOT_SEALED.items() for column in columns}

    assert sealed | others == set(found)
    assert not sealed & others


async def test_nothing_sealed_opens_in_another_row_or_column(conn: Connection) -> None:
    for _ in range(2):
        await everything_sealed(conn)
    rows = [(one.name, row) for one in COLUMNS.values() for row in await rows_of(conn, one)]

    # The client of a session that runs is the one of the sessions that end, of one device.
    pairs = [(a, b) for a, b in permutations(rows, 2) if (a[0], a[1].row) != (b[0], b[1].row)]
    for (_, copied), (name, row) in pairs:
        with pytest.raises(SealMovedError):
            SEALER.open(copied.sealed, of=Place(name, row.row))

    assert {name for name, _ in rows} == {one.name for one in COLUMNS.values()}
    assert len(pairs) > len(rows)


async def test_no_authenticator_opens_for_another_holder(conn: Connection) -> None:
    for _ in range(2):
        await everything_sealed(conn)
    rows = [row for one in AUTHENTICATORS.values() for row in await rows_of(conn, one)]

    for copied, row in permutations(rows, 2):
        secret = totp.unseal(copied.sealed, key=KEY, holder=row.row)
        assert (secret is None) == (copied.row != row.row)

    assert len({row.row for row in rows}) == 4


@KINDS
async def test_an_old_value_opens_until_the_job_has_sealed_it_for_its_row(
    conn: Connection, db: RollingBack, column: SealedColumn
) -> None:
    await everything_sealed(conn)
    texts = [opened(column, row) for row in await rows_of(conn, column)]
    old = await unbind(conn, column)
    await list_unbound(conn)
    before = [await unseal(conn, SEALER, row.sealed, of=Place(column.name, row.row)) for row in old]

    done = await binding.bind(db, SEALER)
    again = await binding.bind(db, SEALER)

    assert before == texts
    assert (done, again) == (len(old), 0)
    assert [opened(column, row) for row in await rows_of(conn, column)] == texts
    assert await fetch_all(conn, str, "SELECT sealed_column FROM unbound_seals") == []
    for row in old:
        with pytest.raises(SealMovedError):
            await unseal(conn, SEALER, row.sealed, of=Place(column.name, row.row))


@KINDS
async def test_an_old_value_that_comes_later_is_not_sealed_anew(
    conn: Connection, db: RollingBack, column: SealedColumn
) -> None:
    """Neither by the job nor by the command: it may be another row's, from a copy of the database."""
    await everything_sealed(conn)
    old = await unbind(conn, column)

    done = await binding.bind(db, SEALER)
    resealed = await reseal(db, SEALER, secret_key=KEY)

    broken = {id_ for one in resealed.values() for id_ in one.broken}
    assert (done, broken) == (0, {row.id for row in old})
    assert await rows_of(conn, column) == old


async def test_the_job_waits_an_hour_for_the_release_before(conn: Connection, db: RollingBack) -> None:
    await everything_sealed(conn)
    old = await unbind(conn, COLUMNS["billing keys"])
    await list_unbound(conn, hours_ago=0)

    assert await binding.bind(db, SEALER) == 0
    assert await rows_of(conn, COLUMNS["billing keys"]) == old
    assert (await binding.count(conn))["billing_methods.sealed_key"] == len(old)


async def test_a_run_that_ends_in_the_middle_is_gone_on_with(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "BATCH", 1)
    column = COLUMNS["billing keys"]
    async with shop.db.transaction() as conn:
        for _ in range(3):
            await everything_sealed(conn)
        await unbind(conn, column)
        await list_unbound(conn)
    write, written = SealedColumn.write, list[int]()

    async def dies(self: SealedColumn, conn: Connection, rows: Sequence[Sealed]) -> None:
        if self is column:
            if written:
                raise ConnectionError
            written.append(1)
        await write(self, conn, rows)

    monkeypatch.setattr(SealedColumn, "write", dies)
    with pytest.raises(ConnectionError):
        await binding.bind(shop.db, SEALER)
    monkeypatch.setattr(SealedColumn, "write", write)
    async with shop.db.transaction() as conn:
        left = (await binding.count(conn))[column.name]

    done = await binding.bind(shop.db, SEALER)

    assert (left, done) == (2, 2)
    async with shop.db.transaction() as conn:
        assert [opened(column, row) for row in await rows_of(conn, column)] == ["billing_key"] * 3
        assert await binding.count(conn) == {}


async def test_a_row_that_somebody_holds_is_left_for_the_next_run(shop: Shop) -> None:
    column = COLUMNS["billing keys"]
    async with shop.db.transaction() as conn:
        for _ in range(2):
            await everything_sealed(conn)
        old = await unbind(conn, column)
        await list_unbound(conn)

    async with shop.db.transaction() as holding:
        await execute(holding, "SELECT FROM billing_methods WHERE id = %(id)s FOR UPDATE", id=old[0].id)
        first = await asyncio.wait_for(binding.bind(shop.db, SEALER), 5)
        listed = await fetch_all(holding, str, "SELECT sealed_column FROM unbound_seals")
    second = await binding.bind(shop.db, SEALER)

    assert (first, listed, second) == (1, [column.name], 1)


async def test_two_runs_at_once_and_a_command_seal_each_value_well(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        for _ in range(4):
            await everything_sealed(conn)
        for column in COLUMNS.values():
            await unbind(conn, column)
        await list_unbound(conn)

    command = asyncio.create_task(reseal(shop.db, SEALER, secret_key=KEY))
    await asyncio.gather(
        command, binding.bind(shop.db, SEALER), sealing_jobs.bind_seals.func(context_of(shop), 0)
    )
    resealed = command.result()
    await binding.bind(shop.db, SEALER)

    assert [one.broken for one in resealed.values()] == [[]] * len(resealed)
    async with shop.db.transaction() as conn:
        for column in COLUMNS.values():
            assert all(opened(column, row) for row in await rows_of(conn, column))
        assert await fetch_all(conn, str, "SELECT sealed_column FROM unbound_seals") == []


@KINDS
async def test_keys_and_forms_of_all_ages_end_under_the_newest_key(
    conn: Connection, db: RollingBack, column: SealedColumn
) -> None:
    """An old value, one bound with the key before, and one bound with the newest."""
    for _ in range(3):
        await everything_sealed(conn)
    both, new = Sealer([NEW_KEY, SANDBOX_SEALING_KEY]), Sealer([NEW_KEY])
    rows = await rows_of(conn, column)
    texts = [opened(column, row) for row in rows]
    await unbind(conn, column)
    await column.write(conn, rows[1:2])
    await column.write(conn, [column.anew(row, both, may_be_unbound=False) for row in rows[2:]])
    await list_unbound(conn)

    await reseal(db, both, secret_key=KEY)

    after = await rows_of(conn, column)
    assert [new.open(row.sealed, of=Place(column.name, row.row)) for row in after] == texts


async def test_an_old_value_whose_key_is_missing_raises_an_alarm_and_stays(
    conn: Connection, db: RollingBack
) -> None:
    column = COLUMNS["billing keys"]
    for _ in range(2):
        await everything_sealed(conn)
    rows = await rows_of(conn, column)
    lost = Sealed(rows[0].id, rows[0].row, unbound("billing_key", key=NEW_KEY))
    await unbind(conn, column)
    await column.write(conn, [lost])
    await list_unbound(conn)

    done = await binding.bind(db, SEALER)
    alarms = await fetch_all(conn, str, "SELECT kind || ' ' || reference FROM alarms")
    listed = await fetch_all(conn, str, "SELECT sealed_column FROM unbound_seals")
    back = await binding.bind(db, Sealer([SANDBOX_SEALING_KEY, NEW_KEY]))

    assert (done, alarms, listed) == (1, [f"seal_broken {column.name}"], [column.name])
    assert back == 1
    assert await fetch_one(conn, int, "SELECT count(*) FROM unbound_seals") == 0


async def test_the_command_gives_up_old_values_whose_key_is_lost(conn: Connection) -> None:
    await everything_sealed(conn)
    (old,) = await unbind(conn, COLUMNS["billing keys"], key=NEW_KEY)
    await list_unbound(conn)

    await binding.end(conn)

    with pytest.raises(SealMovedError):
        await unseal(conn, Sealer([NEW_KEY]), old.sealed, of=Place("billing_methods.sealed_key", old.row))


async def test_no_column_goes_back_on_the_list(conn: Connection) -> None:
    with pytest.raises(RestrictViolation):
        await execute(conn, "INSERT INTO unbound_seals (sealed_column) VALUES ('refunds.sealed_account')")


def test_old_values_are_known_by_their_first_byte() -> None:
    """The index of a table does not help; the byte is compared in SQL as here."""
    assert is_unbound(Fernet(NEW_KEY).encrypt(b"1"))
    assert not is_unbound(SEALER.seal("1", of=Place("a.b", "1")))
