"""Notes in the log what may be an attack: wrong logins, locks, calls without a right, requests of other sites.

For whoever looks into a night, and for programs that read logs. A line says what was refused, where and whom by the
address; never what was typed, which may be a password.
"""

import logging

from litestar import Response

from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.http import caller_address
from ieum.shop.kernel.masking import mask_path
from ieum.shop.kernel.problems import EXCEPTION_HANDLERS, AnyRequest, Problem, render_shop_error

# Configured apart from the others (`serving.LOGGING`): these lines are wanted although they are no warnings.
LOGGER = "ieum.security"
log = logging.getLogger(LOGGER)
NOTED = frozenset(
    {
        *("login_failed", "otp_wrong", "passkey_refused", "login_locked", "member_blocked"),
        *("staff_login_failed", "staff_passkey_refused", "staff_code_wrong", "permission_missing"),
        *("network_not_allowed", "cross_site_request", "unknown_gateway", "unknown_enrolment_code"),
        *("invitation_not_found", "look_reads_only", "too_many_requests"),
    }
)


def render(request: AnyRequest, error: ShopError) -> Response[Problem]:
    if error.code in NOTED:
        caller = caller_address(
            request.client.host if request.client else "",
            request.headers.getall("x-forwarded-for", []),
            trusted=request.app.state.settings.trusted_proxies,
        )
        log.info(
            "refused %s %s: %s, to %s", request.method, mask_path(request.scope["path"]), error.code, caller
        )
    return render_shop_error(request, error)


HANDLERS = {**EXCEPTION_HANDLERS, ShopError: render}
