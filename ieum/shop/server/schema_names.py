"""Removes the names of our modules from the OpenAPI document."""

import re
from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

# Litestar names an envelope after the module of its content. Clients generate their types from the document, and a
# module that moves must not rename those.
_MODULE = re.compile(rb"ieum\.shop(?:\.[a-z_]+)*\.(?=\w)")


def without_modules(document: bytes) -> bytes:
    return _MODULE.sub(b"", document)


class RenderWithoutModules(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return without_modules(super().render(request, openapi_schema))
