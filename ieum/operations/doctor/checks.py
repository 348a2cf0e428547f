"""All checks, in the order in which they are read."""

from ieum.operations.doctor import (
    backup_checks,
    clock_checks,
    database_checks,
    disk_checks,
    host_checks,
    name_checks,
    provider_checks,
    setting_checks,
    shop_checks,
    web_checks,
    work_checks,
)

CHECKS = (
    *setting_checks.CHECKS,
    *clock_checks.CHECKS,
    *name_checks.CHECKS,
    *web_checks.CHECKS,
    *provider_checks.CHECKS,
    *database_checks.CHECKS,
    *host_checks.CHECKS,
    *disk_checks.CHECKS,
    *backup_checks.CHECKS,
    *work_checks.CHECKS,
    *shop_checks.CHECKS,
)
