"""The shop's public keys, where whoever checks one of its signatures looks for them."""

from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter

from ieum.shop.kernel.caching import WHATEVER_THE_QUERY
from ieum.shop.kernel.errors import InvalidFields, NotFound
from ieum.shop.kernel.http import Conn
from ieum.shop.kernel.problems import refusals
from ieum.shop.signing import queries, rules
from ieum.shop.signing.types import PublishedKeys

# A key signs for years, and a new one has signed nothing yet that would have to be checked before this is over.
FOR_MINUTES = {"Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*"}
KeyFile = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{16}\.pem(?!\n)$")]


class KeyNotFound(NotFound):
    code = "key_not_found"
    title = "공개키를 찾을 수 없습니다"
    detail = "이음의 서명에 쓰인 공개키가 아닙니다. 키 번호를 다시 확인해 주세요."


@get("/.well-known/ieum-keys.json", opt=WHATEVER_THE_QUERY)
async def list_keys(conn: Conn) -> Response[PublishedKeys]:
    """Every key that the shop ever signed with, the newest first: by the old ones, old signatures are checked."""
    keys = [rules.published(key) for key in await queries.list_public(conn)]
    return Response(PublishedKeys(keys), headers=FOR_MINUTES)


@get(
    "/.well-known/ieum-keys/{file:str}",
    opt=WHATEVER_THE_QUERY,
    media_type="application/x-pem-file",
    responses=refusals(KeyNotFound, InvalidFields),
)
async def get_key(conn: Conn, file: KeyFile) -> Response[bytes]:
    """Return a key as a file for `openssl pkeyutl -verify -pubin`."""
    key = await queries.find_public(conn, file.removesuffix(".pem"))
    if key is None:
        raise KeyNotFound
    headers = FOR_MINUTES | {"Content-Disposition": f'attachment; filename="ieum-{file}"'}
    return Response(
        rules.pem_of(key.public_key).encode(), media_type="application/x-pem-file", headers=headers
    )


ROUTES = [list_keys, get_key]
