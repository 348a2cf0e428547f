"""What is typed on a host: it becomes a gateway, or takes over the key of one that is lost."""

import base64
import os
import stat
from pathlib import Path

import pytest

from ieum.common.recovery import GATEWAY_KEY, RecoveryError, new_recovery_key, seal, unseal
from ieum.gateway import enrolling
from ieum.gateway.keys import ensure_key
from ieum.gateway.store import Store
from tests.gateway.enrolments import Counter, enrol, run


def test_a_host_sends_a_token_of_its_own_and_its_public_key(
    counter: Counter, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert enrol(counter, tmp_path) == 0

    [asked] = counter.asked
    token = tmp_path / "etc" / "token"
    assert asked == {
        "path": "/gateway/v1/enrol",
        "code": "c0de",
        "token": token.read_text().strip(),
        "publicKey": ensure_key(Store(tmp_path)),
        "keyBackup": None,
    }
    assert stat.S_IMODE(token.stat().st_mode) == 0o600
    told = capsys.readouterr().out
    assert "This host is the gateway seoul-1; THE SHOP KEEPS NO COPY of the key." in told
    # With the key that was enrolled: with another one, the shop would refuse this host.
    assert f"--token-file {token} --state-dir {tmp_path}\n" in told
    assert asked["token"] not in told


@pytest.mark.skipif(os.geteuid() != 0, reason="root is needed to give files away")
def test_what_root_makes_is_the_agents_where_its_unit_was_started_before(
    counter: Counter, tmp_path: Path
) -> None:
    """Systemd gives the agent a folder that is root's, and leaves alone what is in one that is the agent's already."""
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    os.chown(folder, 65_534, 65_534)

    enrol(counter, tmp_path, "--state-dir", str(folder))

    assert {path.stat().st_uid for path in folder.iterdir()} == {65_534}


def test_after_a_power_cut_the_host_still_has_the_token_that_it_sent(
    counter: Counter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the code would be spent for nothing. The disk has a file's name once its folder is synced."""
    on_disk: list[tuple[int, list[str]]] = []
    sync = os.fsync

    def note(file: int) -> None:
        sync(file)
        if stat.S_ISDIR(os.fstat(file).st_mode):
            on_disk.append((len(counter.asked), sorted(os.listdir(file))))

    monkeypatch.setattr(os, "fsync", note)
    enrol(counter, tmp_path)

    tokens = [(asked, names) for asked, names in on_disk if "private.key" not in names]
    assert [asked for asked, _ in tokens] == [0, 1]
    assert tokens[0][1][0].endswith(".new")
    assert tokens[1][1] == ["token"]


def test_a_code_that_is_no_code_at_all_is_wrong_too(
    counter: Counter, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counter.answer = (422, {"code": "invalid_fields", "fields": [{"name": "code", "code": "invalid"}]})

    assert enrol(counter, tmp_path) == 1
    assert enrolling._ADVICE["unknown_enrolment_code"] in capsys.readouterr().err


def test_a_shop_that_has_moved_to_https_says_where(
    counter: Counter, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counter.answer = (308, {})

    assert enrol(counter, tmp_path) == 1
    assert "the shop is at another address: give --url 'https://shop.example'" in capsys.readouterr().err


def test_a_host_that_heard_no_answer_sends_the_same_again(counter: Counter, tmp_path: Path) -> None:
    counter.answer = (503, {})
    failed = enrol(counter, tmp_path)
    counter.answer = (200, {"name": "seoul-1"})

    assert (failed, enrol(counter, tmp_path)) == (1, 0)
    assert counter.asked[0] == counter.asked[1]


def test_another_code_goes_with_another_token(counter: Counter, tmp_path: Path) -> None:
    """The token that is there may be the one that was stolen."""
    file = tmp_path / "etc" / "token"
    enrol(counter, tmp_path)
    counter.answer = (503, {})
    enrol(counter, tmp_path, code="another")
    while_unanswered = file.read_text().strip()
    counter.answer = (200, {"name": "seoul-1"})
    enrol(counter, tmp_path, code="a third")

    tokens = [asked["token"] for asked in counter.asked]
    assert len(set(tokens)) == 3
    # The old one stays until the shop has taken a new one, and nothing is left of the one in between.
    assert (while_unanswered, file.read_text().strip()) == (tokens[0], tokens[2])
    assert [one.name for one in file.parent.iterdir()] == ["token"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_token_that_was_written_by_half_is_made_anew(counter: Counter, tmp_path: Path) -> None:
    counter.answer = (503, {})
    enrol(counter, tmp_path)
    [half] = (tmp_path / "etc").iterdir()
    half.write_text("gw_")

    counter.answer = (200, {"name": "seoul-1"})
    assert enrol(counter, tmp_path) == 0
    assert len(counter.asked[1]["token"]) == 46


@pytest.mark.parametrize("code", list(enrolling._ADVICE))
def test_a_refusal_says_what_to_do(
    counter: Counter, tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    counter.answer = (401, {"code": code, "detail": "…"})

    assert enrol(counter, tmp_path) == 1
    assert capsys.readouterr().err == (
        f"ieum gateway enrol: the shop refuses (401): {enrolling._ADVICE[code]}\n"
    )


def test_a_lost_host_is_rebuilt_with_its_key_which_only_the_owner_can_open(
    counter: Counter, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owners, old, new = (tmp_path / name for name in ("owner", "old", "new"))
    owners.mkdir()
    assert run("recovery-key", owners / "private") == 0
    public = capsys.readouterr().out.strip()
    enrol(counter, old, "--recovery-key", public)
    (owners / "backup").write_text(counter.asked[0]["keyBackup"])

    opened = run(
        "open-backup",
        "--backup",
        owners / "backup",
        "--recovery-key-file",
        owners / "private",
        "--state-dir",
        new,
    )
    enrol(counter, new, "--recovery-key", public)

    assert opened == 0
    assert counter.asked[0]["publicKey"] == counter.asked[1]["publicKey"]
    assert counter.asked[0]["token"] != counter.asked[1]["token"]
    private = (old / "private.key").read_text().strip()
    assert private.encode() not in base64.b64decode(counter.asked[0]["keyBackup"])
    assert stat.S_IMODE((owners / "private").stat().st_mode) == 0o600


def test_a_key_that_is_there_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    private, public = new_recovery_key()
    (tmp_path / "private").write_text(private)
    (tmp_path / "backup").write_text(base64.b64encode(seal("K" * 44, public, what=GATEWAY_KEY)).decode())
    ensure_key(Store(tmp_path))

    words = (
        "--backup",
        tmp_path / "backup",
        "--recovery-key-file",
        tmp_path / "private",
        "--state-dir",
        tmp_path,
    )

    assert run("open-backup", *words) == 1
    assert "holds another key; move it away first" in capsys.readouterr().err
    assert run("recovery-key", tmp_path / "private") == 1


def test_a_copy_opens_with_the_right_half_of_the_right_key_alone() -> None:
    (private, public), (other, _) = new_recovery_key(), new_recovery_key()
    sealed = seal("K" * 44, public, what=GATEWAY_KEY)

    assert unseal(sealed, private, what=GATEWAY_KEY) == "K" * 44
    for copy, half in [
        (sealed, other),
        (sealed, public),
        (sealed[:-1] + bytes([sealed[-1] ^ 1]), private),
        (sealed[:40], private),
        (b"", private),
    ]:
        with pytest.raises(RecoveryError):
            unseal(copy, half, what=GATEWAY_KEY)
    with pytest.raises(RecoveryError, match="begins with ieum-recovery-public-"):
        seal("K" * 44, private, what=GATEWAY_KEY)
