"""Answers `/.well-known/security.txt`: whom to tell of a weakness of the shop (RFC 9116)."""

from datetime import UTC, datetime, timedelta

from litestar import Response, get
from litestar.datastructures import State

from ieum.shop.kernel.caching import WHATEVER_THE_QUERY
from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.http import AnyRequest
from ieum.shop.pages.planning import known_config

# Less than a year, as the RFC advises. Counted from the day of the request: whoever still answers is still there.
VALID_FOR = timedelta(days=180)


@get("/.well-known/security.txt", opt=WHATEVER_THE_QUERY, include_in_schema=False)
async def security_txt(request: AnyRequest, state: State) -> Response[str]:
    """The operator's contact, or the shop's mail address. Raises NotFound where there is neither."""
    contact: str = state.settings.security_contact
    if not contact and (mail := (await known_config(request)).get("siteMail")):
        contact = f"mailto:{mail}"
    if not contact:
        raise NotFound
    return Response(
        written(contact, public_url=state.settings.public_url, now=datetime.now(UTC)),
        media_type="text/plain",
    )


def written(contact: str, *, public_url: str, now: datetime) -> str:
    expires = now.replace(hour=0, minute=0, second=0, microsecond=0) + VALID_FOR
    return "".join(
        f"{name}: {value}\n"
        for name, value in (
            ("Contact", contact),
            ("Expires", expires.strftime("%Y-%m-%dT%H:%M:%SZ")),
            ("Preferred-Languages", "ko, en"),
            ("Canonical", f"{public_url}/.well-known/security.txt"),
        )
    )


ROUTES = [security_txt]
