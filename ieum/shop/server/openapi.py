"""`ieum openapi`: prints the description of the API, from which the web app's types are generated."""

import argparse
import json
import sys
from collections.abc import Mapping

from litestar.serialization import decode_json, encode_json

from ieum.shop.console.actions import DESK
from ieum.shop.desk.describing import describe_changes, describe_lists
from ieum.shop.server.app import describe
from ieum.shop.server.schema_names import without_modules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--changes", action="store_true", help="print the changes that staff make instead")
    parser.add_argument(
        "--lists", action="store_true", help="print the lists that staff look through instead"
    )


def run(options: argparse.Namespace, _environ: Mapping[str, str]) -> int:
    made = changes_json if options.changes else lists_json if options.lists else openapi_json
    sys.stdout.write(made() + "\n")
    return 0


def changes_json() -> str:
    """Return the console's changes, from which its pages make buttons and dialogs."""
    return json.dumps(describe_changes(DESK), ensure_ascii=False, indent=1)


def lists_json() -> str:
    """Return the console's lists, from which its pages make tables and filters."""
    return json.dumps(describe_lists(DESK), ensure_ascii=False, indent=1)


def openapi_json() -> str:
    """Return the whole document with sorted keys. Needs neither a database nor a web build."""
    schema = decode_json(without_modules(encode_json(describe().to_schema())))
    return json.dumps(schema, ensure_ascii=False, indent=1, sort_keys=True)
