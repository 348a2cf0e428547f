"""The packages that a gateway's host needs: those of the agent out of the lock file of all, with the same hashes."""

import re

# What `ieum/gateway`, and what it stands on, imports; what these need in turn, the lock file's own remarks tell.
AGENT = frozenset({"cryptography", "httpx", "msgspec"})
_BLOCK = re.compile(r"^(?P<name>[a-z0-9-]+)==(?:.*\n)(?:[ \t].*\n)*", re.MULTILINE)
_VIA = re.compile(r"^ +# +(?:via )?(?P<name>[a-z0-9-]+)$", re.MULTILINE)


def of_agent(lock: str) -> str:
    """Return the part of a lock file, made by `uv pip compile`, that the agent needs."""
    blocks = {found["name"]: found[0] for found in _BLOCK.finditer(lock)}
    needed = set(AGENT)
    while more := {name for name, block in blocks.items() if needed & set(_VIA.findall(block))} - needed:
        needed |= more
    missing = needed - blocks.keys()
    if missing:
        raise ValueError(f"the lock file lacks {', '.join(sorted(missing))}")
    return "".join(block for name, block in blocks.items() if name in needed)
