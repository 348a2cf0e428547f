"""Faults that tests and people queue: what the payment provider should do wrong next."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

Operation = Literal["confirm", "lookup", "cancel", "issue", "charge", "deposit", "webhook"]
CallFaultKind = Literal[
    # Carried out at once, but answered later than the caller waits.
    "delay_but_approve",
    # Carried out, then the connection is dropped without a byte of answer.
    "cut_after_approval",
    # Carried out, but answered with an error.
    "error_after_approval",
    # Not carried out, and the error is not remembered: the same idempotency key may succeed next.
    "error_then_success",
    # Not carried out, and the error stays the answer to this idempotency key.
    "error",
    # The bank refuses, which ends the payment.
    "refuse",
]
WebhookFaultKind = Literal[
    "duplicate",
    "late",
    "missing",
    # Sent only after the next message about the same order.
    "reordered",
    # Delivered before the answer to the call that caused it.
    "early",
]


class NewFault(Struct, rename="camel", forbid_unknown_fields=True):
    operation: Operation
    kind: CallFaultKind | WebhookFaultKind
    # None: the next call about any order. For a card's registration this is the customer key.
    order_id: str | None = None
    times: Annotated[int, Meta(ge=1, le=10_000)] = 1
    # Just past the 60 seconds that Toss tells callers to wait.
    seconds: Annotated[float, Meta(ge=0, le=86_400)] = 65
    code: str | None = None

    def __post_init__(self) -> None:
        if (self.operation == "webhook") != (self.kind in get_args(WebhookFaultKind)):
            raise ValueError(f"`{self.kind}` is not a fault of `{self.operation}`")


class FaultQueue:
    def __init__(self) -> None:
        self.waiting: list[NewFault] = []

    def add(self, fault: NewFault) -> None:
        self.waiting.append(fault)

    def take(self, operation: Operation, order_id: str | None) -> NewFault | None:
        """Return the oldest fault that fits and count down its `times`; None if no fault fits."""
        for fault in self.waiting:
            if fault.operation == operation and fault.order_id in {None, order_id}:
                fault.times -= 1
                if fault.times == 0:
                    self.waiting.remove(fault)
                return fault
        return None
