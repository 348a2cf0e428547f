"""A pytest plugin for `make check`: of the looks at pages and screens, only those at the folders that changed.

What many pages share has no page of its own: some pages and screens stand for all.
"""

import os
from collections.abc import Iterable

import pytest

from tests.journey.console_screens import SCREENS
from tests.journey.every_page import VISITS, declared_pages

PAGES_FOR_ALL = {"/", "/login", "/static-ip", "/static-ip/payment/normal", "/mypage/service-status/normal"}
SCREENS_FOR_ALL = {"today", "orders"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = looks(os.environ["IEUM_CHANGED_PAGES"].splitlines())
    left_out = [item for item in items if item.name not in wanted]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item.name in wanted]


def looks(changed: Iterable[str]) -> set[str]:
    """Names of the tests that look at what these sources draw."""
    folders = {folder_of(path) for path in changed}
    page_of = {page.address: f"web/src/{page.file.partition('/')[0]}" for page in declared_pages()}
    screen_of = {screen.path: f"web/console/{screen.folder}" for screen in SCREENS}
    shared = folders - {*page_of.values(), *screen_of.values()}
    pages = {page for page, folder in page_of.items() if folder in folders}
    screens = {screen for screen, folder in screen_of.items() if folder in folders}
    if shared:
        screens |= SCREENS_FOR_ALL
    if any(not folder.startswith("web/console") for folder in shared):
        pages |= PAGES_FOR_ALL
    return {f"test_a_page[{page}-{is_member}]" for page, is_member in VISITS if page in pages} | {
        f"test_a_screen[{screen}]" for screen in screens
    }


def folder_of(path: str) -> str:
    """The folder right below `web/src` or `web/console`, or that itself for what lies in no folder of it."""
    parts = path.split("/")
    return "/".join(parts[:3]) if len(parts) > 3 else "/".join(parts[:2])
