"""Operators' commands, as they are typed."""

import argparse
from functools import partial
from types import ModuleType

from ieum.shop.kernel.db import run_with_database
from ieum.shop.kernel.settings import Settings
from tests.shop.builders.shops import Shop


async def typed(command: ModuleType, shop: Shop, *words: str) -> int:
    """The exit code of a command that is typed beside a running shop."""
    return await command.run(_parsed(command, words), shop.app.state.settings, shop.db)


def type_in(command: ModuleType, settings: Settings, *words: str) -> int:
    """The exit code of a command that is typed on a database without a shop."""
    run = partial(command.run, _parsed(command, words), settings)
    return run_with_database(settings.database_url, run)


def _parsed(command: ModuleType, words: tuple[str, ...]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(words)
