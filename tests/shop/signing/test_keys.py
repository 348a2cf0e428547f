"""The shop's signature: one key at a time, none ever lost, and anybody can check what it signed."""

import asyncio
import subprocess
from argparse import Namespace
from base64 import b64decode
from pathlib import Path

import pytest
from psycopg.errors import CheckViolation, RestrictViolation

from ieum.shop.kernel.db import Connection, PooledDatabase, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY, Settings
from ieum.shop.server.resealing import reseal
from ieum.shop.signing import cli, queries, rules, service
from ieum.shop.signing.types import Signature
from tests.conftest import RollingBack
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.secrets import KEY, SEALER
from tests.shop.builders.shops import Client, Shop

KEYS = "/.well-known/ieum-keys.json"
MESSAGE = rules.canonical({"kind": "ieum-now", "address": "203.0.113.7"})
NEW_KEY = "bmV3LXNlYWxpbmcta2V5LWZvci10ZXN0cy1vbmx5LTI="


async def test_the_first_signature_makes_the_first_key(client: Client, conn: Connection) -> None:
    assert (await client.get(KEYS)).json() == {"keys": []}

    signature = await service.sign(conn, SEALER, MESSAGE)

    (key,) = (await client.get(KEYS)).json()["keys"]
    assert (key["kid"], key["alg"], key["until"]) == (signature.key_id, "Ed25519", None)
    assert key["kid"] == rules.key_id_of(b64decode(key["key"]))
    assert len(signature.value) == 64
    assert await service.verify(conn, MESSAGE, signature)
    assert await fetch_one(conn, int, "SELECT count(*) FROM signing_keys") == 1


async def test_a_changed_byte_or_another_key_does_not_verify(conn: Connection) -> None:
    signature = await service.sign(conn, SEALER, MESSAGE)
    await service.rotate(conn, SEALER)
    other = await service.sign(conn, SEALER, MESSAGE)

    assert not await service.verify(conn, MESSAGE.replace(b"7", b"8"), signature)
    assert not await service.verify(conn, MESSAGE, Signature(other.key_id, signature.value))
    assert not await service.verify(conn, MESSAGE, Signature("0" * 16, signature.value))
    assert not await service.verify(conn, MESSAGE, Signature(signature.key_id, b""))


async def test_what_a_retired_key_has_signed_stays_valid(client: Client, conn: Connection) -> None:
    signature = await service.sign(conn, SEALER, MESSAGE)

    key_id = await service.rotate(conn, SEALER)

    assert await service.verify(conn, MESSAGE, signature)
    assert (await service.sign(conn, SEALER, MESSAGE)).key_id == key_id
    new, old = (await client.get(KEYS)).json()["keys"]
    assert (new["kid"], new["until"], old["kid"]) == (key_id, None, signature.key_id)
    assert old["until"] >= old["from"]


async def test_the_private_half_is_sealed_and_goes_when_its_key_retires(conn: Connection) -> None:
    await service.sign(conn, SEALER, MESSAGE)
    key = await queries.get_current(conn)
    assert len(b64decode(SEALER.open(key.sealed_private, of=queries.place_of(key.key_id)))) == 32

    await service.rotate(conn, SEALER)

    left = await fetch_all(conn, bool, "SELECT sealed_private IS NULL FROM signing_keys ORDER BY id")
    assert left == [True, False]


async def test_openssl_alone_checks_a_signature(client: Client, conn: Connection, tmp_path: Path) -> None:
    signature = await service.sign(conn, SEALER, MESSAGE)
    answer = await client.get(f"/.well-known/ieum-keys/{signature.key_id}.pem")
    (tmp_path / "key.pem").write_bytes(answer.content)
    (tmp_path / "x.sig").write_bytes(signature.value)

    assert answer.headers["cache-control"] == "public, max-age=300"
    assert openssl_verifies(tmp_path, MESSAGE)
    assert not openssl_verifies(tmp_path, MESSAGE.replace(b"203", b"204"))


def openssl_verifies(folder: Path, message: bytes) -> bool:
    (folder / "x.json").write_bytes(message)
    words = "pkeyutl -verify -pubin -inkey key.pem -rawin -in x.json -sigfile x.sig"
    done = subprocess.run(["openssl", *words.split()], cwd=folder, capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.parametrize(
    ("file", "status", "code"),
    [
        ("0000000000000000.pem", 404, "key_not_found"),
        ("0000000000000000", 422, "invalid_fields"),
    ],
)
async def test_an_unknown_key_is_not_found(client: Client, file: str, status: int, code: str) -> None:
    answer = await client.get(f"/.well-known/ieum-keys/{file}")

    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    "message",
    [
        b"anything",
        b'{"kind": "ieum-now"}\n',
        b'{"kind":"ieum-now"}',
        b'{"kind":"ieum-invoice"}\n',
        b"{}\n",
        b'["ieum-now"]\n',
    ],
)
async def test_nothing_is_signed_that_might_pass_for_something_else(conn: Connection, message: bytes) -> None:
    with pytest.raises(ValueError, match=r"canonical|kind|JSON|Expecting"):
        await service.sign(conn, SEALER, message)


def test_the_same_document_has_the_same_bytes() -> None:
    written = rules.canonical({"kind": "ieum-now", "b": [1, None, True], "a": {"이름": "홍길동"}["이름"]})

    assert written == '{"a":"홍길동","b":[1,null,true],"kind":"ieum-now"}\n'.encode()


@pytest.mark.parametrize("value", [1.5, float("nan"), b"bytes", {"이름": 1}, {1: 2}, [object()]])
def test_what_has_more_than_one_spelling_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="signed document"):
        rules.canonical({"kind": "ieum-now", "value": value})


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM signing_keys",
        "TRUNCATE signing_keys CASCADE",
        "UPDATE signing_keys SET created_at = created_at - interval '1 day'",
        "UPDATE signing_keys SET public_key = sha256('x'), key_id = left(encode(sha256(sha256('x')), 'hex'), 16)",
        "UPDATE signing_keys SET retired_at = NULL, sealed_private = 'x' WHERE retired_at IS NOT NULL",
        "UPDATE signing_keys SET retired_at = now() + interval '1 year' WHERE retired_at IS NOT NULL",
    ],
)
async def test_no_key_is_lost_or_changed(conn: Connection, statement: str) -> None:
    await service.rotate(conn, SEALER)
    await service.rotate(conn, SEALER)

    with pytest.raises(RestrictViolation):
        await conn.execute(statement.encode())


async def test_the_id_of_a_key_is_its_hash(conn: Connection) -> None:
    with pytest.raises(CheckViolation):
        await execute(
            conn,
            "INSERT INTO signing_keys (key_id, public_key, sealed_private) VALUES (repeat('0', 16), sha256('x'), 'x')",
        )


async def test_two_first_signatures_at_once_make_one_key(shop: Shop) -> None:
    async with shop.db.transaction() as first:
        one = await service.sign(first, SEALER, MESSAGE)
        second = asyncio.create_task(sign_apart(shop.db))
        await until_one_waits_for_a_lock(shop.db)
    two = await second

    assert one.key_id == two.key_id
    async with shop.db.connection() as conn:
        assert len(await queries.list_public(conn)) == 1


async def test_two_rotations_at_once_end_with_one_new_key(shop: Shop) -> None:
    await sign_apart(shop.db)
    async with shop.db.transaction() as first:
        one = await service.rotate(first, SEALER)
        second = asyncio.create_task(rotate_apart(shop.db))
        await until_one_waits_for_a_lock(shop.db)

    assert await second == one
    async with shop.db.connection() as conn:
        assert [key.retired_at is None for key in await queries.list_public(conn)] == [True, False]


async def sign_apart(db: PooledDatabase) -> Signature:
    async with db.transaction() as conn:
        return await service.sign(conn, SEALER, MESSAGE)


async def rotate_apart(db: PooledDatabase) -> str:
    async with db.transaction() as conn:
        return await service.rotate(conn, SEALER)


async def test_the_current_key_is_resealed_with_the_rest(shop: Shop) -> None:
    signature = await sign_apart(shop.db)

    done = await reseal(shop.db, Sealer([NEW_KEY, SANDBOX_SEALING_KEY]), secret_key=KEY)

    assert (done["signing keys"].done, done["signing keys"].broken) == (1, [])
    async with shop.db.transaction() as conn:
        assert (await service.sign(conn, Sealer([NEW_KEY]), MESSAGE)).key_id == signature.key_id


async def test_the_operator_changes_the_key_and_lists_all(
    db: RollingBack, conn: Connection, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    await cli.run(Namespace(action="list"), settings, db)
    assert capsys.readouterr().out.startswith("The shop has signed nothing yet")
    old = await service.sign(conn, SEALER, MESSAGE)

    await cli.run(Namespace(action="rotate"), settings, db)
    await cli.run(Namespace(action="list"), settings, db)

    told, new_line, old_line = capsys.readouterr().out.splitlines()
    assert told == f"From now on {new_line[:16]} signs."
    assert new_line.endswith(" –")
    assert old_line.startswith(old.key_id)
    assert not old_line.endswith("–")
