"""Reads the member's identity from a request's tokens, and sends rotated tokens back with the response."""

from collections.abc import AsyncGenerator, Callable
from typing import Any

from litestar.datastructures import Headers, MutableScopeHeaders, State
from litestar.di import NamedDependency, Provide
from litestar.types import ASGIApp, HTTPResponseStartEvent, HTTPScope, Message, Receive, Scope, Send

from ieum.shop.kernel.cross_site import refuse_cross_site
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import NotFound, ShopError, Unauthenticated
from ieum.shop.kernel.http import SAFE_METHODS, Conn, Db, ShopRequest, connection_for, provide_caller
from ieum.shop.kernel.problems import AnyRequest
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import cookies, looks, sessions, tokens
from ieum.shop.members.types import Identity, Look, SessionId, TokenPair

REFRESH_HEADER = "etis-rt"
TOKEN_COOKIES = tuple(f"{name}=".encode() for name in (*cookies.TOKENS, cookies.LOOK))
TOKEN_HEADERS = frozenset({b"authorization", REFRESH_HEADER.encode()})

Member = NamedDependency[Identity]


class ActingReadsOnly(ShopError):
    status = 403
    code = "acting_reads_only"
    title = "보기만 할 수 있습니다"
    detail = (
        "서브 아이디의 화면을 보는 동안에는 아무것도 바꿀 수 없습니다. 보기를 끝낸 뒤 다시 시도해 주세요."
    )


class LookReadsOnly(ShopError):
    status = 403
    code = "look_reads_only"
    title = "회원 화면은 보기만 할 수 있습니다"
    detail = (
        "회원 화면을 보는 동안에는 바꾸거나 결제할 수 없고, 키와 코드와 파일도 받을 수 없습니다. "
        "화면 위의 ‘끝내기’를 누르면 돌아갑니다."
    )


class LookOver(ShopError):
    status = 403
    code = "look_over"
    title = "회원 화면 보기가 끝났습니다"
    detail = "회원 화면 보기가 끝났습니다. 이 화면을 새로 고쳐 주세요."


class RefreshTokenNeeded(ShopError):
    """Programs that send the access token alone; browsers send both."""

    code = "refresh_token_needed"
    detail = "새 토큰을 받으실 수 있도록 갱신 토큰을 함께 보내 주세요."


# What a route says of itself: staff who look as the member are not given what it hands out, or it ends a look.
KEPT_FROM_LOOKS: dict[str, Any] = {"look": "refused"}
ENDS_LOOKS: dict[str, Any] = {"look": "ends"}
# Where whoever looks is staff, with a cookie and rights of their own.
CONSOLE = "/api/v1/console/"
API = "/api/"


def session_middleware(app: ASGIApp) -> ASGIApp:
    """Read the identity before any dependency takes a connection, and add rotated tokens to any response."""

    async def with_session(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        if "identity" in scope["state"]:
            _refuse_look(scope)
            await app(scope, receive, send)
            return
        state = scope["litestar_app"].state
        settings: Settings = state.settings
        headers = Headers.from_scope(scope)
        found = _read_tokens(headers, settings)
        scope["state"]["identity"] = None
        scope["state"]["from_cookies"] = found.from_cookies
        # A program that presents tokens in headers means those.
        by_header = (found.access or found.refresh) and not found.from_cookies
        look = "" if by_header else cookies.read_look(headers.get("cookie", ""), settings)
        if look and not scope["path"].startswith(CONSOLE):
            await _look(scope, look, found)
        elif found.access or found.refresh:
            await _identify(scope, state.db, settings, found)

        async def send_with_tokens(message: Message) -> None:
            if message["type"] == "http.response.start":
                _put_tokens(message, scope["state"], settings)
            await send(message)

        await app(scope, receive, send_with_tokens)

    return with_session


async def _look(scope: HTTPScope, token: str, found: cookies.Tokens) -> None:
    """Let staff see what the member sees. The browser's own login rests meanwhile, and its tokens are not read.

    A look that is over ends with the next document, which is that login's again. Whatever else an open page asks then
    is asked by nobody. Raises LookReadsOnly, LookOver.
    """
    state = scope["litestar_app"].state
    caller = await provide_caller(ShopRequest(scope), state)
    async with state.db.connection() as conn:
        look = await looks.find(conn, token, address=caller)
    if look is not None:
        scope["state"]["identity"] = Identity(look.member_id, SessionId(0), look=Look(look.id, look.until))
        _refuse_look(scope)
    elif scope["method"] not in SAFE_METHODS:
        if _of_looks(scope) != "ends":
            raise LookOver
    elif not scope["path"].startswith(API):
        scope["state"]["ends_look"] = True
        if found.access or found.refresh:
            await _identify(scope, state.db, state.settings, found)


def _refuse_look(scope: HTTPScope) -> None:
    """Refuse staff who look every change, whatever route it is, and the reads that hand out what they may not have.

    Raises LookReadsOnly.
    """
    identity: Identity | None = scope["state"]["identity"]
    if identity is None or identity.look is None:
        return
    of_looks = _of_looks(scope)
    if of_looks == "refused" or (scope["method"] not in SAFE_METHODS and of_looks != "ends"):
        raise LookReadsOnly


def _of_looks(scope: HTTPScope) -> str:
    handler: Any = scope.get("route_handler")
    return handler.opt.get("look", "") if handler is not None else ""


async def _identify(scope: Scope, db: Database, settings: Settings, found: cookies.Tokens) -> None:
    identity = tokens.read_access(found.access, key=settings.secret_key) if found.access else None
    if identity is None and found.refresh:
        refreshed = await sessions.refresh(db, found.refresh, key=settings.secret_key)
        if refreshed is not None:
            identity, scope["state"]["new_tokens"] = refreshed
    scope["state"]["identity"] = identity


def _read_tokens(headers: Headers, settings: Settings) -> cookies.Tokens:
    """Headers take precedence over cookies."""
    authorization = headers.get("authorization", "")
    access = authorization.removeprefix("Bearer ") if authorization.startswith("Bearer ") else ""
    refresh = headers.get(REFRESH_HEADER, "")
    if access or refresh:
        return cookies.Tokens(access, refresh, from_cookies=False)
    return cookies.read_tokens(headers.get("cookie", ""), settings)


def presents_tokens(scope: HTTPScope) -> bool:
    """Tell whether the request carries tokens at all, valid or not; cheaper than reading them."""
    for name, value in scope["headers"]:
        if name in TOKEN_HEADERS or (name == b"cookie" and any(cookie in value for cookie in TOKEN_COOKIES)):
            return True
    return False


def send_tokens(request: AnyRequest, pair: TokenPair, *, device: str) -> None:
    """Send a new login's pair with this response, in the headers of spec section 7 and as cookies.

    `device` is the cookie by which the next login from this browser is recognised.
    """
    request.scope["state"]["new_tokens"] = pair
    request.scope["state"]["device"] = device


def device_of(request: AnyRequest) -> str:
    """The cookie that earlier logins left in this browser, unchecked; empty where there is none."""
    return cookies.read_device(request.headers.get("cookie", ""), request.app.state.settings)


def look_of(request: AnyRequest) -> str:
    """The cookie of staff who see the shop as a member does, unchecked; empty where there is none."""
    return cookies.read_look(request.headers.get("cookie", ""), request.app.state.settings)


def take_look_back(request: AnyRequest) -> None:
    """Clear the cookie of a look with this response."""
    request.scope["state"]["ends_look"] = True


def take_tokens_back(request: AnyRequest, *, forgets_device: bool = False) -> None:
    """Clear the login's cookies with this response, and send no new pair with it.

    `forgets_device` also clears the cookie of the browser, as for a member who leaves.
    """
    state = request.scope["state"]
    state["new_tokens"] = None
    state["ends_login"] = True
    state["forgets_device"] = forgets_device


def _put_tokens(message: HTTPResponseStartEvent, state: dict[str, Any], settings: Settings) -> None:
    pair: TokenPair | None = state.get("new_tokens")
    lines: list[str] = []
    if pair is not None:
        headers = MutableScopeHeaders.from_message(message)
        headers["authorization"] = f"Bearer {pair.access}"
        headers[REFRESH_HEADER] = pair.refresh
        headers["cache-control"] = "no-store"
        lines += cookies.write_tokens(pair, settings)
        if device := state.get("device"):
            lines.append(cookies.write(cookies.DEVICE, device, settings))
    elif state.get("ends_login"):
        lines += cookies.end_tokens(settings)
        if state.get("forgets_device"):
            lines.append(cookies.end_device(settings))
    if state.get("ends_look"):
        MutableScopeHeaders.from_message(message)["cache-control"] = "no-store"
        lines.append(cookies.end_look(settings))
    for line in lines:
        MutableScopeHeaders.from_message(message).add("set-cookie", line)


def require_refresh_token(request: AnyRequest) -> None:
    """Refuse a caller to whom no new pair could be sent. Raises RefreshTokenNeeded if they present no refresh token."""
    if not _read_tokens(request.headers, request.app.state.settings).refresh:
        raise RefreshTokenNeeded


async def renew_tokens(request: AnyRequest, db: Database) -> None:
    """Send a new pair with this response, because what the session may do has just changed."""
    settings: Settings = request.app.state.settings
    found = _read_tokens(request.headers, settings)
    refreshed = await sessions.refresh(db, found.refresh, key=settings.secret_key)
    if refreshed is None:
        raise Unauthenticated
    request.scope["state"]["new_tokens"] = refreshed[1]


def read_claims(request: AnyRequest) -> Identity:
    """The login and session that the token names; whether the session is still alive is for the caller to check."""
    identity: Identity | None = request.scope["state"].get("identity")
    if identity is None:
        raise Unauthenticated
    if request.method not in SAFE_METHODS and request.scope["state"].get("from_cookies"):
        refuse_cross_site(request)
    return identity


type Reads = Callable[[AnyRequest], Identity]


def read_member(request: AnyRequest) -> Identity:
    """A member's claims. What is a member's alone is not there for sub-ids, nor for an owner who looks as one."""
    identity = read_claims(request)
    if identity.owner_id is not None:
        raise NotFound
    return identity


def read_login(request: AnyRequest) -> Identity:
    """The claims of whoever has logged in, member or sub-id; not those of an owner who looks as a sub-id."""
    identity = read_claims(request)
    if identity.acting:
        raise NotFound
    return identity


def read_viewer(request: AnyRequest) -> Identity:
    """The claims of a member, a sub-id, or an owner who looks as one, and may read only."""
    identity = read_claims(request)
    if identity.acting and request.method not in SAFE_METHODS:
        raise ActingReadsOnly
    return identity


def read_sub_id(request: AnyRequest) -> Identity:
    """The claims of a sub-id, or of an owner who looks as one."""
    identity = read_viewer(request)
    if identity.owner_id is None:
        raise NotFound
    return identity


def read_acting(request: AnyRequest) -> Identity:
    """The claims of an owner who looks as a sub-id, for ending that."""
    identity = read_claims(request)
    if not identity.acting:
        raise NotFound
    return identity


def _with_conn(reads: Reads) -> dict[str, Provide]:
    async def provide_conn(request: AnyRequest, state: State) -> AsyncGenerator[Connection]:
        """The request's only connection, opened after the token was read, handed out once the session is alive."""
        identity = reads(request)
        async with connection_for(request, state) as conn:
            await sessions.refuse_ended(conn, identity)
            yield conn

    async def provide_member(request: AnyRequest, conn: Conn) -> Identity:
        """The caller; depends on `conn`, whose provider has checked the session."""
        del conn
        return reads(request)

    return {"conn": Provide(provide_conn), "member": Provide(provide_member)}


def _between(reads: Reads) -> dict[str, Provide]:
    async def provide_member(request: AnyRequest, db: Db) -> Identity:
        """The caller, for a handler that holds no connection while it hashes a password or calls another service."""
        identity = reads(request)
        async with db.connection() as conn:
            await sessions.refuse_ended(conn, identity)
        return identity

    return {"member": Provide(provide_member)}


# Whom a route is there for; to others it answers 404. A route that names none of these is there for everybody.
MEMBERS_ONLY, MEMBERS_ONLY_BETWEEN = _with_conn(read_member), _between(read_member)
LOGINS_ONLY, LOGINS_ONLY_BETWEEN = _with_conn(read_login), _between(read_login)
VIEWERS_ONLY, VIEWERS_ONLY_BETWEEN = _with_conn(read_viewer), _between(read_viewer)
SUB_IDS_ONLY = _with_conn(read_sub_id)
ACTING_ONLY_BETWEEN = _between(read_acting)
