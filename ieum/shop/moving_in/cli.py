"""`ieum import`: members, services and points of another shop, from CSV files; and the mails with their links."""

import argparse
import getpass
import re
import socket
import sys
from pathlib import Path

from ieum.common.progress_bar import on_terminal
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.settings import Settings
from ieum.shop.kernel.texts import WORDS
from ieum.shop.moving_in import inviting, service
from ieum.shop.moving_in.applying import TakenMeanwhile
from ieum.shop.moving_in.files import FileRefused
from ieum.shop.moving_in.types import Counts

# Of the other shop.
NAME_LENGTH = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "folder",
        nargs="?",
        type=Path,
        help="members.csv, services.csv, points.csv, plans.csv, or some of them",
    )
    what.add_argument(
        "--send-links",
        action="store_true",
        help="mail moved members the link by which they choose a password",
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would happen to each line")
    parser.add_argument(
        "--skip-wrong", action="store_true", help="import all but wrong lines, which go to FILE.wrong.csv"
    )
    parser.add_argument(
        "--update",
        action="store_true",
        help="correct members whose line has changed and who were not here yet",
    )
    parser.add_argument(
        "--from",
        dest="came_from",
        type=_a_name,
        metavar="NAME",
        help="what members call the other shop, for their mails",
    )
    parser.add_argument(
        "--an-hour",
        type=int,
        default=inviting.AN_HOUR,
        metavar="N",
        help="mails an hour (default: %(default)s)",
    )


async def run(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    if arguments.send_links:
        return await _send_links(arguments, settings, db)
    options = service.Options(
        folder=arguments.folder,
        key=settings.secret_key,
        came_from=arguments.came_from,
        made_by=f"{getpass.getuser()}@{socket.gethostname()}"[:200],
        dry_run=arguments.dry_run,
        skip_wrong=arguments.skip_wrong,
        update=arguments.update,
    )
    try:
        with on_terminal() as progress:
            counts = await service.run(db, options, _tell, progress)
    except service.UnderWay:
        return _refuse("다른 가져오기가 돌고 있습니다. 끝난 뒤에 다시 실행해 주세요.")
    except service.WrongLines as wrong:
        return _refuse(
            f"잘못된 줄이 {wrong.count:,}개 있어 아무것도 옮기지 않았습니다."
            " 고쳐서 다시 실행하거나, --skip-wrong을 붙여 나머지만 옮겨 주세요."
        )
    except TakenMeanwhile:
        return _refuse(
            "확인하는 사이에 아이디나 IP가 쓰이기 시작했습니다. 다시 실행하면 끝난 곳부터 이어서 합니다."
        )
    except (FileRefused, OSError) as error:
        return _refuse(str(error))
    sys.stdout.write(_told(counts, dry_run=options.dry_run))
    return 0


async def _send_links(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    if arguments.dry_run or arguments.skip_wrong or arguments.update or arguments.came_from:
        # Nobody shall be mailed because somebody took it for a rehearsal.
        return _refuse(
            "--send-links는 메일을 보냅니다. --dry-run, --skip-wrong, --update, --from과 함께 쓸 수 없습니다."
        )
    count = await inviting.start(db, an_hour=arguments.an_hour, public_url=settings.public_url)
    sys.stdout.write(
        f"{count.mailed:,}명에게 링크를 보냈습니다. 아직 보낼 회원은 {count.left:,}명입니다."
        f" 비밀번호를 정한 회원은 {count.used:,}명입니다.\n"
    )
    return 0


def _a_name(text: str) -> str:
    name = text.strip()
    # What a terminal sends that does not speak UTF-8 arrives as lone surrogates, which no database takes.
    if len(name) > NAME_LENGTH or not re.search(WORDS, name) or re.search("[\ud800-\udfff]", name):
        raise argparse.ArgumentTypeError(f"이전 쇼핑몰의 이름을 {NAME_LENGTH}자까지 한 줄로 적어 주세요.")
    return name


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _refuse(line: str) -> int:
    sys.stderr.write(f"{line}\n")
    return 1


def _told(counts: Counts, *, dry_run: bool) -> str:
    verb = "옮길 것" if dry_run else "옮긴 것"
    text = f"{verb}: 회원 {counts.members:,}명, 이용권 {counts.services:,}개, 포인트 {counts.points:,}건."
    if counts.updated:
        text += f" 고친 회원 {counts.updated:,}명."
    if counts.before:
        text += f" 이미 옮긴 줄 {counts.before:,}개."
    if counts.changed:
        text += f" 바뀌었지만 그대로 둔 줄 {counts.changed:,}개(회원은 --update로 고칩니다)."
    if counts.skipped:
        text += f" 뺀 줄 {counts.skipped:,}개(파일.wrong.csv)."
    return text + "\n"
