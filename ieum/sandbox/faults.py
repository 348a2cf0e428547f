"""What the outside world should do wrong next."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Operation = Literal["confirm", "lookup", "cancel", "issue", "charge", "deposit", "webhook"]
FaultKind = Literal[
    # An answer later than the caller waits, although the thing was done at once.
    "delay_but_approve",
    # Done, then the connection is dropped without a byte of answer.
    "cut_after_approval",
    # Done, but the answer says 500.
    "error_after_approval",
    # Not done; nothing remembers the 500, so the same idempotency key may succeed next.
    "error_then_success",
    # Not done; the error is the answer of this idempotency key for good.
    "error",
    # Refused for a reason of the card; the payment is over.
    "refuse",
    # For webhooks alone.
    "duplicate",
    "late",
    "missing",
    # Only after the next message about the same order.
    "reordered",
    # Delivered before the answer to the call that caused it.
    "early",
]
WEBHOOK_KINDS: frozenset[FaultKind] = frozenset({"duplicate", "late", "missing", "reordered", "early"})


class NewFault(Struct, rename="camel", forbid_unknown_fields=True):
    operation: Operation
    kind: FaultKind
    # Without one it meets the next call of any order. A card's registration goes by the customer key.
    order_id: str | None = None
    times: Annotated[int, Meta(ge=1, le=10_000)] = 1
    # Just past the 60 seconds that Toss tells callers to wait.
    seconds: Annotated[float, Meta(ge=0, le=86_400)] = 65
    code: str | None = None

    def __post_init__(self) -> None:
        if (self.operation == "webhook") != (self.kind in WEBHOOK_KINDS):
            raise ValueError(f"`{self.kind}` is not a fault of `{self.operation}`")


class FaultBoard:
    def __init__(self) -> None:
        self.waiting: list[NewFault] = []

    def add(self, fault: NewFault) -> None:
        self.waiting.append(fault)

    def take(self, operation: Operation, order_id: str | None) -> NewFault | None:
        """Use up one time of the oldest fault that fits, or None."""
        for fault in self.waiting:
            if fault.operation == operation and fault.order_id in {None, order_id}:
                fault.times -= 1
                if fault.times == 0:
                    self.waiting.remove(fault)
                return fault
        return None
