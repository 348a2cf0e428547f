"""Staff and their roles, on the wire."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import RoleId, StaffId


class RoleName(msgspec.Struct, frozen=True):
    id: RoleId
    name: str


class Me(msgspec.Struct, rename="camel"):
    """Person who is logged in, and what the frame of the console shows."""

    id: StaffId
    name: str
    email: str
    role: RoleName
    is_owner: bool
    permissions: list[Permission]
    started_at: datetime
    expires_at: datetime
    idle_seconds: int
    site_name: str
    confirmations: int
    """How many wishes of others wait for this person's word."""
    decisions: int
    """How many of their own wishes were decided since they last looked."""


class Person(msgspec.Struct, rename="camel"):
    """A person of the staff, as the others see them."""

    id: StaffId
    name: str
    email: str
    role: RoleName
    is_owner: bool
    state: Literal["invited", "active"]
    last_seen_at: datetime | None
    sessions: int
    invited_at: datetime | None
    confirms_from: datetime | None
    """When a newcomer may be a second person; null for all others."""


class Role(msgspec.Struct, rename="camel"):
    id: RoleId
    name: str
    permissions: list[str]
    is_owner: bool
    is_built_in: bool
    staff: int


class PermissionName(msgspec.Struct):
    name: Permission
    label: str
    group: str


class Networks(msgspec.Struct):
    networks: list[str]
