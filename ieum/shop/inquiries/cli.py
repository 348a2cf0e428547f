"""`ieum inquiries …`: lets the staff read and answer members' inquiries from the command line."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ieum.shop.inquiries import desk, rules
from ieum.shop.inquiries.types import DeskItem, DeskThread, InquiryMessage, State
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.masking import mask_login_id, mask_name
from ieum.shop.kernel.settings import Settings

_STATES: dict[str, State] = {
    "received": "received",
    "in-progress": "in_progress",
    "answered": "answered",
    "closed": "closed",
}
_AUTHORS = {"member": "회원", "staff": "답변"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by", required=True, metavar="NAME", help="your name, which is recorded with the action"
    )
    actions = parser.add_subparsers(dest="action", required=True)
    listing = actions.add_parser("list", help="list the inquiries of one state, the longest waiting first")
    listing.add_argument("--state", choices=_STATES, default="received")
    listing.add_argument("--page", type=_number, default=1)
    show = actions.add_parser("show", help="show every message of an inquiry")
    take = actions.add_parser("take", help="take an inquiry in hand: the member sees 처리중")
    answer = actions.add_parser("answer", help="reply; the member is notified by mail and SMS")
    answer.add_argument("--file", required=True, help="the reply as a text file, - for the standard input")
    answer.add_argument(
        "--seen",
        required=True,
        type=_number,
        help="number of the newest message you have read, as `show` prints it",
    )
    answer.add_argument("--further", action="store_true", help="reply to an inquiry that is already answered")
    for action in (show, take, answer):
        action.add_argument("inquiry", type=_number)
    image = actions.add_parser("image", help="write an image to a file")
    image.add_argument("image", type=_number)
    image.add_argument("file", type=Path)
    hide = actions.add_parser("hide-image", help="destroy an image that should not have been sent")
    hide.add_argument("image", type=_number)
    hide.add_argument("--reason", required=True, help="for example: it shows a resident registration number")


async def run(arguments: argparse.Namespace, _settings: Settings, db: Database) -> int:
    try:
        if not 1 <= len(arguments.by.strip()) <= 100:
            raise ValueError("--by: give your name, in 100 characters at most.")  # noqa: TRY301
        async with db.transaction() as conn:
            output = await _do(arguments, conn, by=arguments.by.strip())
    except (ShopError, ValueError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(output)
    return 0


async def _do(arguments: argparse.Namespace, conn: Connection, *, by: str) -> str:
    match arguments.action:
        case "list":
            state = _STATES[arguments.state]
            return _format_list(await desk.list_page(conn, state, arguments.page, by=by))
        case "show":
            return _format_thread(await desk.show(conn, arguments.inquiry, by=by))
        case "take":
            await desk.take(conn, arguments.inquiry, by=by)
            return f"{arguments.inquiry}: taken by {by}.\n"
        case "answer":
            reply = await desk.answer(
                conn,
                arguments.inquiry,
                _read(arguments.file),
                seen=arguments.seen,
                by=by,
                further=arguments.further,
            )
            return f"{arguments.inquiry}: answered ({reply}). The member is notified by mail and SMS.\n"
        case "image":
            image = await desk.image(conn, arguments.image, by=by)
            arguments.file.write_bytes(image.content)
            return f"{arguments.file}: {image.media_type}, {len(image.content):,} bytes.\n"
        case _:
            await desk.hide_image(conn, arguments.image, reason=arguments.reason, by=by)
            return f"{arguments.image}: destroyed; the member sees that the staff hid it.\n"


def _format_list(items: Sequence[DeskItem]) -> str:
    lines = [
        f"{item.id:>8}  {rules.STATES[item.state]}  {seoul.minute(item.last_message_at)}"
        f"  {mask_login_id(item.login_id)}  {rules.CATEGORIES[item.category]}  {item.title}"
        + (f"  ({item.taken_by})" if item.taken_by else "")
        for item in items
    ]
    return "".join(f"{line}\n" for line in lines) or "No inquiries.\n"


def _format_thread(thread: DeskThread) -> str:
    inquiry, asker = thread.inquiry, thread.asker
    head = [
        f"{inquiry.id}  {rules.STATES[inquiry.state]}  {rules.CATEGORIES[inquiry.category]}  {inquiry.title}",
        f"{mask_login_id(asker.login_id)} {mask_name(asker.name)}  회원번호 {asker.member_id}",
    ]
    if inquiry.service:
        head.append(
            f"이용 상품 {inquiry.service.id} {inquiry.service.plan_name} {inquiry.service.address or ''}".rstrip()
        )
    if inquiry.order:
        head.append(f"주문 {inquiry.order.order_id} {inquiry.order.plan_name}")
    hint = f"\nTo answer what you have read: answer {inquiry.id} --seen {inquiry.messages[-1].id} --file reply.txt"
    return "\n".join([*head, *(_format_message(message) for message in inquiry.messages), hint]) + "\n"


def _format_message(message: InquiryMessage) -> str:
    images = [
        f"[사진 {image.id}] {image.name} {image.width}x{image.height}" + (" (가림)" if image.hidden else "")
        for image in message.images
    ]
    head = f"\n── {_AUTHORS[message.author]} {seoul.minute(message.created_at)}"
    return "\n".join([head, message.body, *images])


def _read(file: str) -> str:
    """Raises ValueError where the file is not text in UTF-8."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{file}: not text in UTF-8.") from None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or not 0 < int(text) < 2**63:
        raise argparse.ArgumentTypeError("a positive whole number")
    return int(text)
