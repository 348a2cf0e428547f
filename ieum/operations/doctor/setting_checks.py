"""The settings: whether they can be read, by whom, and whether the keys among them fit one another."""

import asyncio
import stat
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from ieum.operations.doctor.keys import is_test, wrong_pair
from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, well
from ieum.shop.kernel.particles import with_particle
from ieum.shop.kernel.settings import LOCAL_HOSTS
from ieum.shop.server import binding, key_marks

GROUP = "설정"


async def check_file(subject: Subject) -> Found:
    """Everybody who may read the file may charge cards."""
    if subject.file is None:
        return skipped("설정 파일 없이 환경 변수로 돌고 있습니다.")
    if subject.file.parent == Path(subject.environ.get("CREDENTIALS_DIRECTORY") or "/dev/null"):
        # Its copy is this unit's alone; how the file itself lies there, root sees.
        return well("systemd가 이 서비스에만 건네주었습니다.")
    return await asyncio.to_thread(_look, subject.file)


def _look(file: Path) -> Found:
    try:
        status = file.stat()
    except OSError as error:
        return broken(
            f"{file}: 읽을 수 없습니다({error.strerror}).",
            "root로 다시 실행하거나 `ieum setup`으로 만드세요.",
        )
    mode = stat.S_IMODE(status.st_mode)
    if mode & 0o077:
        return broken(
            f"{file}: 다른 계정도 읽을 수 있습니다({mode:04o}). 비밀키가 새어 나갑니다.",
            f"chmod 600 {with_particle(str(file), '을/를')} 실행하고, 여러 사람이 쓰는 기계라면 키를 바꿔 주세요.",
        )
    if status.st_uid != 0:
        return attention(
            f"{file}: 주인이 root가 아닙니다(uid {status.st_uid}).",
            f"chown root:root {with_particle(str(file), '을/를')} 실행해 주세요.",
        )
    return well(f"{file}: root만 읽을 수 있습니다.")


async def check_settings(subject: Subject) -> Found:
    if subject.settings_error:
        return broken(
            f"설정을 읽지 못했습니다: {subject.settings_error}",
            "`ieum setup`으로 고치거나 그 줄을 고쳐 주세요.",
        )
    if not subject.settings.production:
        return attention(
            "개발용 설정입니다. 샌드박스의 키와 데모 자료가 허용됩니다.",
            "실제 상점이면 IEUM_ENV=production으로 바꿔 주세요(`ieum setup`).",
        )
    return well("모두 읽었습니다(production).")


async def check_keys(subject: Subject) -> list[Found]:
    settings = subject.settings
    found: list[Found] = []
    for name, pair in (("일반결제", settings.toss_normal), ("정기결제", settings.toss_billing)):
        wrong = wrong_pair(pair.client, pair.secret)
        if wrong:
            found.append(broken(f"{name}: {wrong}", "`ieum setup`으로 키를 다시 적어 주세요."))
    if found:
        return found
    if is_test(settings.toss_normal.client) != is_test(settings.toss_billing.client):
        return [
            broken(
                "일반결제와 정기결제 가운데 한쪽만 시험용 키입니다.",
                "`ieum setup`으로 키를 다시 적어 주세요.",
            )
        ]
    if is_test(settings.toss_normal.client):
        return [attention("시험용 키라서 실제로 결제되지 않습니다.", "계약을 마치면 live_ 키로 바꿔 주세요.")]
    return [well("두 쌍 모두 실거래 키이고 짝이 맞습니다.")]


async def check_own_keys(subject: Subject) -> list[Found]:
    """Compare the shop's keys with the marks in its database."""
    settings = subject.settings
    async with subject.connection() as conn:
        wrong = await key_marks.find_wrong(conn, settings)
        kept = await key_marks.list_kept(conn)
        unbound = sum((await binding.count(conn)).values())
    if wrong:
        return [
            broken(
                f"{_STANDS_IN[name]}: 이 데이터베이스의 자료를 만든 키가 없습니다. 카드, 환불 계좌, 로그인 가운데 "
                "일부를 열 수 없습니다.",
                "백업과 따로 보관한 이전 키를 다시 적어 주세요. 아주 잃었으면 `ieum reseal --lost`를 실행해 주세요.",
            )
            for name in wrong
        ]
    if not kept:
        return [skipped("상점을 처음 시작할 때 키를 기억합니다.")]
    changing = [name for name, marks in key_marks.marks_of(settings).items() if kept.get(name) != marks[0]]
    if changing:
        return [
            attention(
                f"{', '.join(changing)}: 새 키로 바꾸는 중입니다.",
                "`ieum reseal`을 실행한 다음에 이전 키를 빼 주세요.",
            )
        ]
    if unbound:
        return [
            attention(
                f"예전 형식으로 봉인된 값이 {unbound}개 남아 있습니다.",
                "`ieum work`가 5분마다 새로 봉인합니다. 업그레이드한 지 하루가 지나도 남아 있으면 키를 확인해 주세요.",
            )
        ]
    return [well("이 데이터베이스의 자료를 만든 키입니다.")]


_STANDS_IN = {
    "IEUM_SECRET_KEY": "IEUM_SECRET_KEY와 IEUM_FORMER_KEYS",
    "IEUM_SEALING_KEYS": "IEUM_SEALING_KEYS",
}

# The last two also ask who answers.
_ENCRYPTED = {"require": False, "verify-ca": True, "verify-full": True}


async def check_way(subject: Subject) -> Found:
    if not subject.database_url:
        return skipped("데이터베이스의 주소가 없습니다.")
    return judge_way(subject.database_url, subject.environ.get("PGSSLMODE", ""))


def judge_way(url: str, default: str = "") -> Found:
    """Judge whether traffic to a database on another machine can be read on the way; `prefer` promises nothing."""
    said = conninfo_to_dict(url)
    hosts = [host for host in str(said.get("host") or "").split(",") if host]
    elsewhere = [host for host in hosts if not host.startswith("/") and host not in LOCAL_HOSTS]
    if not elsewhere:
        return skipped("데이터베이스가 이 기계에 있습니다.")
    mode = str(said.get("sslmode") or default or "prefer")
    if mode not in _ENCRYPTED:
        return attention(
            f"{', '.join(elsewhere)}: 암호화하지 않고 연결할 수 있습니다(sslmode={mode}).",
            "IEUM_DATABASE_URL에 sslmode=verify-full과 sslrootcert를, 적어도 sslmode=require를 적어 주세요.",
        )
    if not _ENCRYPTED[mode]:
        return well("암호화합니다. 상대의 인증서까지 확인하려면 sslmode=verify-full로 적어 주세요.")
    return well(f"암호화하고 상대의 인증서를 확인합니다(sslmode={mode}).")


CHECKS = (
    Check("settings_file", GROUP, "설정 파일", check_file),
    Check("settings", GROUP, "설정", check_settings),
    Check("payment_keys", GROUP, "결제 키의 종류", check_keys),
    Check("own_keys", GROUP, "비밀 키와 봉인 키", check_own_keys),
    Check("database_way", GROUP, "데이터베이스까지의 길", check_way),
)
