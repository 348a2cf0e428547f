"""Keys of presses of the console's buttons."""

from itertools import count

_numbers = count(1)


def a_press_key() -> str:
    """Another one each time, as every dialog makes."""
    return f"press-{next(_numbers):06}"
