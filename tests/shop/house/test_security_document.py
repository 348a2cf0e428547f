"""What docs/security.md says of keys and of the units' rights is so."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from ieum.operations.backup import settings as backup_settings
from ieum.shop.kernel import settings

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
SECRET = re.compile(r"\"(IEUM_\w*(?:SECRET\w*|KEYS|RECOVERY_KEY))\"")
# Prefixes to which the reader of settings adds the name of the key.
PAIRS = ("IEUM_TOSS", "IEUM_TOSS_BILLING")
# A password in an address, or the key of an account beside its secret.
WITH_A_PASSWORD = {"IEUM_DATABASE_URL", "IEUM_SMTP_URL"}
UNITS = sorted(path for path in (ROOT / "deploy").rglob("*.service") if path.read_text().strip())


def section(title: str) -> str:
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_every_key_of_the_settings_is_in_the_table() -> None:
    read = inspect.getsource(settings) + inspect.getsource(backup_settings)
    named = set(SECRET.findall(read)) | {f"{pair}_SECRET_KEY" for pair in PAIRS} | WITH_A_PASSWORD
    told = {key for row in rows("Keys and their rotation") for key in re.findall(r"`(IEUM_\w+)`", row[0])}

    assert len(named) >= 10
    assert named - told == set()


def test_every_key_says_where_it_lives_how_it_changes_and_how_that_is_rehearsed() -> None:
    for row in rows("Keys and their rotation"):
        assert len(row) == 6
        assert all(row)
        for test in re.findall(r"`(tests/[\w/.]+)`", row[5]):
            assert (ROOT / test).is_file()


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
def test_a_unit_has_the_rights_that_are_written_down_and_no_others(unit: Path) -> None:
    """A new unit: write its rights into the table "Rights of the processes" of docs/security.md."""
    told = {row[0]: row for row in rows("Rights of the processes")}
    has = options(unit.read_text(encoding="utf-8"))

    assert unit.stem in told, "its rights are not in docs/security.md"
    _, user, capabilities, writes, _ = told[unit.stem]
    assert has.get("User", ["root"]) == [user]
    allowed = {*has.get("AmbientCapabilities", []), *has.get("CapabilityBoundingSet", [])}
    assert allowed == words(capabilities)
    folders = [
        *has.get("StateDirectory", []),
        *has.get("RuntimeDirectory", []),
        *has.get("ReadWritePaths", []),
    ]
    assert {folder.lstrip("-") for folder in folders} == words(writes)
    assert has["NoNewPrivileges"] in (["yes"], ["true"])
    assert has["ProtectSystem"] == ["strict"] or "`ProtectSystem=full`" in told[unit.stem][4]


def test_no_right_is_written_down_that_no_unit_has() -> None:
    assert {row[0] for row in rows("Rights of the processes")} == {unit.stem for unit in UNITS}


def test_containers_have_the_rights_that_are_written_down_and_no_others() -> None:
    told = {name.strip(): row for row in rows("Rights of the containers") for name in row[0].split(",")}
    services: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "deploy/compose/compose.yaml").read_text())[
        "services"
    ]

    assert set(told) == set(services)
    for name, service in services.items():
        _, user, capabilities, ports, _ = told[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert not service.get("privileged")
        assert service.get("user", "its image's") == user
        assert set(service.get("cap_add", [])) == words(capabilities)
        assert set(service.get("ports", [])) == words(ports)


def options(unit: str) -> dict[str, list[str]]:
    """The words of each option; an option that is given twice has the words of both."""
    found: dict[str, list[str]] = {}
    for line in unit.splitlines():
        name, is_option, value = line.partition("=")
        if is_option and not line.startswith("#"):
            found.setdefault(name, []).extend(value.split())
    return found


def words(cell: str) -> set[str]:
    return set() if cell == "—" else {word.strip() for word in cell.split(",")}
