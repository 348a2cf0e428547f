"""The compose file, which no Docker runs in the gate: it is YAML, and no service has more than it needs."""

import yaml

from ieum.cli import COMMANDS
from ieum.common.files import DEPLOY

SAID = yaml.safe_load((DEPLOY / "compose" / "compose.yaml").read_text())
SERVICES = SAID["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"].startswith("ieum:")}


def test_every_container_has_few_rights_and_a_root_that_it_cannot_write_to() -> None:
    for name, service in SERVICES.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "privileged" not in service, name
    assert {service["user"] for service in OURS.values()} == {"990:990"}


def test_our_containers_start_commands_that_there_are_and_are_never_in_a_hurry() -> None:
    assert (
        {service["command"][0] for service in OURS.values()}
        == {"serve", "work", "migrate", "setup"}
        <= COMMANDS.keys()
    )
    assert SERVICES["serve"]["stop_grace_period"] == "90s"


def test_nobody_outside_reaches_the_database_and_no_secret_is_in_an_environment() -> None:
    assert SERVICES["database"]["networks"] == ["inside"]
    assert SAID["networks"]["inside"]["internal"]
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]
    names = {name for service in SERVICES.values() for name in service.get("environment", {})}
    assert names == {
        "IEUM_DATA",
        "IEUM_LISTEN",
        "IEUM_TRUSTED_PROXIES",
        "POSTGRES_USER",
        "POSTGRES_DB",
        "POSTGRES_PASSWORD_FILE",
    }


def test_what_a_container_is_given_is_declared() -> None:
    for service in SERVICES.values():
        assert set(service.get("secrets", [])) <= SAID["secrets"].keys()
        assert set(service["networks"]) <= SAID["networks"].keys()
        named = {volume.split(":")[0] for volume in service["volumes"] if not volume.startswith(".")}
        assert named <= SAID["volumes"].keys()
