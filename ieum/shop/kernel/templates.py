"""The template of a request's path, by which it is counted and logged: nobody's id, and no link's secret, is in it."""

from collections.abc import Mapping
from typing import Any

# Where an answer was kept, the router has not run, and whoever kept it says here what it was an answer to.
KEPT = "ieum.template"
UNKNOWN = "-"


def template_of(scope: Mapping[str, Any]) -> str:
    """`/api/v1/orders/{order_id}`; `-` where no handler was found, or the request did not get as far."""
    return str(scope.get("path_template") or scope.get(KEPT, UNKNOWN))
