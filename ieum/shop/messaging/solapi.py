"""The driver for the SMS carrier Solapi (korea.md section 8, "Solapi")."""

import hashlib
import hmac
import secrets
from datetime import UTC, datetime
from typing import Any

import httpx
import msgspec

from ieum.shop.messaging.drivers import MessageRefused
from ieum.shop.messaging.queries import Message

LONGEST_SMS = 90
LONGEST_SUBJECT = 40


class _Failed(msgspec.Struct, rename="camel"):
    status_code: str = "UNKNOWN"


class _Answer(msgspec.Struct, rename="camel"):
    failed_message_list: list[_Failed] = []


class _Error(msgspec.Struct, rename="camel"):
    error_code: str = "UNKNOWN"


class SolapiTexter:
    """Sends with one account and the sender's number that is registered for it (발신번호 사전등록제)."""

    def __init__(
        self,
        url: str,
        key: str,
        secret: str,
        *,
        sender: str,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._key = key
        self._secret = secret
        self._sender = sender
        self._http = httpx.AsyncClient(
            base_url=url, transport=transport, timeout=httpx.Timeout(20, connect=5)
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, message: Message) -> None:
        """Send an SMS. Raises MessageRefused where a retry is useless, and httpx.HTTPError where it is not."""
        response = await self._http.post(
            "/messages/v4/send-many/detail",
            json={
                "messages": [_sms(message, self._sender)],
                "allowDuplicates": False,
                "showMessageList": True,
            },
            # A signature is valid for one call, so that every attempt needs a salt of its own.
            headers={"Authorization": authorization(self._key, self._secret)},
        )
        if response.status_code >= 500:
            response.raise_for_status()
        if response.status_code != 200:
            raise MessageRefused(_error_code(response))
        # 200 does not mean accepted: the recipient may be on the list of failures.
        failed = _failed(response)
        if failed:
            raise MessageRefused(failed[0].status_code[:100])


def authorization(key: str, secret: str) -> str:
    date = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    salt = secrets.token_hex(16)
    return (
        f"HMAC-SHA256 apiKey={key}, date={date}, salt={salt}, signature={sign(secret, date=date, salt=salt)}"
    )


def sign(secret: str, *, date: str, salt: str) -> str:
    return hmac.new(secret.encode(), (date + salt).encode(), hashlib.sha256).hexdigest()


def _sms(message: Message, sender: str) -> dict[str, Any]:
    kind = "SMS" if size_of(message.body) <= LONGEST_SMS else "LMS"
    sms = {
        "to": message.recipient,
        "from": sender,
        "text": message.body,
        "type": kind,
        "country": "82",
        "autoTypeDetect": False,
        "customFields": {"ref": f"message-{message.id}"},
    }
    if kind == "LMS" and message.subject:
        sms["subject"] = message.subject.encode("cp949", "replace")[:LONGEST_SUBJECT].decode(
            "cp949", "ignore"
        )
    return sms


def size_of(text: str) -> int:
    """Count a text's bytes in CP949, as the carriers do; a character that CP949 lacks counts as one byte."""
    return len(text.encode("cp949", "replace"))


def _failed(response: httpx.Response) -> list[_Failed]:
    try:
        return msgspec.json.decode(response.content, type=_Answer).failed_message_list
    except msgspec.MsgspecError as error:
        raise httpx.DecodingError(f"unreadable answer: {error}", request=response.request) from error


def _error_code(response: httpx.Response) -> str:
    try:
        return msgspec.json.decode(response.content, type=_Error).error_code[:100]
    except msgspec.MsgspecError:
        return f"HTTP_{response.status_code}"
