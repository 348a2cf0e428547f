"""The SMS carrier Solapi: its calls to send messages and to look at the account, as far as the shop uses them."""

import hashlib
import hmac
import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ieum.dev.sandbox.http import AnyRequest
from ieum.dev.sandbox.inbox.account import Account
from ieum.dev.sandbox.inbox.mailbox import Mailbox, normalise
from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.sandbox.world import World

HEADER = re.compile(
    r"HMAC-SHA256 apiKey=(?P<key>[^,\s]+), ?date=(?P<date>[^,\s]+), ?"
    r"salt=(?P<salt>[^,\s]{12,64}), ?signature=(?P<signature>[0-9a-f]{64})"
)
SKEW = timedelta(minutes=15)
LONGEST_SMS = 90
LONGEST_LMS = 2000
LONGEST_SUBJECT = 40


class Sms(Struct, rename={"sender": "from"}):
    to: Annotated[str, Meta(pattern=r"^\d{3,15}$")]
    sender: Annotated[str, Meta(pattern=r"^\d{3,15}$")]
    text: Annotated[str, Meta(min_length=1)]
    type: Literal["SMS", "LMS", "MMS"] = "SMS"
    country: str = "82"
    subject: Annotated[str, Meta(max_length=LONGEST_SUBJECT)] = ""
    custom_fields: dict[str, str] = msgspec.field(name="customFields", default_factory=dict[str, str])


class SendMany(Struct, rename="camel"):
    messages: Annotated[list[Sms], Meta(min_length=1, max_length=10_000)]
    allow_duplicates: bool = False
    show_message_list: bool = False


class SolapiError(Exception):
    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


@post("/solapi/messages/v4/send-many/detail", status_code=200)
async def send_many(request: AnyRequest, world: NamedDependency[World]) -> Response[dict[str, Any]]:
    body = await request.body()
    try:
        authenticate(world, request.headers.get("authorization", ""))
        wanted = msgspec.json.decode(body, type=SendMany)
    except SolapiError as error:
        return Response({"errorCode": error.code, "errorMessage": error.message}, status_code=error.status)
    except msgspec.DecodeError as error:
        return Response({"errorCode": "ValidationError", "errorMessage": str(error)}, status_code=400)
    return Response(deliver(world.mailbox, wanted))


@get("/solapi/cash/v1/balance")
async def show_balance(request: AnyRequest, world: NamedDependency[World]) -> Response[dict[str, Any]]:
    return answer(request, world, {"balance": world.sms_account.balance, "point": 0})


@get("/solapi/senderid/v1/numbers/active")
async def list_senders(request: AnyRequest, world: NamedDependency[World]) -> Response[Any]:
    return answer(request, world, [{"phoneNumber": number} for number in world.sms_account.senders])


def answer(request: AnyRequest, world: World, content: Any) -> Response[Any]:
    try:
        authenticate(world, request.headers.get("authorization", ""))
    except SolapiError as error:
        return Response({"errorCode": error.code, "errorMessage": error.message}, status_code=error.status)
    return Response(content)


@post("/control/sms-account", status_code=200)
async def set_account(world: NamedDependency[World], data: JSONBody[Account]) -> Account:
    """Set what the account holds from now on, and which numbers it may send from."""
    world.sms_account = data
    return data


def authenticate(world: World, header: str) -> None:
    """Check the signature. It is valid for fifteen minutes of real time, because callers sign with real time."""
    match = HEADER.fullmatch(header)
    if match is None:
        raise SolapiError(400, "ValidationError", "인증 헤더 형식이 올바르지 않습니다.")
    settings: SandboxSettings = world.settings
    if match["key"] != settings.solapi_key:
        raise SolapiError(403, "InvalidAPIKey", "등록되지 않은 API 키입니다.")
    secrets = world.valid(settings.solapi_secret)
    if match["signature"] not in {sign(secret, match["date"], match["salt"]) for secret in secrets}:
        raise SolapiError(403, "SignatureDoesNotMatch", "서명이 일치하지 않습니다.")
    try:
        signed_at = datetime.fromisoformat(match["date"])
    except ValueError:
        raise SolapiError(400, "ValidationError", "날짜 형식이 올바르지 않습니다.") from None
    if signed_at.tzinfo is None or abs(datetime.now(UTC) - signed_at) > SKEW:
        raise SolapiError(403, "RequestTimeTooSkewed", "요청 시각이 서버와 15분 넘게 다릅니다.")
    if match["signature"] in world.used_signatures:
        raise SolapiError(403, "DuplicatedSignature", "이미 사용한 서명입니다.")
    world.used_signatures.add(match["signature"])


def sign(secret: str, date: str, salt: str) -> str:
    return hmac.new(secret.encode(), (date + salt).encode(), hashlib.sha256).hexdigest()


def deliver(mailbox: Mailbox, wanted: SendMany) -> dict[str, Any]:
    """Put each message into the mailbox. As with Solapi, the answer is 200 even if all failed; its lists tell."""
    accepted: list[dict[str, Any]] = []
    failed: list[dict[str, Any]] = []
    seen: set[str] = set()
    for sms in wanted.messages:
        entry: dict[str, Any] = {
            "messageId": f"M4V{secrets.token_hex(14)}",
            "customFields": sms.custom_fields,
        }
        refusal = check(sms, repeated=sms.to in seen and not wanted.allow_duplicates)
        seen.add(sms.to)
        if refusal is None:
            mailbox.add("sms", normalise(sms.to), sms.sender, sms.subject, sms.text)
            accepted.append(entry | {"statusCode": "2000", "statusMessage": "정상 접수"})
        else:
            code, text = refusal
            details = {"to": sms.to, "from": sms.sender, "type": sms.type, "country": sms.country}
            failed.append(
                entry | details | {"statusCode": code, "statusMessage": text, "accountId": "ieumsandbox"}
            )
    return {
        "groupInfo": group_of(len(accepted), len(failed)),
        "failedMessageList": failed,
        **({"messageList": accepted} if wanted.show_message_list else {}),
    }


def group_of(accepted: int, failed: int) -> dict[str, Any]:
    return {
        "groupId": f"G4V{secrets.token_hex(14)}",
        "status": "SENDING",
        "count": {
            "total": accepted + failed,
            "sentTotal": 0,
            "sentSuccess": 0,
            "sentPending": 0,
            "sentReplacement": 0,
            "refund": 0,
            "registeredFailed": failed,
            "registeredSuccess": accepted,
        },
    }


def check(sms: Sms, *, repeated: bool) -> tuple[str, str] | None:
    """The status code and text of a refusal, or None if the message is accepted."""
    if repeated:
        return "1026", "중복 수신번호"
    try:
        size = len(sms.text.encode("cp949"))
    except UnicodeEncodeError:
        return "1029", "보낼 수 없는 문자 포함"
    if size > (LONGEST_SMS if sms.type == "SMS" else LONGEST_LMS):
        return "1031", "메시지 길이 초과"
    return None
