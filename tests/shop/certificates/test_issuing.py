"""A member's certificates: what is printed, the same press twice, and a limit a day."""

import re
import subprocess
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from psycopg.errors import CheckViolation, RestrictViolation

from ieum.shop.certificates import service
from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.catalog import a_dynamic_plan
from tests.shop.builders.certificates import (
    CERTIFICATES,
    a_holding,
    choices,
    issue,
    press,
    show,
)
from tests.shop.builders.clients import HOME
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client


async def test_a_certificate_says_whose_the_address_is_and_since_when(
    client: Client, conn: Connection
) -> None:
    holder = await a_holding(conn)
    (span,) = await choices(client, holder.headers, holder.service)

    number = await issue(client, holder.headers, holder.service)

    answer = await client.get(f"{CERTIFICATES}/{number}", headers=holder.headers)
    data = answer.json()["data"]
    document = data["document"]
    assert re.fullmatch(r"([0-9A-F]{4}-){7}[0-9A-F]{4}", number)
    assert (document["kind"], document["number"], document["version"]) == ("ieum-certificate", number, 1)
    assert (document["holder"], document["masked"]) == ("홍*동", True)
    assert (document["address"], document["carrier"]) == (span["address"], span["carrier"])
    assert (document["state"], document["until"]) == ("in_use", None)
    assert document["from"][:19] == span["from"][:19]
    assert document["paidUntil"][:19] == span["paidUntil"][:19]
    assert document["log"] is None
    assert document["issuer"]["url"] == HOME
    assert data["verifyUrl"] == f"{HOME}/verify#{number}"


async def test_the_name_is_printed_as_the_member_chooses(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn, name="남궁민수")

    full = await issue(client, holder.headers, holder.service, name="full")
    masked = await issue(client, holder.headers, holder.service, name="masked")

    assert (await show(client, holder.headers, full))["holder"] == "남궁민수"
    assert (await show(client, holder.headers, masked))["holder"] == "남**수"
    listed = (await client.get(CERTIFICATES, headers=holder.headers)).json()["data"]
    assert [item["number"] for item in listed["items"]] == [masked, full]
    assert listed["total"] == 2


async def test_a_second_press_on_a_day_gives_the_same_certificate(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    first = await issue(client, holder.headers, holder.service)

    assert await issue(client, holder.headers, holder.service) == first

    await execute(conn, "UPDATE certificates SET issued_on = issued_on - 1")
    assert await issue(client, holder.headers, holder.service) != first


async def test_there_is_a_limit_a_day(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "A_DAY", 2)
    holder = await a_holding(conn)
    await issue(client, holder.headers, holder.service, name="full")
    await issue(client, holder.headers, holder.service, name="masked")
    other = await a_service(conn, holder.member)

    refused = await press(client, holder.headers, other)
    # The same again is no further one.
    again = await press(client, holder.headers, holder.service)

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_certificates")
    assert 86_000 < int(refused.headers["retry-after"]) <= 86_400
    assert again.status_code == 201


async def test_a_dynamic_service_has_no_address_to_certify(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    headers = await a_login(conn, member)
    dynamic = await a_service(conn, member, plan=await a_dynamic_plan(conn))
    lease = await fetch_one(conn, int, "SELECT id FROM leases WHERE service_id = %(id)s", id=dynamic)

    listed = (await client.get(f"{CERTIFICATES}/choices", headers=headers)).json()["data"]
    refused = await press(client, headers, dynamic, span=lease)

    assert (listed["items"], listed["total"]) == ([], 0)
    assert (refused.status_code, refused.json()["code"]) == (404, "certificate_span_not_found")


async def test_nobody_certifies_what_is_anothers(client: Client, conn: Connection) -> None:
    holder, other = await a_holding(conn), await a_holding(conn)
    (span,) = await choices(client, holder.headers, holder.service)
    number = await issue(client, holder.headers, holder.service)

    asked = [
        await press(client, other.headers, holder.service, span=span["id"]),
        await press(client, other.headers, other.service, span=span["id"]),
    ]
    looked = [
        await client.get(f"{CERTIFICATES}/{number}{rest}", headers=other.headers)
        for rest in (
            "",
            "/certificate.json",
            "/certificate.json?version=1",
            "/certificate.sig?version=1",
            "/certificate-with-signature.json?version=1",
        )
    ]

    assert {answer.json()["code"] for answer in asked} == {"certificate_span_not_found"}
    assert {(answer.status_code, answer.json()["code"]) for answer in looked} == {
        (404, "certificate_not_found")
    }


async def test_files_of_one_sheet_are_of_one_version_whatever_changes_between_them(
    client: Client, conn: Connection, tmp_path: Path
) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service, name="full")
    path = f"{CERTIFICATES}/{number}"
    shown = (await client.get(path, headers=holder.headers)).json()["data"]
    version = {"version": shown["document"]["version"]}
    original = await client.get(f"{path}/certificate.json", params=version, headers=holder.headers)

    await execute(conn, "UPDATE members SET name = '홍길순' WHERE name = '홍길동'")
    newer = (await client.get(path, headers=holder.headers)).json()["data"]["document"]["version"]
    signature = await client.get(f"{path}/certificate.sig", params=version, headers=holder.headers)
    both = await client.get(f"{path}/certificate-with-signature.json", params=version, headers=holder.headers)
    missing = await client.get(f"{path}/certificate.sig", params={"version": 9}, headers=holder.headers)
    key = await client.get(f"/.well-known/ieum-keys/{shown['keyId']}.pem")

    assert (newer, missing.status_code) == (version["version"] + 1, 404)
    (tmp_path / "key.pem").write_bytes(key.content)
    (tmp_path / "x.sig").write_bytes(signature.content)
    assert openssl(tmp_path, original.content) == "Signature Verified Successfully"
    held = both.json()
    assert held["document"].encode() == original.content
    assert b64decode(held["signature"]) == signature.content
    assert held["keyId"] == shown["keyId"]


async def test_openssl_alone_verifies_the_downloads(client: Client, conn: Connection, tmp_path: Path) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service, name="full")
    path = f"{CERTIFICATES}/{number}"

    json = await client.get(f"{path}/certificate.json", headers=holder.headers)
    sig = await client.get(f"{path}/certificate.sig", headers=holder.headers)
    key_id = (await client.get(path, headers=holder.headers)).json()["data"]["keyId"]
    key = await client.get(f"/.well-known/ieum-keys/{key_id}.pem")

    assert json.headers["content-disposition"] == f'attachment; filename="ieum-{number}.json"'
    assert len(sig.content) == 64
    (tmp_path / "key.pem").write_bytes(key.content)
    (tmp_path / "x.sig").write_bytes(sig.content)
    assert openssl(tmp_path, json.content) == "Signature Verified Successfully"
    changed = json.content.replace("홍길동".encode(), "홍길순".encode())
    assert changed != json.content
    assert openssl(tmp_path, changed) == "Signature Verification Failure"
    assert openssl(tmp_path, json.content[:-1]) == "Signature Verification Failure"


def openssl(folder: Path, document: bytes) -> str:
    """What openssl says of a document beside `key.pem` and `x.sig`, by the command of docs/operate/records.md."""
    (folder / "x.json").write_bytes(document)
    words = "pkeyutl -verify -pubin -inkey key.pem -rawin -in x.json -sigfile x.sig"
    done = subprocess.run(
        ["openssl", *words.split()], cwd=folder, capture_output=True, text=True, check=False
    )
    return (done.stdout or done.stderr).splitlines()[0]


async def test_the_proof_is_the_last_call_before_the_end(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    await execute(conn, "UPDATE exit_addresses SET proven_at = now() - interval '9 days', proven_by = 'call'")
    assert await proof_of(client, conn, holder.headers, holder.service) == ("call", 9)

    await execute(
        conn,
        """
        INSERT INTO address_evidence (address_id, at, kind, is_good, seen)
        SELECT c.address_id, now() - v.at, 'call', v.is_good, NULL
          FROM address_checks c, (VALUES (interval '3 days', true), (interval '1 day', false)) AS v (at, is_good)
        """,
    )
    await execute(conn, "UPDATE certificates SET issued_on = issued_on - 1")

    assert await proof_of(client, conn, holder.headers, holder.service) == ("call", 3)


async def proof_of(
    client: Client, conn: Connection, headers: dict[str, str], service: int
) -> tuple[str, int]:
    """How the gateway has proven the address of a new certificate, and how many days ago."""
    document = await show(client, headers, await issue(client, headers, service))
    days = "SELECT extract(day FROM now() + interval '1 hour' - %(at)s::timestamptz)::integer"
    return document["proof"]["how"], await fetch_one(conn, int, days, at=document["proof"]["at"])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE certificate_versions SET document = '{}'",
        "UPDATE certificate_versions SET issued_at = now()",
        "DELETE FROM certificate_versions",
    ],
)
async def test_what_was_signed_stays(client: Client, conn: Connection, statement: str) -> None:
    holder = await a_holding(conn)
    await issue(client, holder.headers, holder.service)

    with pytest.raises(RestrictViolation):
        await conn.execute(statement.encode())


async def test_a_certificate_over_says_since_when(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    await issue(client, holder.headers, holder.service)

    with pytest.raises(CheckViolation):
        await execute(conn, "UPDATE certificates SET state = 'ended'")


@pytest.mark.parametrize("body", [{"serviceId": 0, "spanId": 1, "name": "full"}, {"name": "full"}, {}])
async def test_a_wrong_request_is_refused(client: Client, conn: Connection, body: dict[str, Any]) -> None:
    headers = await a_login(conn, await a_member(conn))

    answer = await client.post(CERTIFICATES, json=body, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")


async def test_downloads_are_not_stored_on_the_way(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)

    answer = await client.get(f"{CERTIFICATES}/{number}/certificate.json", headers=holder.headers)

    assert answer.headers["cache-control"] == "no-store"
