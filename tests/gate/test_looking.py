"""Which pages and screens `make check` looks at for a change of their sources."""

import pytest

from tests.gate.looking import PAGES_FOR_ALL, SCREENS_FOR_ALL, looks
from tests.journey.console_screens import SCREENS
from tests.journey.every_page import VISITS

OF_ALL_PAGES = {f"test_a_page[{page}-{is_member}]" for page, is_member in VISITS if page in PAGES_FOR_ALL}
OF_ALL_SCREENS = {f"test_a_screen[{screen}]" for screen in SCREENS_FOR_ALL}


@pytest.mark.parametrize(
    ("changed", "seen"),
    [
        ("web/src/home/home.page.tsx", {"test_a_page[/-False]", "test_a_page[/-True]"}),
        ("web/console/approvals/screens.ts", {"test_a_screen[approvals]"}),
        ("web/src/ui/button.tsx", OF_ALL_PAGES | OF_ALL_SCREENS),
        ("web/src/app.tsx", OF_ALL_PAGES | OF_ALL_SCREENS),
        ("web/package-lock.json", OF_ALL_PAGES | OF_ALL_SCREENS),
        ("web/console/frame/shell.tsx", OF_ALL_SCREENS),
        ("web/console/console.css", OF_ALL_SCREENS),
    ],
)
def test_a_folders_pages_are_looked_at_and_for_shared_parts_some_of_all(changed: str, seen: set[str]) -> None:
    assert looks([changed]) == seen


def test_those_that_stand_for_all_are_there() -> None:
    assert {page for page, _ in VISITS} >= PAGES_FOR_ALL
    assert {screen.path for screen in SCREENS} >= SCREENS_FOR_ALL
