"""Compares roles and rights. Pure."""

from ieum.shop.console.login.refusals import MoreThanOwn
from ieum.shop.console.staff.types import Role
from ieum.shop.desk.permissions import LABELS, PERMISSIONS
from ieum.shop.desk.types import Facts, Rights


def covers(rights: Rights, *roles: Role) -> bool:
    """Tell whether these rights include all that the roles allow."""
    return rights.is_owner or all(
        not role.is_owner and set(role.permissions) <= rights.permissions for role in roles
    )


def refuse_more(rights: Rights, *roles: Role) -> MoreThanOwn | None:
    """The refusal of whoever gives, takes or lends a role that allows more than their own."""
    return None if covers(rights, *roles) else MoreThanOwn()


def closes_alone(before: Role, after: list[str]) -> Facts:
    """The permissions that people can no longer confirm; read by `approvals.queries.find_company`.

    Otherwise an owner would alone take the right to confirm from a colleague instead of removing them.
    """
    lost = _confirmed_by(list(PERMISSIONS) if before.is_owner else before.permissions) - _confirmed_by(after)
    return {"closesAlone": sorted(lost)} if lost else {}


def _confirmed_by(permissions: list[str]) -> set[str]:
    return set(permissions) if "approvals.confirm" in permissions else set()


def permissions_in_words(role: Role) -> str:
    return "모든 권한" if role.is_owner else in_words(set(role.permissions))


def in_words(permissions: set[str]) -> str:
    """In the order in which the console lists them."""
    return ", ".join(LABELS[name] for name in PERMISSIONS if name in permissions) or "없음"
