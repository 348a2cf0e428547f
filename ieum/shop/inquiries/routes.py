"""A member's inquiries, and the images they upload for them."""

from typing import Annotated
from urllib.parse import unquote

from litestar import Response, delete, get, post, put
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import HeaderParameter, JSONBody

from ieum.shop.inquiries import image_queries, images, queries, service
from ieum.shop.inquiries.types import (
    ImageContent,
    InquiryImage,
    InquiryItem,
    InquiryView,
    NewInquiry,
    NewMessage,
    Seen,
    Started,
)
from ieum.shop.kernel.errors import InvalidFields, TooManyRequests, Unauthenticated
from ieum.shop.kernel.http import Answer, Caller, Conn, Db, Page, RowId, created, ok
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import AnyRequest, refusals, refusals_of_change
from ieum.shop.members.authentication import MEMBERS_ONLY, MEMBERS_ONLY_BETWEEN, Member

# Sent in a header, because proxies log URLs and a file name may say who is in the picture. Percent-encoded, the longest
# file name, of 255 Korean syllables, has 2,295 characters.
FileName = Annotated[str, HeaderParameter(name="x-file-name", max_length=2_500, required=False)]
Uploads = NamedDependency[images.Uploads]

# An image must never run as a script nor be embedded or cached elsewhere. Inline styles are allowed, because a browser
# that opens the image by itself wraps it in a document that it styles.
IMAGE_HEADERS = {
    "Content-Disposition": "inline",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-store",
}


async def provide_uploads(state: State) -> images.Uploads:
    return state.uploads


@get("/api/v1/inquiries", dependencies=MEMBERS_ONLY, responses=refusals(Unauthenticated, InvalidFields))
async def list_inquiries(conn: Conn, member: Member, page: Page = 1) -> Answer[Listing[InquiryItem]]:
    """Every inquiry of this member, newest first."""
    return ok(await queries.list_inquiries(conn, member.member_id, page))


@post(
    "/api/v1/inquiries",
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(service.TooManyInquiriesToday),
)
async def start_inquiry(conn: Conn, member: Member, data: JSONBody[NewInquiry]) -> Answer[Started]:
    """Start an inquiry; the same one sent again within ten minutes returns the first."""
    return created(Started(await service.start(conn, member.member_id, data)))


@get(
    "/api/v1/inquiries/{inquiry_id:int}",
    dependencies=MEMBERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, service.InquiryNotFound),
)
async def get_inquiry(conn: Conn, member: Member, inquiry_id: RowId) -> Answer[InquiryView]:
    return ok(await service.view(conn, member.member_id, inquiry_id))


@post(
    "/api/v1/inquiries/{inquiry_id:int}/messages",
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(service.InquiryNotFound, service.InquiryFull, service.TooManyMessagesToday),
)
async def add_message(
    conn: Conn, member: Member, inquiry_id: RowId, data: JSONBody[NewMessage]
) -> Answer[InquiryView]:
    """Add a message; an answered inquiry then waits for an answer again."""
    return created(await service.add_message(conn, member.member_id, inquiry_id, data))


@put(
    "/api/v1/inquiries/{inquiry_id:int}/seen",
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(service.InquiryNotFound),
)
async def see_inquiry(conn: Conn, member: Member, inquiry_id: RowId, data: JSONBody[Seen]) -> Answer[None]:
    """Mark replies up to this message as read."""
    await service.mark_seen(conn, member.member_id, inquiry_id, data.message_id)
    return ok(None)


@post(
    "/api/v1/inquiry-images",
    dependencies=MEMBERS_ONLY_BETWEEN | {"uploads": Provide(provide_uploads)},
    # `images` enforces a larger limit while the image arrives, and answers with a sentence of its own.
    request_max_body_size=None,
    responses=refusals_of_change(
        TooManyRequests,
        images.ImageRefused,
        images.ImageTooLarge,
        images.UploadBroken,
        images.UploadsBusy,
        images.TooManyImagesWaiting,
        images.TooManyImagesToday,
    ),
)
async def upload_image(
    request: AnyRequest, db: Db, member: Member, caller: Caller, uploads: Uploads, name: FileName = ""
) -> Answer[InquiryImage]:
    """Upload an image, which is the whole body and at most 10 MB; it can be sent with a message for a day.

    `X-File-Name` is its name in percent-encoded UTF-8.
    """
    return created(
        await images.add(
            db,
            uploads,
            member.member_id,
            address=caller,
            name=unquote(name),
            announced=request.content_length,
            chunks=request.stream(),
        )
    )


@get(
    "/api/v1/inquiry-images/{image_id:int}",
    dependencies=MEMBERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, images.ImageNotFound),
)
async def get_image(conn: Conn, member: Member, image_id: RowId) -> Response[bytes]:
    """The image, for the member who uploaded it."""
    return _response_of(await image_queries.find_content(conn, image_id, member.member_id))


@get(
    "/api/v1/inquiry-images/{image_id:int}/thumbnail",
    dependencies=MEMBERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields, images.ImageNotFound),
)
async def get_thumbnail(conn: Conn, member: Member, image_id: RowId) -> Response[bytes]:
    """A small square from the middle of the image, for the member who uploaded it."""
    return _response_of(await image_queries.find_thumbnail(conn, image_id, member.member_id))


@delete(
    "/api/v1/inquiry-images/{image_id:int}",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(images.ImageNotFound),
)
async def delete_image(conn: Conn, member: Member, image_id: RowId) -> Answer[None]:
    """Delete an image that was not sent yet."""
    await images.remove(conn, member.member_id, image_id)
    return ok(None)


def _response_of(image: ImageContent | None) -> Response[bytes]:
    if image is None:
        raise images.ImageNotFound
    return Response(image.content, media_type=image.media_type, headers=IMAGE_HEADERS)


ROUTES = [
    list_inquiries,
    start_inquiry,
    get_inquiry,
    add_message,
    see_inquiry,
    upload_image,
    get_image,
    get_thumbnail,
    delete_image,
]
