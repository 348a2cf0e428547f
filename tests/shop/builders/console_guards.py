"""The providers by which the console checks who calls, read from the handlers of the whole app."""

import inspect
import re

from litestar import Litestar
from litestar.routes import HTTPRoute

from ieum.shop.console import access
from tests.shop.builders.console_calls import CONSOLE, Call

PROVIDERS = {
    "act": access._provide_act,
    "actor": access._provide_actor,
    "conn": access._provide_conn,
    # Depends on `conn`.
    "staff": access._provide_staff,
}

type Guards = dict[str, frozenset[str]]


def guards_of(app: Litestar) -> Guards:
    """By call, such as "POST /api/v1/console/views": the providers that the handler asks for. All are run before it."""
    return {
        f"{method} {re.sub(r':[a-z]+}', '}', route.path)}": frozenset(
            name
            for name in inspect.signature(handler.fn).parameters.keys() & PROVIDERS.keys()
            if handler.resolve_dependencies()[name].dependency is PROVIDERS[name]
        )
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith(CONSOLE)
        for handler in route.route_handlers
        for method in handler.http_methods
    }


def one_of_each(calls: list[Call], guards: Guards) -> set[str]:
    """The first call of each method with each set of providers, and the doors, which have none."""
    first = {(call.method, guards[str(call)]): str(call) for call in reversed(calls) if not call.is_door}
    return {*first.values(), *(str(call) for call in calls if call.is_door)}
