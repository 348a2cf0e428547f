"""The name of the task that delivers a message, by what it is sent."""

from ieum.shop.kernel.queue import ForMail, ForSms, Named

_NAME = "messaging.deliver"
DELIVER: dict[str, Named] = {"mail": ForMail(_NAME), "sms": ForSms(_NAME)}
