"""Recording the calls of a function of the shop."""

from typing import Any

import pytest


def calls_of(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[tuple[Any, ...]]:
    """The positional arguments of every call from now on, recorded before the call is carried out."""
    calls: list[tuple[Any, ...]] = []
    function = getattr(module, name)

    def note(*arguments: Any, **options: Any) -> Any:
        calls.append(arguments)
        return function(*arguments, **options)

    monkeypatch.setattr(module, name, note)
    return calls
