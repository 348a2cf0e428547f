"""What of an answer's encodings a caller takes. Pure."""


def taken(accepted: str) -> set[str]:
    """The names in an `Accept-Encoding` that are not refused with the weight nought: `br;q=0` refuses brotli."""
    return {name for name, weight in map(_weighed, accepted.split(",")) if weight.strip("0.")}


def _weighed(part: str) -> tuple[str, str]:
    name, _, weight = part.partition(";")
    return name.strip(), weight.strip().removeprefix("q=") or "1"
