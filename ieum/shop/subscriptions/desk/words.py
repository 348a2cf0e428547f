"""The words of answers to a higher price."""

from collections.abc import Mapping

from ieum.shop.subscriptions.desk.types import Rise

RISES: Mapping[Rise, str] = {"asked": "동의 대기", "agreed": "동의함", "declined": "동의하지 않음"}
