"""The OpenAPI document, as `GET /api/v1/openapi` and `ieum openapi` give it."""

import json
import re
from typing import Any

from litestar import Litestar, Request
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.serialization import decode_json, encode_json

# The framework names an envelope after the module of what is in it. Clients generate their types from the document:
# a module that moves must not rename them.
_MODULE = re.compile(rb"ieum\.shop(?:\.[a-z_]+)*\.(?=\w)")


class RenderPlainNames(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return _MODULE.sub(b"", super().render(request, openapi_schema))


def document(app: Litestar) -> str:
    """The whole document, its keys in order, for the web app's types."""
    schema = decode_json(_MODULE.sub(b"", encode_json(app.openapi_schema.to_schema())))
    return json.dumps(schema, ensure_ascii=False, indent=1, sort_keys=True)
