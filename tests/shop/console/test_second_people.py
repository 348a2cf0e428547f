"""Who is a second person: nobody whose login came by a link within seven days, however long the chain of links."""

import argparse
from typing import Any

import pytest
from litestar import Litestar
from msgspec import structs

from ieum.shop.console.staff import cli
from ieum.shop.desk.approvals import queries as approvals
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.settings import Settings
from tests.shop.builders.desk import press
from tests.shop.builders.links import a_first_sale, accept, mailed_link
from tests.shop.builders.shops import Client, Headers
from tests.shop.builders.staff import Login, a_role, a_staff, code

APPROVALS = "/api/v1/console/approvals"
STAFF = "/api/v1/console/staff"
PRICES = ("catalog.prices", "approvals.confirm")
TWO = ("roles.change", "orders.view", "staff.invite", "approvals.confirm")


async def ask(client: Client, headers: Headers, name: str = "야간 상담") -> dict[str, Any]:
    """Ask for a new role."""
    answer = await press(client, headers, "roles.make", None, name=name, permissions=["orders.view"])
    assert answer.status_code == 202, answer.text
    return answer.json()["data"]


async def confirm(client: Client, headers: Headers, asked: dict[str, Any], **more: Any) -> Any:
    return await client.post(
        f"{APPROVALS}/{asked['approvalId']}/confirmation",
        json={"digest": asked["preview"]["digest"]} | more,
        headers=headers,
    )


async def seen(client: Client, headers: Headers, asked: dict[str, Any]) -> dict[str, Any]:
    return (await client.get(f"{APPROVALS}/{asked['approvalId']}", headers=headers)).json()["data"]


async def reset(client: Client, by: Headers, person: Login) -> Headers:
    """Make a link that resets a colleague, and use it."""
    made = await press(client, by, "staff.link", person.staff)
    assert made.status_code == 200, made.text
    return await accept(client, made.json()["data"]["made"]["url"])


async def remove(client: Client, by: Login, person: Login) -> None:
    gone = await press(client, by, "staff.remove", person.staff)
    assert gone.status_code == 200, gone.text


async def test_a_chain_of_links_makes_no_second_person(client: Client, conn: Connection) -> None:
    await a_first_sale(conn)
    owner, owner_2 = await a_staff(conn, owner=True), await a_staff(conn, owner=True)
    admin, other = await a_staff(conn, *TWO), await a_staff(conn, *TWO)
    as_owner_2 = await reset(client, owner.headers, owner_2)
    as_admin = await reset(client, as_owner_2, admin)

    asked = await ask(client, owner.headers)
    as_puppet = await confirm(client, as_admin, asked)
    turned = await ask(client, as_admin, "다른 역할")
    of_puppet = await confirm(client, owner.headers, turned)
    alone = await confirm(client, as_owner_2, await ask(client, as_owner_2), code=code(), reason="급함")

    answers = [as_puppet, of_puppet, alone]
    assert [answer.json()["code"] for answer in answers] == ["may_not_confirm"] * 3
    assert (await confirm(client, other.headers, asked)).json()["data"]["state"] == "confirmed"
    assert (await confirm(client, other.headers, turned)).json()["code"] == "may_not_confirm"


async def test_a_link_that_resets_somebody_is_told_to_all(client: Client, conn: Connection) -> None:
    owner, colleague, other = [await a_staff(conn, owner=True) for _ in range(3)]

    await reset(client, owner.headers, colleague)

    told = await fetch_all(conn, str, "SELECT recipient FROM messages WHERE reference LIKE 'staff-link:%%'")
    assert {owner.email, colleague.email, other.email} <= set(told)


async def test_after_seven_days_and_before_the_first_sale_nobody_is_new(
    client: Client, conn: Connection
) -> None:
    owner, colleague = await a_staff(conn, owner=True), await a_staff(conn, *TWO)
    as_colleague = await reset(client, owner.headers, colleague)

    before_sales = await seen(client, as_colleague, await ask(client, owner.headers))
    await a_first_sale(conn)
    asked = await ask(client, owner.headers)
    new = await seen(client, as_colleague, asked)
    people = (await client.get(STAFF, headers=owner.headers)).json()["data"]["items"]
    await execute(conn, "UPDATE staff_invitations SET used_at = used_at - interval '7 days'")
    later = await seen(client, as_colleague, asked)

    assert [one["mayConfirm"] for one in (before_sales, new, later)] == [True, False, True]
    assert "7일" in new["whyNot"]
    assert [one["confirmsFrom"] is not None for one in people if one["id"] == colleague.staff] == [True]


async def test_where_only_newcomers_could_confirm_an_owner_does_so_alone(
    client: Client, conn: Connection
) -> None:
    await a_first_sale(conn)
    owner, clerk = await a_staff(conn, owner=True), await a_staff(conn, *TWO)
    as_clerk = await reset(client, owner.headers, clerk)
    own, of_clerk = await ask(client, owner.headers), await ask(client, as_clerk, "다른 역할")

    shown = [await seen(client, owner.headers, asked) for asked in (own, of_clerk)]
    answer = await confirm(client, owner.headers, of_clerk, code=code(), reason="둘뿐입니다")

    assert [(one["mayConfirm"], one["mayConfirmAlone"]) for one in shown] == [(False, True)] * 2
    assert answer.json()["data"]["alone"] is True


async def test_somebody_at_the_terminal_vouches_for_a_newcomer_and_all_are_told(
    client: Client, conn: Connection, app: Litestar, settings: Settings
) -> None:
    await a_first_sale(conn)
    owner, clerk = await a_staff(conn, owner=True), await a_staff(conn, *TWO)
    as_clerk = await reset(client, owner.headers, clerk)
    asked = await ask(client, owner.headers)

    def command() -> argparse.Namespace:
        return argparse.Namespace(word="vouch", email=f" {clerk.email.upper()} ")

    done = await cli.run(command(), settings, app.state.db)
    again = await cli.run(command(), settings, app.state.db)

    assert [done, again] == [0, 2]
    assert (await confirm(client, as_clerk, asked)).json()["data"]["state"] == "confirmed"
    told = await fetch_all(
        conn, str, "SELECT recipient FROM messages WHERE reference LIKE 'staff-vouched:%%'"
    )
    assert {owner.email, clerk.email} <= set(told)
    noted = "SELECT object_id FROM staff_record WHERE action = 'staff.vouch'"
    assert await fetch_all(conn, str, noted) == [str(clerk.staff)]


async def test_a_first_link_is_mailed_to_the_invited_person_alone(client: Client, conn: Connection) -> None:
    await a_first_sale(conn)
    asker, second, third = [await a_staff(conn, owner=True) for _ in range(3)]
    role = await a_role(conn, TWO)
    asked = await press(
        client, asker, "staff.invite", None, email="new@ieum.example", name="새 직원", role=role
    )

    done = await confirm(client, second.headers, asked.json()["data"])

    person = done.json()["data"]["result"]["staffId"]
    link = await mailed_link(conn, "new@ieum.example")
    refused = [await press(client, one, "staff.link", person) for one in (asker, third)]
    again = await press(client, second, "staff.link", person)
    newer = await mailed_link(conn, "new@ieum.example")
    old = await client.post(
        "/api/v1/console/invitations/look-up",
        json={"token": link.partition("#")[2]},
        headers={"Origin": second.headers["Origin"]},
    )
    as_new = await accept(client, newer)
    wish = await ask(client, asker.headers)

    assert [answer.json()["code"] for answer in refused] == ["invitation_not_yours"] * 2
    assert again.json()["data"]["made"].keys() == {"email", "expiresAt"}
    assert (newer != link, old.status_code) == (True, 404)
    assert link.partition("#")[2] not in done.text
    assert (await confirm(client, as_new, wish)).json()["code"] == "may_not_confirm"
    mails = await fetch_all(
        conn,
        bool,
        """
        SELECT code_until IS NOT NULL FROM messages
         WHERE recipient = 'new@ieum.example' AND reference LIKE 'staff-invited:%%'
        """,
    )
    assert mails == [True, True]
    noted = "SELECT object_id FROM staff_record WHERE action IN ('staff.invite', 'staff.link') ORDER BY index"
    assert await fetch_all(conn, str, noted) == [str(person)] * 3


async def test_without_mail_the_first_link_is_made_at_the_terminal(
    client: Client, conn: Connection, app: Litestar, settings: Settings
) -> None:
    asker, second = await a_staff(conn, owner=True), await a_staff(conn, owner=True)
    app.state.settings = structs.replace(settings, smtp_url="")
    asked = await press(
        client, asker, "staff.invite", None, email="new@ieum.example", name="새 직원", role=asker.role
    )

    done = await confirm(client, second.headers, asked.json()["data"])
    person = done.json()["data"]["result"]["staffId"]
    link = await press(client, second, "staff.link", person)

    assert (link.status_code, link.json()["code"]) == (409, "no_mail_for_invitation")
    assert await fetch_one(conn, int, "SELECT count(*) FROM staff_invitations") == 0


async def test_a_removal_is_told_to_all_and_closes_alone_for_seven_days(
    client: Client, conn: Connection
) -> None:
    await a_first_sale(conn)
    owner, admin, clerk = await a_staff(conn, owner=True), await a_staff(conn, *TWO), await a_staff(conn)
    asked = await ask(client, owner.headers)

    await remove(client, owner, admin)
    closed = await seen(client, owner.headers, asked)
    answer = await confirm(client, owner.headers, asked, code=code(), reason="급함")
    await execute(conn, "UPDATE staff_approvals SET asked_at = now() - interval '25 hours'")
    late = await seen(client, owner.headers, asked)
    await execute(
        conn, "UPDATE staff SET removed_at = removed_at - interval '7 days' WHERE removed_at IS NOT NULL"
    )
    opened = await seen(client, owner.headers, asked)

    told = await fetch_all(
        conn, str, "SELECT recipient FROM messages WHERE reference LIKE 'staff-removed:%%'"
    )
    assert {owner.email, admin.email, clerk.email} <= set(told)
    assert answer.json()["code"] == "may_not_confirm"
    assert [one["mayConfirmAlone"] for one in (closed, late, opened)] == [False, False, True]
    assert "제외" in closed["whyNot"]


async def test_who_could_not_confirm_it_closes_nothing(client: Client, conn: Connection) -> None:
    await a_first_sale(conn)
    owner, clerk = await a_staff(conn, owner=True), await a_staff(conn, "roles.change")
    asked = await ask(client, owner.headers)

    await remove(client, owner, clerk)

    assert (await seen(client, owner.headers, asked))["mayConfirmAlone"] is True


@pytest.mark.parametrize("way", ["another role", "less of their role"])
async def test_rights_that_an_owner_takes_alone_close_alone_for_what_they_could_confirm(
    client: Client, conn: Connection, way: str
) -> None:
    await a_first_sale(conn)
    owner, admin = await a_staff(conn, owner=True), await a_staff(conn, "orders.view", *PRICES)
    less = await a_role(conn, ["orders.view"])
    company = [await approvals.find_company(conn, "catalog.prices", asker=owner.staff, viewer=owner.staff)]
    taken = (
        await press(client, owner, "roles.change", admin.role, permissions=["orders.view"])
        if way == "less of their role"
        else await press(client, owner, "staff.role", admin.staff, role=less)
    )

    done = await confirm(client, owner.headers, taken.json()["data"], code=code(), reason="둘뿐입니다")

    company += [
        await approvals.find_company(conn, permission, asker=owner.staff, viewer=owner.staff)
        for permission in ("catalog.prices", "roles.change")
    ]
    assert done.json()["data"]["alone"] is True
    assert [(one.others, one.was_colleague_removed) for one in company] == [(1, False), (0, True), (0, False)]
    await execute(conn, "UPDATE staff_approvals SET decided_at = now() - interval '7 days'")
    later = await approvals.find_company(conn, "catalog.prices", asker=owner.staff, viewer=owner.staff)
    assert later.was_colleague_removed is False
