"""Every column of the database that holds something sealed with one of the shop's keys."""

from ieum.shop.console.login import queries as staff_queries
from ieum.shop.members.security import queries as security_queries
from ieum.shop.refunds import queries as refund_queries
from ieum.shop.signing import queries as signing_queries
from ieum.shop.subscriptions import method_queries
from ieum.shop.usage import queries as usage_queries

# Sealed with the sealing keys.
COLUMNS = {
    "signing keys": signing_queries.SEALED,
    "billing keys": method_queries.SEALED,
    "refund accounts": refund_queries.SEALED,
    "clients of running sessions": usage_queries.SEALED_RUNNING,
    # After those, because what ends meanwhile is sealed anew by then, or here.
    "clients of sessions": usage_queries.SEALED_SESSIONS,
}
# Sealed with the secret key, each bound to its holder (`members/security/totp.py`).
AUTHENTICATORS = {
    "authenticators of members": security_queries.SEALED,
    "authenticators of staff": staff_queries.SEALED,
    "authenticators of invited staff": staff_queries.SEALED_INVITATIONS,
}
