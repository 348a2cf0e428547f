"""The memory of the whole product, with the database."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.figures import Figure
from bench.load import Generator, get
from bench.stage import Stage
from bench.whole import WholeShop, memory

AIM_IDLE, AIM_LOADED = 320, 350
LOAD_SECONDS = 8.0


def footprint(_stage: Stage) -> list[Figure]:
    if sys.platform != "linux":
        return []
    generator = Generator()
    try:
        with WholeShop() as shop, shop.member() as member:
            time.sleep(5)
            idle = _measure(shop)
            bearer = member.headers["authorization"]
            requests = [
                get("/"),
                get("/static-ip?v=1"),
                get("/api/v1/config/info"),
                get("/api/v1/member", authorization=bearer),
                get("/api/v1/services?state=all&page=1", authorization=bearer),
            ]
            with ThreadPoolExecutor(1) as thread:
                loading = thread.submit(
                    generator.press,
                    shop.port,
                    requests,
                    seconds=LOAD_SECONDS,
                    connections=32,
                    server=shop.pids[0],
                )
                samples = list[tuple[float, float]]()
                while not loading.done():
                    samples.append(_measure(shop))
                    time.sleep(0.5)
                loading.result()
    finally:
        generator.close()
    return [
        _figure("memory, idle", idle, aim=AIM_IDLE),
        _figure("memory, under load", max(samples), aim=AIM_LOADED),
    ]


def _measure(shop: WholeShop) -> tuple[float, float]:
    """Megabytes without and with the sandbox."""
    pids = shop.pids
    return memory([pid for pid in pids if not _is_sandbox(pid)]), memory(pids)


def _is_sandbox(pid: int) -> bool:
    try:
        return b"ieum.cli\0sandbox" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return False


def _figure(what: str, measured: tuple[float, float], *, aim: float) -> Figure:
    product, everything = measured
    return Figure(
        what=what,
        value=product,
        unit="MB",
        ours=f"{everything:.0f} MB with the sandbox",
        aim=aim,
        at_most=True,
    )
