"""Times of the next proof of an address, and whether failures are the gateway's rather than the addresses'. Pure."""

# A failure counts when it has come so often in a row, over ten minutes.
TRIES = 3
SECONDS_BETWEEN_TRIES = 5 * 60
# A flagged address comes back as soon as it is proven again.
SECONDS_BETWEEN_FLAGGED_TRIES = 60 * 60
SECONDS_BETWEEN_PROOFS = 24 * 60 * 60
# Thousands that were imported at once must not be asked for at the same minute for ever.
JITTER = 0.1

# Look-ups and proofs of a gateway are spread over a day, so what is found one by one is many after a day and a half.
SECONDS_TOGETHER = 36 * 60 * 60
LEAST_TOGETHER = 3
PERCENT_TOGETHER = 5


def next_try_in(*, is_flagged: bool) -> int:
    """In how many seconds an address that has failed is asked for again."""
    return SECONDS_BETWEEN_FLAGGED_TRIES if is_flagged else SECONDS_BETWEEN_TRIES


def next_proof_in(*, chance: float) -> int:
    """In how many seconds a proven address is asked for again. `chance` lies between 0 and 1."""
    return round(SECONDS_BETWEEN_PROOFS * (1 + JITTER * (2 * chance - 1)))


def are_together(*, failing: int, tried: int) -> bool:
    """Tell whether so many fail that it is the gateway, its uplink or the list that asks, and not the addresses."""
    return failing >= LEAST_TOGETHER and failing * 100 > tried * PERCENT_TOGETHER
