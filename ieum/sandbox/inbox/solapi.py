"""The SMS carrier's send call, as far as the shop uses it."""

import hashlib
import hmac
import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from msgspec import Meta, Struct

from ieum.sandbox.inbox.mailbox import Mailbox, comparable
from ieum.sandbox.settings import SandboxSettings
from ieum.sandbox.toss.exchange import AnyRequest
from ieum.sandbox.world import World

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
        admit(world, request.headers.get("authorization", ""))
        asked = msgspec.json.decode(body, type=SendMany)
    except SolapiError as error:
        return Response({"errorCode": error.code, "errorMessage": error.message}, status_code=error.status)
    except msgspec.DecodeError as error:
        return Response({"errorCode": "ValidationError", "errorMessage": str(error)}, status_code=400)
    return Response(file_all(world.mailbox, asked))


def admit(world: World, header: str) -> None:
    """Refuse a header of the wrong shape, of somebody else, out of time, or used before."""
    found = HEADER.fullmatch(header)
    if found is None:
        raise SolapiError(400, "ValidationError", "인증 헤더 형식이 올바르지 않습니다.")
    settings: SandboxSettings = world.settings
    if found["key"] != settings.solapi_key:
        raise SolapiError(403, "InvalidAPIKey", "등록되지 않은 API 키입니다.")
    expected = sign(settings.solapi_secret, found["date"], found["salt"])
    if not hmac.compare_digest(expected, found["signature"]):
        raise SolapiError(403, "SignatureDoesNotMatch", "서명이 일치하지 않습니다.")
    try:
        signed_at = datetime.fromisoformat(found["date"])
    except ValueError:
        raise SolapiError(400, "ValidationError", "날짜 형식이 올바르지 않습니다.") from None
    if signed_at.tzinfo is None or abs(datetime.now(UTC) - signed_at) > SKEW:
        raise SolapiError(403, "RequestTimeTooSkewed", "요청 시각이 서버와 15분 넘게 다릅니다.")
    if not world.use_signature(found["signature"]):
        raise SolapiError(403, "DuplicatedSignature", "이미 사용한 서명입니다.")


def sign(secret: str, date: str, salt: str) -> str:
    return hmac.new(secret.encode(), (date + salt).encode(), hashlib.sha256).hexdigest()


def file_all(mailbox: Mailbox, asked: SendMany) -> dict[str, Any]:
    """Answer 200 even when every recipient failed: the lists tell, as with the real one."""
    accepted: list[dict[str, Any]] = []
    failed: list[dict[str, Any]] = []
    seen: set[str] = set()
    for sms in asked.messages:
        entry: dict[str, Any] = {
            "messageId": f"M4V{secrets.token_hex(14)}",
            "customFields": sms.custom_fields,
        }
        refusal = why_refused(sms, repeated=sms.to in seen and not asked.allow_duplicates)
        seen.add(sms.to)
        if refusal is None:
            mailbox.file("sms", comparable(sms.to), sms.sender, sms.subject, sms.text)
            accepted.append(entry | {"statusCode": "2000", "statusMessage": "정상 접수"})
        else:
            code, text = refusal
            whom = {"to": sms.to, "from": sms.sender, "type": sms.type, "country": sms.country}
            failed.append(
                entry | whom | {"statusCode": code, "statusMessage": text, "accountId": "ieumsandbox"}
            )
    return {
        "groupInfo": group_of(len(accepted), len(failed)),
        "failedMessageList": failed,
        **({"messageList": accepted} if asked.show_message_list else {}),
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


def why_refused(sms: Sms, *, repeated: bool) -> tuple[str, str] | None:
    if repeated:
        return "1026", "중복 수신번호"
    try:
        size = len(sms.text.encode("cp949"))
    except UnicodeEncodeError:
        return "1029", "보낼 수 없는 문자 포함"
    if size > (LONGEST_SMS if sms.type == "SMS" else LONGEST_LMS):
        return "1031", "메시지 길이 초과"
    return None
