"""Policy rules are known again in the kernel's listing, and nothing of others is taken for them."""

import msgspec
import pytest

from ieum.gateway.policy import ListedRule, Rule, closing_rules, line_rule
from tests.gateway.builders import KT

CLOSING = closing_rules("ieum0", "10.64.0.0/10", room=KT)


def listed(text: str) -> Rule:
    return Rule.listed(msgspec.json.decode(text, type=ListedRule))


@pytest.mark.parametrize(
    "text",
    [
        '{"priority":26983,"src":"all","fwmark":"0x69650300","table":"26981"}',
        '{"priority":26984,"src":"all","fwmark":"0x69650200","iif":"ieum0","table":"main"}',
        '{"priority":26985,"src":"all","iif":"ieum0","iif_detached":null,"action":"blackhole"}',
        '{"priority":26986,"src":"all","dst":"10.64.0.0","dstlen":10,"iif":"lo","table":"main"}',
        '{"priority":26987,"src":"all","dst":"10.64.0.0","dstlen":10,"fwmark":"0x69650200","table":"main"}',
        '{"priority":26988,"src":"all","dst":"10.64.0.0","dstlen":10,"action":"blackhole"}',
    ],
)
def test_a_closing_rule_is_known_as_the_kernel_lists_it(text: str) -> None:
    rule = listed(text)

    assert rule in CLOSING
    assert rule.closes
    assert not rule.is_of_a_line


def test_the_rule_of_a_line_is_known_as_the_kernel_lists_it() -> None:
    rule = listed('{"priority":26981,"src":"all","fwmark":"0x69650100","table":"26981"}')

    assert rule == line_rule(KT)
    assert rule.is_of_a_line


@pytest.mark.parametrize(
    "text",
    [
        '{"priority":0,"src":"all","table":"local"}',
        '{"priority":26981,"src":"all","fwmark":"0x1","table":"77"}',
        '{"priority":100,"src":"all","iif":"ieum0","action":"blackhole"}',
        '{"priority":32766,"src":"all","table":"main"}',
    ],
)
def test_rules_of_others_are_nobodys_of_ours(text: str) -> None:
    rule = listed(text)

    assert not rule.closes
    assert not rule.is_of_a_line


def test_nobody_waits_by_a_rule_where_there_is_no_room() -> None:
    assert {rule.priority for rule in CLOSING - closing_rules("ieum0", "10.64.0.0/10")} == {26983}
