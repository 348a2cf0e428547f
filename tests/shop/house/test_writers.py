"""Every table is written by one room; the others read it or call that room."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from ieum.shop.kernel.db import Connection, fetch_all

IEUM = Path(__file__).parents[3] / "ieum"
SHOP = IEUM / "shop"
# Commands that stand above the shop; each is a room of its own.
OPERATIONS = IEUM / "operations"
# `FOR UPDATE` and `DO UPDATE` name no table.
WRITE = re.compile(
    r"\b(?:(?:INSERT|MERGE)\s+INTO|(?<!FOR )(?<!DO )(?<!NO KEY )UPDATE|DELETE\s+FROM|TRUNCATE)\s+(?:ONLY\s+)?([a-z_]+)"
)
# To read the tree of a file takes ten times as long as to see that it has none of these words.
PERHAPS = re.compile("INSERT|MERGE|UPDATE|DELETE|TRUNCATE")
WRITERS = {
    "backup": {"backups"},
    "doctor": {"doctor_reports"},
    # A table of its own in a scratch database.
    "upgrade": {"speed_probe"},
    "moving_in": {"moved_rows", "moving_links", "moving_runs"},
    "address_desk": {"pool_counts", "pool_days", "staff_lookups"},
    "gateway_desk": {"enrolment_permits"},
    "address_log": {
        "address_log_days",
        "address_log_entries",
        "address_log_reading",
        "address_log_services",
    },
    "broadcasts": {"broadcast_recipients", "broadcasts"},
    "catalog": {"plan_pools", "plan_prices", "plan_quantity_discounts", "plans"},
    "certificates": {"certificate_versions", "certificates"},
    "console": {
        "authority_requests",
        "shop_opened",
        "incident_members",
        "incident_notices",
        "incident_steps",
        "incidents",
        "staff",
        "staff_challenges",
        "staff_invitations",
        "staff_networks",
        "staff_passkeys",
        "staff_recovery_codes",
        "staff_roles",
        "saved_views",
        "default_views",
        "staff_found",
    },
    "exports": {"export_pieces", "exports"},
    "numbers": {"address_profits", "number_days", "pool_costs", "public_holidays", "touch_days"},
    "desk": {
        "bulk_rows",
        "bulk_runs",
        "staff_approvals",
        "staff_gifts",
        "staff_looks",
        "staff_presses",
        "staff_record",
        "staff_record_head",
        "staff_sessions",
    },
    "status": {"status_incidents", "status_updates"},
    "files": {"content_files"},
    "publishing": {
        "content_drafts",
        "content_entries",
        "content_filled",
        "content_version_files",
        "content_versions",
        "moved_pages",
    },
    "search": {"search_documents"},
    "evacuation": {"evacuations", "service_moves"},
    "gateways": {
        "endpoints",
        "exits",
        "free_tunnels",
        "gateway_codes",
        "gateway_credentials",
        "gateway_key_backups",
        "gateway_watch",
        "gateways",
    },
    "proofs": {"address_checks", "address_evidence"},
    "stock": {"address_pools", "exit_addresses", "leases", "refund_rests"},
    "inquiries": {
        "canned_answers",
        "inquiries",
        "inquiry_actions",
        "inquiry_images",
        "inquiry_messages",
        "inquiry_notes",
        "inquiry_presence",
        "inquiry_uploads",
    },
    "invoices": {"tax_invoice_requests"},
    "ip_change": {"address_offers", "ip_changes"},
    "kernel": {"alarms", "days_done", "request_counts"},
    "leaving": {"destructions", "left_members"},
    "ledgers": {"point_entries", "ticket_entries"},
    "members": {
        "consents",
        "former_names",
        "login_attempts",
        "login_sessions",
        "member_identities",
        "member_looks",
        "members",
        "passkey_challenges",
        "passkeys",
        "recovery_codes",
        "recovery_requests",
        "refresh_tokens",
        "totp_secrets",
        "verifications",
    },
    "messaging": {"message_budgets", "messages"},
    "orders": {"orders"},
    "outbox": {"message_prices"},
    "pages": {"refused_entries", "told_entries"},
    "payments": {"payments"},
    "reconciliation": {"book_checks"},
    "refunds": {"refunds"},
    "rotation": {"rotation_links", "rotations"},
    "services": {
        "service_extensions",
        "device_links",
        "devices",
        "service_grants",
        "service_periods",
        "services",
        "waiting_services",
    },
    "server": {"key_marks", "seen_outside", "unbound_seals"},
    "signing": {"signing_keys"},
    "site": {"client_errors", "first_touches", "site_config", "visit_days", "visits"},
    "usage": {"address_lookups", "device_usage", "usage_hours", "usage_sessions"},
    "sub_ids": {"sub_id_ends_told", "sub_id_events", "sub_id_links"},
    "subscriptions": {"billing_methods", "lapses", "price_consents", "subscriptions"},
}


def writes() -> dict[str, set[str]]:
    """The rooms that write each table, read from the SQL in every string of their files."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for path in [*SHOP.rglob("*.py"), *OPERATIONS.rglob("*.py")]:
        room = path.relative_to(SHOP if path.is_relative_to(SHOP) else OPERATIONS).parts[0]
        text = path.read_text(encoding="utf-8")
        if not PERHAPS.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for table in WRITE.findall(node.value):
                    rooms[table].add(room)
    return rooms


def test_every_table_is_written_by_its_room_alone() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for table, rooms in writes().items():
        for room in rooms:
            found[room].add(table)

    assert dict(found) == WRITERS


async def test_every_table_of_the_database_has_its_room(conn: Connection) -> None:
    """But for those of the queue and the migrations, the documents that these bring, and what a trigger keeps."""
    tables = await fetch_all(
        conn,
        str,
        """
        SELECT c.relname FROM pg_class c
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
           AND c.relname !~ '^(procrastinate|_?yoyo)' ORDER BY 1
        """,
    )

    ours = set[str]().union(*(tables for room, tables in WRITERS.items() if room != "upgrade"))
    assert set(tables) == ours | {"agreement_documents", "order_lines", "pool_networks", "sellers"}
