"""The calls of the screens of settings."""

from litestar import get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ieum.shop.console.settings import connections, logos, rules
from ieum.shop.console.settings.refusals import (
    LogoRefused,
    TestMessageNotFound,
)
from ieum.shop.console.settings.types import (
    BlockedRanges,
    LogoForm,
    LogoPress,
    LogoShown,
    SettingsPage,
    ShopConnections,
    TestMessage,
    TestPhone,
    TestResult,
)
from ieum.shop.desk.access import ActorDependency, Reader, between, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Preview
from ieum.shop.kernel.http import Answer, Conn, Db, RowId, ShopSettings, ok
from ieum.shop.members.verification.provider import IdentityProvider
from ieum.shop.payments.provider import Provider
from ieum.shop.site import queries as site
from ieum.shop.site import setting_queries


@get("/api/v1/console/settings", **reads("settings.view"))
async def get_settings(conn: Conn, staff: Reader) -> Answer[SettingsPage]:
    """Every setting with its value and what it changes, in the groups of the screen."""
    del staff
    return ok(rules.page(await setting_queries.get_values(conn)))


# Two megabytes in base64.
_LOGO_LARGEST = 3 * 1024 * 1024


@post(
    "/api/v1/console/settings/logo/preview",
    status_code=200,
    request_max_body_size=_LOGO_LARGEST,
    **between("settings.change", LogoRefused),
)
async def preview_logo(actor: ActorDependency, data: JSONBody[LogoForm]) -> Answer[Preview]:
    """Preview the logo: the picture is drawn anew, and nothing else of the file is kept."""
    del actor
    return ok(await logos.preview(data))


@put(
    "/api/v1/console/settings/logo",
    request_max_body_size=_LOGO_LARGEST,
    **between("settings.change", LogoRefused, PreviewChanged),
)
async def change_logo(actor: ActorDependency, data: JSONBody[LogoPress]) -> Answer[LogoShown]:
    return ok(await logos.change(actor, data))


@get("/api/v1/console/settings/blocked", **reads("settings.view"))
async def list_blocked(conn: Conn, staff: Reader) -> Answer[BlockedRanges]:
    """The addresses that the shop answers with a refusal, in their order."""
    del staff
    return ok(BlockedRanges((await site.get_blocked(conn)).ranges))


@get("/api/v1/console/settings/connections", **reads("settings.view"))
async def list_connections(conn: Conn, staff: Reader, settings: ShopSettings) -> Answer[ShopConnections]:
    """List the shop's connections; of secrets, whether they are set."""
    del conn, staff
    return ok(connections.describe(settings))


@post("/api/v1/console/settings/connections/mail/test", status_code=200, **between("settings.test"))
async def send_test_mail(actor: ActorDependency, db: Db) -> Answer[TestResult]:
    """A mail to whoever asks, through the outbox."""
    return ok(await connections.send_mail(actor, db))


@post("/api/v1/console/settings/connections/sms/test", status_code=200, **between("settings.test"))
async def send_test_sms(
    actor: ActorDependency, db: Db, settings: ShopSettings, data: JSONBody[TestPhone]
) -> Answer[TestResult]:
    return ok(await connections.send_sms(actor, db, settings, data.phone))


@post("/api/v1/console/settings/connections/toss/test", status_code=200, **between("settings.test"))
async def test_toss(
    actor: ActorDependency, db: Db, provider: NamedDependency[Provider]
) -> Answer[TestResult]:
    """Test whether the payment provider takes our keys; no payment is touched."""
    return ok(await connections.ask_toss(actor, db, provider))


@post("/api/v1/console/settings/connections/identity/test", status_code=200, **between("settings.test"))
async def test_identity(
    actor: ActorDependency, db: Db, identity_provider: NamedDependency[IdentityProvider | None]
) -> Answer[TestResult]:
    return ok(await connections.ask_identity(actor, db, identity_provider))


@get(
    "/api/v1/console/settings/connections/messages/{id:int}",
    **reads("settings.test", TestMessageNotFound),
)
async def get_test_message(conn: Conn, staff: Reader, id: RowId) -> Answer[TestMessage]:
    """Show the state of a test message that one has sent."""
    return ok(await connections.get_message(conn, staff, id))


ROUTES = [
    get_settings,
    preview_logo,
    change_logo,
    list_blocked,
    list_connections,
    send_test_mail,
    send_test_sms,
    test_toss,
    test_identity,
    get_test_message,
]
