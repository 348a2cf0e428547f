"""Every kind of message says whether it may be dropped beyond its recipient's budget."""

import ast
import re
from pathlib import Path

from ieum.shop.messaging import kinds

SHOP = Path(__file__).parents[3] / "ieum" / "shop"
# Of these the place of the reference among the arguments, if it is no keyword.
SENDERS = {"mail": None, "sms": None, "mail_letter": None, "_mail": None, "_send": None, "mail_staff": None}
PLACES = {"mail_member": 2, "tell_buyer": 2, "mail_buyer": 3, "tell": 2, "Letter": 4}
KNOWN = {*kinds.OWED, *kinds.KEPT, *kinds.COURTESY, *kinds.CODES}
# Written by a function, in SQL, or from a variable: the kinds, by the file that has them.
COMPUTED = {
    "ieum/shop/subscriptions/schedule.py": {
        "price-rise",
        "price-not-agreed",
        "charge-ahead-1",
        "charge-ahead-7",
    },
    "ieum/shop/services/desk/notices.py": {"staff-stopped", "staff-active"},
    "ieum/shop/broadcasts/rules.py": {"broadcast"},
    "ieum/shop/console/settings/connections.py": {"settings-test"},
    "ieum/shop/messaging/queries.py": {"again"},
    "ieum/shop/subscriptions/notices.py": {"subscription-suspended"},
}


def references(tree: ast.Module) -> list[ast.expr]:
    """What is handed on as the reference of a message, and what variables of that name hold."""
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SENDERS or name in PLACES:
                found += [each.value for each in node.keywords if each.arg == "reference"]
            if (place := PLACES.get(name)) is not None:
                found += node.args[place : place + 1]
        elif isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [
            "reference"
        ]:
            found.append(node.value)
    return found


def kind_of(reference: ast.expr) -> str | None:
    """The word before the first colon; None where it is computed."""
    if isinstance(reference, ast.JoinedStr) and isinstance(reference.values[0], ast.Constant):
        word = re.match(r"([a-z_-]+):", str(reference.values[0].value))
        return word[1] if word else None
    return None


def test_every_kind_is_in_the_tables_and_nothing_else_is() -> None:
    written: dict[str, str] = {}
    for path in sorted(SHOP.rglob("*.py")):
        text = path.read_text()
        if "messaging" not in text and "notices" not in text and "mail_staff" not in text:
            continue
        place = str(path.relative_to(SHOP.parents[1]))
        for reference in references(ast.parse(text)):
            if kind := kind_of(reference):
                written[kind] = place
    for place, computed in COMPUTED.items():
        assert (SHOP.parents[1] / place).exists(), place
        written |= dict.fromkeys(computed, place)

    assert len(written) > 40
    assert {kind: place for kind, place in written.items() if kind not in KNOWN} == {}
    assert KNOWN - written.keys() == set()
