"""Rules for migrations of a shop that is running. Pure."""

from collections.abc import Iterable

from ieum.operations.upgrade.types import Effect, Lock, Trial

# These grow with the shop: to rewrite, read or index one takes minutes where the shop is large.
LARGE = frozenset(
    {
        *("members", "consents", "login_sessions", "refresh_tokens", "verifications", "first_touches"),
        *(
            "orders",
            "payments",
            "refunds",
            "subscriptions",
            "billing_methods",
            "point_entries",
            "ticket_entries",
        ),
        *("services", "service_periods", "leases", "exit_addresses", "exits", "endpoints", "devices"),
        *(
            "device_usage",
            "usage_hours",
            "usage_sessions",
            "ip_changes",
            "messages",
            "visits",
            "service_grants",
        ),
        *("inquiries", "inquiry_messages", "address_log_entries", "address_log_services", "staff_record"),
        *("certificates", "certificate_versions", "address_checks", "bulk_rows", "broadcast_recipients"),
        *("tax_invoice_requests", "address_lookups", "address_evidence"),
    }
)


def objections(trial: Trial) -> list[str]:
    """List what has to be written in another way, or explained in the file. Empty if all is well."""
    return [*_locks(trial), *_contractions(trial)]


def _locks(trial: Trial) -> Iterable[str]:
    migration = trial.migration
    held = dict[str, Lock]()
    for step in trial.steps:
        for effect in step.effects:
            if not migration.in_transaction:
                held.clear()
            held[effect.table] = max(held.get(effect.table, Lock.NOTHING), effect.lock)
        # What takes long makes everybody wait who waits for any lock that the transaction holds already.
        slow = [effect for effect in step.effects if effect.takes_long and effect.table in LARGE]
        for effect in slow:
            for table, lock in held.items():
                stands_in_the_way = lock >= Lock.WRITING or (table == effect.table and effect.changed)
                if stands_in_the_way and table in LARGE and table not in migration.may_lock:
                    yield f"{migration.name}: {_work(effect)} while {table} is locked"


def _work(effect: Effect) -> str:
    if effect.rewritten:
        return f"{effect.table} is rewritten"
    if effect.indexed:
        return f"{effect.table} is indexed"
    return f"all of {effect.table} is {'changed' if effect.changed else 'read'}"


def _contractions(trial: Trial) -> Iterable[str]:
    if trial.breaks and not trial.migration.contracts:
        yield f"{trial.migration.name}: the release before cannot live with it: {'; '.join(trial.breaks)}"
