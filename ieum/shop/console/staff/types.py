"""Staff and their roles, on the wire."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.console.doors.types import Name
from ieum.shop.desk.access import Reason
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import RoleId, StaffId


class RoleName(msgspec.Struct, frozen=True):
    id: RoleId
    name: str


class Me(msgspec.Struct, rename="camel"):
    """Whoever is logged in, and what the frame of the console shows."""

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
    """One of the staff as the others see them."""

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


class NewPerson(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    email: Annotated[str, Meta(min_length=3, max_length=254)]
    name: Name
    role_id: RoleId
    reason: Reason


class RoleChange(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    role_id: RoleId
    reason: Reason


class RoleForm(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    permissions: Annotated[list[Permission], Meta(max_length=100)]
    reason: Reason


class Networks(msgspec.Struct):
    networks: list[str]


class NetworksForm(msgspec.Struct, forbid_unknown_fields=True):
    networks: Annotated[list[Annotated[str, Meta(max_length=50)]], Meta(max_length=100)]
    reason: Reason
