"""`ieum gateway enrol`, `recovery-key`, `open-backup`: a host becomes a gateway, or takes over from a lost one."""

import argparse
import base64
import getpass
import glob
import hashlib
import os
import re
import secrets
import stat
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec

from ieum.common.recovery import GATEWAY_KEY, RecoveryError, new_recovery_key, seal, unseal
from ieum.gateway.journal import sync_folder
from ieum.gateway.keys import ensure_key, public_key
from ieum.gateway.options import is_unencrypted
from ieum.gateway.protocol import UNREADABLE
from ieum.gateway.shell import CommandError
from ieum.gateway.shop import machine_trust
from ieum.gateway.store import AlreadyRunningError, Store

_STATE = Path("/var/lib/ieum-gateway")
_TOKEN = Path("/etc/ieum/gateway.token")
_CODE = "IEUM_GATEWAY_CODE"
_PATH = "/gateway/v1/enrol"
_TOKEN_FORM = re.compile(r"gw_[A-Za-z0-9_-]{43}")


class EnrolmentError(Exception):
    """The host cannot become the gateway; the message says why and what to do."""


class _Enrolment(msgspec.Struct, rename="camel"):
    code: str
    token: str
    public_key: str
    key_backup: bytes | None


class _Enrolled(msgspec.Struct):
    name: str


class _Field(msgspec.Struct):
    name: str = ""


class _Problem(msgspec.Struct):
    code: str = ""
    detail: str = ""
    fields: list[_Field] = []


_ADVICE = {
    "unknown_enrolment_code": "the code is wrong or older than an hour; make a new one in the console",
    "gateway_running": "the gateway answers again; taking it over takes a code that two people have agreed to",
    "enrolment_code_spent": "the code was used before; if not by this host, find out by whom, then make a new one",
    "gateway_credential_used": "this host has sent a token that a gateway had before; remove the files *.new beside it",
    "gateway_key_changed": (
        "this host has another key than the gateway had, so members' settings would stop working; restore the key"
        " with `ieum gateway open-backup`, or have the shop forget it, in the console on the gateway's page"
    ),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True)
    enrol = actions.add_parser("enrol", help="exchange a code for this gateway's credential")
    enrol.add_argument("--url", required=True, help="the shop, for example https://shop.example")
    enrol.add_argument(
        "--code",
        default="",
        help="from the console, on the gateway's page; good for an hour. With - it is asked for, or read from standard"
        f" input, so that no list of processes shows it; also {_CODE}",
    )
    enrol.add_argument("--token-file", type=Path, default=_TOKEN, help="where the credential is kept")
    enrol.add_argument("--state-dir", type=Path, default=_STATE, help="where the private key is kept")
    enrol.add_argument(
        "--recovery-key",
        default="",
        metavar="PUBLIC",
        help="send the shop a copy of the private key, sealed to this key",
    )
    recovery = actions.add_parser(
        "recovery-key", help="make a recovery key, on a machine that is not the shop's"
    )
    recovery.add_argument("file", type=Path, help="for the private half; the public half is printed")
    opened = actions.add_parser("open-backup", help="restore a gateway's key from its sealed copy")
    opened.add_argument(
        "--backup",
        type=Path,
        required=True,
        help="the copy of the key, from the console on the gateway's page",
    )
    opened.add_argument("--recovery-key-file", type=Path, required=True, help="the private half")
    opened.add_argument("--state-dir", type=Path, default=_STATE, help="where the private key is restored")


def run(arguments: argparse.Namespace, environ: Mapping[str, str]) -> int:
    actions: dict[str, Callable[[argparse.Namespace], str]] = {
        "enrol": lambda arguments: _enrol(arguments, _code(arguments.code or environ.get(_CODE, ""))),
        "recovery-key": _make_recovery_key,
        "open-backup": _open_backup,
    }
    try:
        sys.stdout.write(actions[arguments.action](arguments) + "\n")
    except (
        EnrolmentError,
        RecoveryError,
        AlreadyRunningError,
        CommandError,
        OSError,
        httpx.HTTPError,
    ) as failure:
        sys.stderr.write(f"ieum gateway {arguments.action}: {failure}\n")
        return 1
    return 0


def _code(given: str) -> str:
    """Read the code. Raises EnrolmentError if there is none."""
    if given == "-":
        given = getpass.getpass("Code: ") if sys.stdin.isatty() else sys.stdin.readline()
    if not given.strip():
        raise EnrolmentError(f"the code is missing: --code, --code - and type it, or {_CODE}")
    return given.strip()


def _enrol(arguments: argparse.Namespace, code: str) -> str:
    with _opened(arguments.state_dir) as store:
        key = ensure_key(store)
        private = store.read_key()
    backup = seal(private, arguments.recovery_key, what=GATEWAY_KEY) if arguments.recovery_key else None
    # Kept before it is sent: if the answer is lost, the same command sends the same request again. Another code makes
    # another token, because the one that is there may be in other hands.
    new = _new_token(arguments.token_file, code)
    if is_unencrypted(arguments.url):
        sys.stderr.write(
            f"{arguments.url} is not https: the code and the credential can be read in transit\n"
        )
    name = _ask(arguments.url, _Enrolment(code, new.read_text().strip(), key, backup))
    new.replace(arguments.token_file)
    sync_folder(new.parent)
    for abandoned in _new_tokens(arguments.token_file):
        abandoned.unlink()
    copied = "the shop keeps a sealed copy of the key" if backup else "THE SHOP KEEPS NO COPY of the key"
    return (
        f"This host is the gateway {name}; {copied}.\n"
        "Start it: systemctl restart ieum-gateway, or where there is no such unit:"
        f" ieum gateway --url {arguments.url} --token-file {arguments.token_file} --state-dir {arguments.state_dir}"
    )


def _make_recovery_key(arguments: argparse.Namespace) -> str:
    private, public = new_recovery_key()
    try:
        _write_new(arguments.file, private)
    except FileExistsError:
        raise RecoveryError(f"{arguments.file} is there already, and is never written over") from None
    return public


def _open_backup(arguments: argparse.Namespace) -> str:
    try:
        sealed = base64.b64decode(arguments.backup.read_text(), validate=False)
    except ValueError:
        raise RecoveryError(f"{arguments.backup} is no copy of a key as the console hands it out") from None
    private = unseal(sealed, arguments.recovery_key_file.read_text().strip(), what=GATEWAY_KEY)
    with _opened(arguments.state_dir) as store:
        if store.key_file.exists() and store.read_key() != private:
            raise EnrolmentError(f"{store.key_file} holds another key; move it away first")
        store.save_key(private)
    return f"The key of the gateway {public_key(private)} is restored."


@contextmanager
def _opened(folder: Path) -> Generator[Store]:
    """The state directory, in which no agent works meanwhile. Raises AlreadyRunningError."""
    store = Store(folder)
    store.open()
    try:
        yield store
    finally:
        store.close()
        _give_to_owner(folder)


def _give_to_owner(folder: Path) -> None:
    """Let the agent, whose folder it is, read what root has made in it.

    A service manager does this itself where the folder is root's. It is the agent's already where the unit was started
    before the enrolment.
    """
    if os.geteuid() == 0:
        owner = folder.stat()
        for path in folder.iterdir():
            if not path.is_symlink() and path.is_file():
                _give(path, owner)


def _give(path: Path, owner: os.stat_result) -> None:
    """Only what root has just made: a file with a second name may be one of the machine's own."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        # The agent has moved it meanwhile, or laid a link there.
        return
    try:
        found = os.fstat(handle)
        if found.st_uid == 0 and found.st_nlink == 1 and stat.S_ISREG(found.st_mode):
            os.fchown(handle, owner.st_uid, owner.st_gid)
    finally:
        os.close(handle)


def _ask(url: str, enrolment: _Enrolment) -> str:
    response = httpx.post(
        url.rstrip("/") + _PATH,
        content=msgspec.json.encode(enrolment),
        headers={"content-type": "application/json"},
        timeout=15,
        verify=machine_trust(url),
    )
    if response.is_success:
        return msgspec.json.decode(response.content, type=_Enrolled).name
    if response.is_redirect:
        address = response.headers.get("location", "").removesuffix(_PATH)
        raise EnrolmentError(f"the shop is at another address: give --url {address!r}")
    try:
        problem = msgspec.json.decode(response.content, type=_Problem)
    except UNREADABLE:
        problem = _Problem()
    # A code of another length is refused by its form.
    code = "unknown_enrolment_code" if _Field("code") in problem.fields else problem.code
    why = _ADVICE.get(code) or f"{problem.code} {problem.detail}".strip()
    raise EnrolmentError(f"the shop refuses ({response.status_code}): {why}")


def _new_token(file: Path, code: str) -> Path:
    """The file of the token that goes with this code, which is made where there is none."""
    mark = hashlib.sha256(code.encode()).hexdigest()[:12]
    new = file.with_name(f"{file.name}.{mark}.new")
    # A crash while it was written has left it short.
    if not new.exists() or not _TOKEN_FORM.fullmatch(new.read_text().strip()):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new.unlink(missing_ok=True)
        _write_new(new, "gw_" + secrets.token_urlsafe(32))
    return new


def _new_tokens(file: Path) -> list[Path]:
    """Tokens of enrolments that came to nothing."""
    return list(file.parent.glob(f"{glob.escape(file.name)}.*.new"))


def _write_new(file: Path, secret: str) -> None:
    """Write a file that only its owner may read. Raises FileExistsError: a secret is never overwritten."""
    with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
        out.write(secret + "\n")
        out.flush()
        os.fsync(out.fileno())
    sync_folder(file.parent)
