"""Asks the provider whether it takes our keys, without doing anything there. Says what came back in a sentence."""

import asyncio

import msgspec

from ieum.shop.payments.provider import Channel, Provider, ProviderUnavailableError

# No order has this number, so that the provider answers that it does not know it, and nothing else happens.
NO_ORDER = "ieum-connection-test"
KEYS = {Channel.NORMAL: "일반결제 키", Channel.BILLING: "정기결제 키"}


class KeyAnswer(msgspec.Struct, frozen=True):
    works: bool
    says: str


async def ask(provider: Provider, channel: Channel, *, patience: float) -> KeyAnswer:
    """Look up an order that does not exist, with the pair of keys of this channel; `patience` is in seconds."""
    name = KEYS[channel]
    try:
        async with asyncio.timeout(patience):
            await provider.find(NO_ORDER, channel=channel)
    except TimeoutError:
        return KeyAnswer(
            works=False,
            says=f"{name}: 결제대행사가 {patience:g}초 안에 답하지 않았습니다. 잠시 후 다시 시도해 주세요.",
        )
    except ProviderUnavailableError as error:
        if str(error).startswith(("401", "403")):
            says = f"{name}: 결제대행사가 키를 받아 주지 않았습니다({error}). 서버의 키를 확인해 주세요."
            return KeyAnswer(works=False, says=says)
        says = f"{name}: 결제대행사와 연결하지 못했습니다({error}). 잠시 후 다시 시도해 주세요."
        return KeyAnswer(works=False, says=says)
    return KeyAnswer(works=True, says=f"{name}: 결제대행사가 키를 확인했습니다.")
