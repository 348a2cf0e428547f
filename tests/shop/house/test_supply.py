"""What the shop is made of is known, allowed, and the same in the locks as in the list that ships with the wheel."""

import json

import pytest

from supply import audit, licences, sbom
from supply.locks import Package, of_the_boxes, python, tools_of_the_web, web


def test_the_list_names_each_package_once_and_no_registry() -> None:
    told = json.loads(sbom.build())
    named = [one["purl"] for one in told["components"]]

    assert sorted(named) == sorted({one.purl for one in (*python(), *web(), *of_the_boxes())})
    assert {"pkg:pypi/litestar", "pkg:npm/react", "pkg:pypi/patroni"} <= {
        purl.rpartition("@")[0] for purl in named
    }
    assert "://" not in sbom.build().replace(told["$schema"], "")


def test_every_package_has_a_licence_that_we_allow() -> None:
    """The tools', too: what builds the pages may leave parts of itself in them."""
    packages = [*python(dev=True), *of_the_boxes(), *web(), *tools_of_the_web()]
    said = {one.purl: licences.of(one) for one in packages}

    assert len(said) > 300
    assert {purl: one for purl, one in said.items() if not licences.is_allowed(one)} == {}


def test_nothing_is_read_that_is_not_used_or_says_it_itself() -> None:
    named = {one.name for one in (*python(dev=True), *of_the_boxes())}

    assert {name for name in licences.READ["pypi"] if name not in named} == set()
    assert {name for name in licences.READ["pypi"] if licences.said_by_itself(name)} <= _of_boxes_alone()


def test_the_list_is_made_without_the_tools() -> None:
    """Where a wheel is made, what the boxes alone need is not installed, and says nothing."""
    assert _of_boxes_alone() - licences.READ["pypi"].keys() == set()


def _of_boxes_alone() -> set[str]:
    return {one.name for one in of_the_boxes()} - {one.name for one in python()}


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("AGPL-3.0-only", False),
        ("AGPL-3.0-only OR MIT", True),
        ("MIT AND GPL-3.0-only", False),
        ("(MIT OR CC0-1.0)", True),
        ("MIT AND (AGPL-3.0-only OR ISC)", False),
        ("", False),
    ],
)
def test_what_an_expression_allows(expression: str, allowed: bool) -> None:
    assert licences.is_allowed(expression) is allowed


def test_a_package_that_says_no_licence_is_named() -> None:
    with pytest.raises(licences.LicenceUnknown, match="pkg:pypi/nobody@1"):
        licences.of(Package("pypi", "nobody", "1"))


BEHIND_A_MIRROR = {"dependencies": [{"name": "anyio", "skip_reason": "Dependency not found on PyPI"}]}
WEAK = {
    "dependencies": [
        {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]},
        {"name": "b", "skip_reason": "not found"},
    ]
}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (json.dumps({"dependencies": [{"name": "anyio", "version": "4", "vulns": []}]}), audit.OK),
        (json.dumps(WEAK), audit.WEAK),
        (json.dumps(BEHIND_A_MIRROR), audit.UNKNOWN),
        (json.dumps({"dependencies": []}), audit.UNKNOWN),
        ("ConnectionError: no route\n", audit.UNKNOWN),
        ("", audit.UNKNOWN),
    ],
    ids=["well", "weak", "a mirror without advisories", "nothing asked", "no network", "silent"],
)
def test_what_was_not_checked_is_never_called_well(said: str, code: int) -> None:
    assert audit.of_python(said).code == code


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (json.dumps({"metadata": {"vulnerabilities": {"total": 0}}}), audit.OK),
        (
            json.dumps(
                {
                    "metadata": {"vulnerabilities": {"total": 1}},
                    "vulnerabilities": {"x": {"severity": "high"}},
                }
            ),
            audit.WEAK,
        ),
        (json.dumps({"message": "405 Method Not Allowed", "error": {}}), audit.UNKNOWN),
        ("", audit.UNKNOWN),
    ],
    ids=["well", "weak", "a mirror without advisories", "silent"],
)
def test_what_npm_could_not_ask_is_never_called_well(said: str, code: int) -> None:
    assert audit.of_npm(said).code == code
