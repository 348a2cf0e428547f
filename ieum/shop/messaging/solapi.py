"""The driver for the SMS carrier Solapi (korea.md section 8, "Solapi")."""

import hashlib
import hmac
import re
import secrets
from datetime import UTC, datetime
from typing import Any

import httpx
import msgspec

from ieum.shop.messaging.drivers import CarrierUnavailableError, MessageRefused
from ieum.shop.messaging.queries import Message

LONGEST_SMS = 90
LONGEST_SUBJECT = 40
_NUMBER = re.compile(r'"(0[0-9-]{7,13})"')


class _Failed(msgspec.Struct, rename="camel"):
    status_code: str = "UNKNOWN"


class _Answer(msgspec.Struct, rename="camel"):
    failed_message_list: list[_Failed] = []


class _Error(msgspec.Struct, rename="camel"):
    error_code: str = "UNKNOWN"


class _Balance(msgspec.Struct):
    """In won. Points are spent before money."""

    balance: float
    point: float = 0


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
        """Send an SMS. Raises MessageRefused where a retry is useless, and another error where it is not."""
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
        if response.status_code in {401, 403}:
            # A key that was changed there and not yet here, or a clock that is wrong: the message is as good as before.
            raise CarrierUnavailableError(f"{response.status_code} {_error_code(response)}")
        if response.status_code != 200:
            raise MessageRefused(_error_code(response))
        # 200 does not mean accepted: the recipient may be on the list of failures.
        failed = _failed(response)
        if failed:
            raise MessageRefused(failed[0].status_code[:100])

    async def balance(self) -> int:
        """Return for how many won messages can still be sent. Raises CarrierUnavailableError."""
        try:
            left = msgspec.json.decode(await self._get("/cash/v1/balance"), type=_Balance)
        except msgspec.MsgspecError as error:
            raise CarrierUnavailableError("unreadable") from error
        return int(left.balance + left.point)

    async def senders(self) -> frozenset[str]:
        """Return the numbers, in digits, that the account may send from. Raises CarrierUnavailableError.

        The shape of the carrier's answer is not documented, so that everything in it counts that looks like a number.
        """
        answer = (await self._get("/senderid/v1/numbers/active")).decode(errors="replace")
        return frozenset(number.replace("-", "") for number in _NUMBER.findall(answer))

    async def _get(self, path: str) -> bytes:
        try:
            response = await self._http.get(
                path, headers={"Authorization": authorization(self._key, self._secret)}
            )
        except httpx.HTTPError as error:
            raise CarrierUnavailableError(type(error).__name__) from error
        if response.status_code != 200:
            raise CarrierUnavailableError(f"{response.status_code} {_error_code(response)}")
        return response.content


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
