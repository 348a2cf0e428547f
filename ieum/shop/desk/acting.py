"""Staff who act: the transaction of a change with its notes for the record, and the check of a permission.

Apart from `access`, because jobs and commands need no web framework.
"""

import hashlib
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta

from ieum.shop.desk.permissions import LABELS, Permission
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.refusals import PermissionMissing
from ieum.shop.desk.types import ApprovalId, Facts, Staff
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.settings import Settings
from ieum.shop.kernel.texts import SAID

Reason = Annotated[str, Meta(min_length=2, max_length=500, pattern=SAID)]


class WithReason(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a change that asks for nothing but why."""

    reason: Reason


class Act:
    """A change that somebody is making: its transaction, who makes it, and what the record will say of it."""

    def __init__(
        self,
        conn: Connection,
        staff: Staff,
        *,
        settings: Settings,
        request_id: str,
        address: str,
        approval: ApprovalId | None = None,
        alone: bool = False,
    ) -> None:
        self.conn = conn
        self.staff = staff
        self.settings = settings
        self.request_id = request_id
        self.address = address
        self.approval = approval
        self.alone = alone
        self._notes: list[Note] = []
        self._is_idle = False

    def note(
        self,
        action: str,
        kind: str,
        id: object,
        *,
        before: Facts | None = None,
        after: Facts | None = None,
        reason: str = "",
    ) -> None:
        """Have the record say this. `action` is named as its permission, or more precisely: `members.points`."""
        self._notes.append(
            Note(
                action=action,
                object_kind=kind,
                object_id=str(id),
                before=before,
                after=after,
                reason=reason,
            )
        )

    @property
    def by(self) -> By:
        """The person, as the record names them."""
        return By(
            role=self.staff.role_name,
            request_id=self.request_id,
            address=self.address,
            staff=self.staff.id,
            session=self.staff.session_id,
            approval=self.approval,
            alone=self.alone,
        )

    def nothing_changed(self) -> None:
        """Say that there was nothing to do, such as for the second press of a button, and nothing to write down."""
        self._is_idle = True

    async def write(self) -> None:
        """Write the notes to the record. Raises RuntimeError if a change has none."""
        if not self._notes:
            if self._is_idle:
                return
            raise RuntimeError("a change by staff noted nothing for the record")
        await record.append(self.conn, self.by, self._notes)


class Begin(Protocol):
    """Begins the transaction of an actor, whose session it asks for again."""

    def __call__(
        self, *, approval: ApprovalId | None = None, alone: bool = False
    ) -> AbstractAsyncContextManager[Act]: ...


class Actor:
    """Somebody who was let in, for a handler that does part of its work without a connection."""

    def __init__(self, staff: Staff, address: str, begin: Begin) -> None:
        self.staff = staff
        self.address = address
        self._begin = begin

    @asynccontextmanager
    async def transaction(
        self, *, approval: ApprovalId | None = None, alone: bool = False
    ) -> AsyncGenerator[Act]:
        """Begin a change. The session is asked for again, because time has passed. Raises StaffUnauthenticated."""
        async with self._begin(approval=approval, alone=alone) as act:
            yield act


class Press:
    """The press of a change: in its transaction, or before it if the change calls out."""

    def __init__(self, by: Act | Actor) -> None:
        self.by = by


def require(staff: Staff, permission: Permission) -> None:
    """Check a permission. Raises PermissionMissing, which names it."""
    if not staff.may(permission):
        raise missing(permission)


def missing(permission: Permission) -> PermissionMissing:
    return PermissionMissing(f"‘{LABELS[permission]}’ 권한이 없습니다. 소유자에게 권한을 요청해 주세요.")


def hash_token(token: str) -> bytes:
    return hashlib.sha256(b"staff:" + token.encode()).digest()
