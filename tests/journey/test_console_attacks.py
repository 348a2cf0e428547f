"""What members and staff write is text on every screen of the console, whatever it would be as a program."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page
from psycopg import Error, sql

from ieum.shop.desk.acting import hash_token
from ieum.shop.desk.types import RoleId, StaffId, StaffSessionId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.journey.at_the_desk import Staff
from tests.journey.console_screens import SCREENS, in_transaction
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, quiet
from tests.shop.builders.console_world import World, a_console_world
from tests.shop.builders.staff import Login
from tests.shop.builders.text_sources import a_notice, publish

pytestmark = pytest.mark.browser

# The longest that a column takes is what stands there.
TEXTS = (
    "\"'><img class=xss src=x onerror=xss()><script>xss()</script><a class=xss href=javascript:xss()>누르기</a>",
    '"><img class=xss src=x onerror=xss()>',
    "<svg class=xss onload=xss()>",
    "<b class=xss>x",
)
LINKS = ("javascript:xss()//", f"https://{TEXTS[1]}")
# Markdown has ways of its own to a link.
MARKDOWN = f"""{TEXTS[0]}

[하나](javascript:xss()) ![둘](javascript:xss()) <javascript:xss()> [셋](<data:text/html,{TEXTS[2]}>) [넷]

[넷]: JaVaScRiPt:xss() "{TEXTS[2]}"

{TEXTS[1]}
"""
# No texts of anybody: what the shop itself renders, its own names for kinds and states, and what a login needs.
OWN = {
    "content_versions": {"html", "lead", "source", "plain_text"},
    "content_drafts": {"slug", "edition"},
    "staff_approvals": {"action"},
    "bulk_runs": {"kind"},
    "exports": {"screen"},
    "book_checks": {"kind"},
    "alarms": {"kind"},
    "staff": {"email", "password_hash"},
    "members": {"password_hash"},
    "messages": {"reference"},
    "number_days": {"figure"},
    "address_evidence": {"kind"},
    "site_config": {"refund_mode", "og_image", "logo", "robots", "sitemap"},
    "agreement_documents": {"key", "version", "purpose", "body", "refund_mode"},
}
# Of all that is filled, what people of whom nothing is known may write.
WRITTEN = {
    "members.name",
    "members.email",
    "login_sessions.user_agent",
    "devices.name",
    "passkeys.name",
    "inquiries.title",
    "inquiry_messages.body",
    "inquiry_images.name",
    "tax_invoice_requests.company",
    "refunds.reason",
    "payments.receipt_url",
    "payments.refusal_message",
    "messages.body",
    "visits.landing_url",
    "visits.keyword",
}
TELLS = """
window.xss = () => { window.wasRun = true }
window.found = () => [
  window.wasRun ? 'a script ran' : '',
  ...[...document.querySelectorAll('.xss')].map((one) => one.outerHTML),
  ...[...document.querySelectorAll('[href],[src],[action]')]
    .map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('action') ?? '')
    .filter((address) => /^\\s*(javascript|vbscript|data:text):/i.test(address)),
].filter(Boolean)
"""


# Without the navigation, which names whoever is logged in; a mail has none of these parts.
SAID = "main, dialog, [role=dialog], body:not(:has(main))"


@pytest.fixture
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningShop]:
    """One of its own: nothing in it is what it was."""
    with RunningShop(tmp_path_factory.mktemp("filled")) as shop:
        shop.start("serve")
        yield shop


def test_what_anybody_wrote_is_text_on_every_screen(filled: RunningShop, browser: Browser) -> None:
    staff = Staff(filled, role="소유자")
    [token] = [value for name, value in staff.cookies.items() if name.endswith("ieum_staff")]

    async def prepare(conn: Connection) -> tuple[World, set[str]]:
        world = await a_console_world(conn, await _login(conn, staff, token or ""), TEXTS[1])
        await publish(conn, a_notice("a-notice", TEXTS[3], MARKDOWN))
        await execute(
            conn,
            "UPDATE content_drafts SET written = written || jsonb_build_object('body', %(body)s::text)",
            body=MARKDOWN,
        )
        await execute(
            conn,
            """
            INSERT INTO visits (visited_at, ip_address, referrer_url, referrer_host, landing_url, keyword, campaign,
                                ad, robot) VALUES (now(), '192.0.2.1', '', '', '', '', '', '{}', '')
            """,
        )
        return world, await _fill(conn)

    world, columns = in_transaction(filled, prepare)
    assert columns >= WRITTEN
    context = browser.new_context(viewport={"width": DESKTOP, "height": 844})
    context.add_init_script(TELLS)
    desk = staff.sit_down(context)
    wrong: dict[str, list[str]] = {}
    silent: set[str] = set()
    for path in _addresses(world):
        desk.open(path)
        quiet(desk.page)
        if found := _found(desk.page):
            wrong[path] = found
        if "class=xss" not in "".join(desk.page.locator(SAID).all_inner_texts()):
            silent.add(path)
    complaints = desk.complaints
    context.close()

    assert wrong == {}
    # Lists may have no row here, or masks alone; what is about one thing says what somebody wrote about it.
    assert {path for path in silent if path.count("/") > 2} == set()
    assert complaints == []


async def _login(conn: Connection, staff: Staff, token: str) -> Login:
    row = await fetch_one(
        conn,
        dict[str, int],
        """
        SELECT jsonb_build_object('staff', s.staff_id, 'session', s.id, 'role', f.role_id)
          FROM staff_sessions s JOIN staff f ON f.id = s.staff_id WHERE s.token_hash = %(hash)s
        """,
        hash=hash_token(token),
    )
    return Login(
        StaffId(row["staff"]), StaffSessionId(row["session"]), RoleId(row["role"]), staff.email, token
    )


async def _fill(conn: Connection) -> set[str]:
    """Put the texts into every column that takes one, past triggers but within what the tables themselves allow."""
    columns = await fetch_all(
        conn,
        str,
        """
        SELECT table_name || '.' || column_name FROM information_schema.columns JOIN information_schema.tables
               USING (table_schema, table_name)
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'text' AND is_generated = 'NEVER'
           AND table_name !~ '^(_?yoyo|procrastinate)'
         ORDER BY 1
        """,
    )
    await execute(conn, "SET LOCAL session_replication_role = replica")
    return {
        column
        for column in columns
        for table, name in [column.split(".")]
        if name not in OWN.get(table, set())
        and not name.endswith("_id")
        and await _fill_one(conn, table, name)
    }


async def _fill_one(conn: Connection, table: str, column: str) -> bool:
    newest = sql.SQL("WHERE ctid = (SELECT max(ctid) FROM {})").format(sql.Identifier(table))
    there = sql.SQL("WHERE {} IS NOT NULL").format(sql.Identifier(column))
    for text in (*LINKS, *TEXTS) if column.endswith("url") else TEXTS:
        # A table may ask for another one in each row, or for none where none was.
        for which in (sql.SQL(""), there, newest):
            change = sql.SQL("UPDATE {} SET {} = %s {}").format(
                sql.Identifier(table), sql.Identifier(column), which
            )
            with suppress(Error):
                async with conn.transaction():
                    if (await conn.execute(change, [text])).rowcount:
                        return True
    return False


def _addresses(world: World) -> list[str]:
    """Every screen with what there is, lists with the sheet of one row; then a text and a mail as others see them."""
    ids = {template.rpartition("/")[0]: made for template, made in world.ids.items()}
    ids["content"], ids["status"] = ids["content/texts"], ids["status/incidents"]
    paths = {screen.path for screen in SCREENS}
    found = [
        f"/console/{path.replace(':id', str(ids[path.removesuffix('/:id')]))}"
        if ":id" in path
        else f"/console/{path}?open={ids[path]}"
        if path in ids and f"{path}/:id" not in paths
        else f"/console/{path}"
        for path in sorted(paths)
    ]
    return [*found, "/support/notice/a-notice", "/api/v1/console/message-texts/0/look"]


def _found(page: Page) -> list[str]:
    return page.evaluate("window.found()")
