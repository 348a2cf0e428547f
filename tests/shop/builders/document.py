"""The OpenAPI document, built once in a process: that takes a second."""

import json
from functools import cache
from typing import Any

from ieum.shop.server.openapi import openapi_json


@cache
def openapi_document() -> dict[str, Any]:
    """The document from which the web app's types are generated; not to be changed."""
    return json.loads(openapi_json())
