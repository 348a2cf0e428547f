"""Kinds of what may wait for somebody, the most urgent first."""

from ieum.shop.console.today.types import Watch

WATCHES = (
    Watch(
        "incidents",
        "incidents.view",
        "SELECT noticed_at AS since FROM incidents WHERE closed_at IS NULL ORDER BY noticed_at",
    ),
    # Customers are shown it until somebody says that it is over.
    Watch(
        "announced",
        "status.view",
        "SELECT began_at AS since FROM status_incidents WHERE ended_at IS NULL ORDER BY began_at",
    ),
    Watch(
        "alarms",
        "reconciliation.view",
        """
        SELECT raised_at AS since FROM alarms
         WHERE cleared_at IS NULL AND kind NOT IN ('backup_failed', 'backup_late') ORDER BY raised_at
        """,
    ),
    # Apart from the others: somebody else has to do something about them.
    Watch(
        "backups",
        "reconciliation.view",
        """
        SELECT raised_at AS since FROM alarms
         WHERE cleared_at IS NULL AND kind IN ('backup_failed', 'backup_late') ORDER BY raised_at
        """,
    ),
    Watch(
        "gateways",
        "gateways.view",
        """
        SELECT coalesce(lost_at, awaited_since, last_seen_at, created_at) AS since FROM gateways
         WHERE state = 'lost'
            OR (state <> 'maintenance' AND acked_revision < revision
                AND (awaited_since < now() - interval '1 minute' OR last_seen_at < now() - interval '5 minutes'))
         ORDER BY 1
        """,
    ),
    # What nobody but staff can settle: the provider has refused for good.
    Watch(
        "refunds",
        "orders.view",
        "SELECT requested_at AS since FROM refunds WHERE state = 'stuck' ORDER BY requested_at",
    ),
    Watch(
        "inquiries",
        "inquiries.view",
        "SELECT waiting_since AS since FROM inquiries WHERE waiting_since IS NOT NULL ORDER BY waiting_since",
    ),
    Watch(
        "charges",
        "subscriptions.view",
        "SELECT paid_until AS since FROM subscriptions WHERE state IN ('past_due', 'suspended') ORDER BY paid_until",
    ),
    # Members who have not named an account for their money yet.
    Watch(
        "accounts",
        "orders.view",
        "SELECT requested_at AS since FROM refunds WHERE state = 'awaiting_account' ORDER BY requested_at",
    ),
    Watch(
        "deposits",
        "orders.view",
        "SELECT created_at AS since FROM orders WHERE state = 'awaiting_deposit' ORDER BY created_at",
    ),
    Watch(
        "invoices",
        "invoices.view",
        """
        SELECT requested_at AS since FROM tax_invoice_requests
         WHERE issued_at IS NULL AND refused_at IS NULL ORDER BY requested_at
        """,
    ),
    # Nothing left, or less than two weeks at the pace of the last two. New ones that are being proven will be left.
    Watch(
        "pools",
        "addresses.view",
        """
        SELECT c.counted_at AS since FROM pool_counts c
          LEFT JOIN LATERAL (
               SELECT (c.leased - d.leased)::float8
                      / nullif((now() AT TIME ZONE 'Asia/Seoul')::date - d.day, 0) AS pace
                 FROM pool_days d
                WHERE d.pool_id = c.pool_id AND d.gateway_id = c.gateway_id
                  AND d.day >= (now() AT TIME ZONE 'Asia/Seoul')::date - 14
                ORDER BY d.day LIMIT 1) p ON true
         WHERE (c.free = 0 AND c.unproven = 0) OR c.free < 14 * p.pace ORDER BY 1
        """,
    ),
    Watch(
        "addresses",
        "addresses.view",
        "SELECT flagged_at AS since FROM exit_addresses WHERE flagged_at IS NOT NULL ORDER BY 1",
    ),
    Watch(
        "outbox",
        "messages.view",
        """
        SELECT coalesce(not_before, created_at) AS since FROM messages
         WHERE sent_at IS NULL AND given_up_at IS NULL
           AND coalesce(not_before, created_at) < now() - interval '10 minutes' ORDER BY 1
        """,
    ),
    # Of the last day; what we withdrew ourselves is no refusal.
    Watch(
        "refused",
        "messages.view",
        """
        SELECT given_up_at AS since FROM messages
         WHERE given_up_at IS NOT NULL AND created_at > now() - interval '1 day'
           AND refusal NOT IN ('withdrawn', 'overtaken', 'member_left', 'too_late') ORDER BY created_at
        """,
    ),
    Watch(
        "jobs",
        "settings.view",
        """
        SELECT coalesce(j.scheduled_at, e.at) AS since FROM procrastinate_jobs j
          LEFT JOIN LATERAL (
               SELECT at FROM procrastinate_events WHERE job_id = j.id AND type = 'deferred' ORDER BY at DESC LIMIT 1
               ) e ON true
         WHERE j.status = 'todo' AND coalesce(j.scheduled_at, e.at) < now() - interval '10 minutes' ORDER BY 1
        """,
    ),
)
