"""How work grows with its input, by two sizes in one run: a busy machine is slow with both, and fails neither."""

import time
from collections.abc import Callable

TIMES_THE_INPUT = 4
# Work in proportion to its input takes four times as long, and work that looks at each pair of its parts sixteen times.
MOST_TIMES_THE_WORK = 9
ROUNDS = 5


def assert_linear[T](work: Callable[[T], object], of_size: Callable[[int], T], *, size: int) -> None:
    """Fail where the work takes much more than four times as long on an input of this size as on a quarter of it.

    The best of some rounds counts, by the processor's time, of which other programs have no share.
    """
    quarter, whole = of_size(size // TIMES_THE_INPUT), of_size(size)
    small, large = (min(_seconds(work, made) for _ in range(ROUNDS)) for made in (quarter, whole))
    assert large < MOST_TIMES_THE_WORK * small, f"{large:.6f} s of {size}, {small:.6f} s of a quarter"


def _seconds[T](work: Callable[[T], object], made: T) -> float:
    begin = time.process_time()
    work(made)
    return time.process_time() - begin
