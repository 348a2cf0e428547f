"""The vocabularies of the rooms, as the pages import them: `web/generated/words/<room>.ts`.

A vocabulary is a constant of a room's `words.py` that maps every value of a state to its Korean word or its tone:
`STATES: Mapping[OrderState, str]`. A page imports the constant by its name, so the bundler leaves the others out.
"""

import json
import pkgutil
from collections.abc import Mapping
from enum import StrEnum
from importlib import import_module
from types import ModuleType, UnionType
from typing import Any, Literal, NamedTuple, TypeAliasType, Union, get_args, get_origin, get_type_hints

import ieum.shop
from ieum.shop.kernel.words import Tone


class Vocabulary(NamedTuple):
    """`values` are those of the state's type, each of which `words` has to name."""

    values: frozenset[str]
    words: Mapping[str, str]
    is_of_tones: bool


def vocabularies() -> dict[str, dict[str, Vocabulary]]:
    """Return the vocabularies by room and constant. Raises LookupError if two rooms have the same name."""
    found: dict[str, dict[str, Vocabulary]] = {}
    for info in pkgutil.walk_packages(ieum.shop.__path__, "ieum.shop."):
        if not info.name.endswith(".words"):
            continue
        constants = _constants(import_module(info.name))
        if constants:
            room = _room(info.name)
            if room in found:
                raise LookupError(f"two rooms are called {room}")
            found[room] = constants
    return found


def _room(module: str) -> str:
    *_, above, folder, _words = module.split(".")
    return f"{above}-desk" if folder == "desk" and above != "shop" else folder.replace("_", "-")


def _constants(module: ModuleType) -> dict[str, Vocabulary]:
    hints: dict[str, Any] = {name: hint for name, hint in get_type_hints(module).items() if name.isupper()}
    read = {name: _vocabulary(hint, getattr(module, name)) for name, hint in hints.items()}
    return {name: vocabulary for name, vocabulary in read.items() if vocabulary is not None}


def _vocabulary(hint: Any, words: Any) -> Vocabulary | None:
    if get_origin(hint) is not Mapping:
        return None
    key, value = get_args(hint)
    values = frozenset(_values(key))
    if not values or value not in {str, Tone}:
        return None
    return Vocabulary(values, {str(name): word for name, word in words.items()}, value is Tone)


def _values(of: Any) -> list[str]:
    if isinstance(of, TypeAliasType):
        return _values(of.__value__)
    if get_origin(of) is Literal:
        return list(get_args(of))
    if get_origin(of) in {Union, UnionType}:
        return [value for one in get_args(of) for value in _values(one)]
    return [str(value) for value in of] if isinstance(of, type) and issubclass(of, StrEnum) else []


def typescript(constants: Mapping[str, Vocabulary]) -> str:
    """Write a room's vocabularies as constants, whose keys and tones the type checker knows one by one."""
    return "".join(
        f"export const {name} = {json.dumps(dict(vocabulary.words), ensure_ascii=False, indent=2)} as const\n"
        for name, vocabulary in sorted(constants.items())
    )
