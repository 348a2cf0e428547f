"""The API call with which the shop's server reads the result of an identity verification."""

from typing import Annotated, Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from ieum.dev.sandbox.http import AnyRequest
from ieum.dev.sandbox.portone.book import Identity
from ieum.dev.sandbox.world import World


@get("/portone/identity-verifications/{identity_id:str}")
async def find(
    request: AnyRequest,
    world: NamedDependency[World],
    identity_id: FromPath[str],
    store_id: Annotated[str | None, QueryParameter(name="storeId")] = None,
) -> Response[dict[str, Any]]:
    settings = world.settings
    given = request.headers.get("authorization", "")
    if given not in {f"PortOne {secret}" for secret in world.valid(settings.portone_secret)}:
        return refusal(401, "UNAUTHORIZED", "인증 정보가 올바르지 않습니다.")
    if store_id not in {None, settings.portone_store_id}:
        return refusal(403, "FORBIDDEN", "요청이 거절되었습니다.")
    identity = world.identities.find(identity_id)
    if identity is None:
        return refusal(404, "IDENTITY_VERIFICATION_NOT_FOUND", "본인인증 건이 존재하지 않습니다.")
    return Response(as_json(identity, channel_key=settings.portone_channel_key))


def as_json(identity: Identity, *, channel_key: str) -> dict[str, Any]:
    """Fields that do not apply to the verification's status are left out, as PortOne does."""
    common: dict[str, Any] = {
        "status": identity.status,
        "id": identity.id,
        "channel": {"type": "TEST", "key": channel_key, "name": "이음 샌드박스", "pgProvider": "DANAL"},
        "requestedCustomer": {},
        "requestedAt": identity.requested_at.isoformat(),
        "updatedAt": identity.changed_at.isoformat(),
        "statusChangedAt": identity.changed_at.isoformat(),
        "version": "V2",
    }
    if identity.status == "FAILED":
        failure = {"reason": "사용자가 인증을 취소했습니다.", "pgCode": "CANCEL", "pgMessage": "인증 취소"}
        return common | {"failure": failure, "failedAt": identity.changed_at.isoformat()}
    person = identity.person
    if person is None:
        return common
    customer = {
        "name": person.name,
        "birthDate": person.birth_date.isoformat(),
        "gender": "MALE",
        "isForeigner": False,
        "ci": person.ci,
        "di": person.di,
        **({"phoneNumber": person.phone, "operator": "KT"} if person.phone else {}),
    }
    return common | {
        "verifiedCustomer": customer,
        "verifiedAt": identity.changed_at.isoformat(),
        "pgTxId": identity.tx_id,
        "pgRawResponse": "{}",
    }


def refusal(status: int, kind: str, message: str) -> Response[dict[str, Any]]:
    return Response({"type": kind, "message": message}, status_code=status)
