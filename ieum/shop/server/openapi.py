"""`ieum openapi`: prints the description of the API, from which the types of the pages are generated."""

import argparse
import json
import sys
from collections.abc import Mapping

from litestar.serialization import decode_json, encode_json

from ieum.shop.server.app import describe
from ieum.shop.server.schema_names import without_modules


def run(_: argparse.Namespace, _environ: Mapping[str, str]) -> int:
    sys.stdout.write(openapi_json() + "\n")
    return 0


def openapi_json() -> str:
    """Return the whole document with sorted keys. Needs neither a database nor a web build."""
    schema = decode_json(without_modules(encode_json(describe().to_schema())))
    return json.dumps(schema, ensure_ascii=False, indent=1, sort_keys=True)
