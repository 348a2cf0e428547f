"""Logins: how many per second, and how much slower they make other requests. Hashing is slow on purpose."""

import statistics
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

from bench import cores
from bench.beside import added_latency
from bench.figures import Figure, alternate, median_ratio
from bench.load import Run, get, request
from bench.rows import LOGINS, PASSWORD
from bench.stage import SECONDS, Stage
from ieum.shop.members.passwords import HASHER, HASHING_THREADS, yield_to_requests

CONFIG = get("/api/v1/config/info")


def logins(stage: Stage) -> list[Figure]:
    """Measured by the clock and on all cores, because passwords are checked in threads beside the event loop."""
    shop = stage.serve("logging-in", on=cores.ALL, IEUM_TRUSTED_PROXIES="127.0.0.1")
    # Each from an address of its own, because logins from one address are throttled.
    requests = [log_in(login, PASSWORD, f"203.0.113.{number}") for number, login in enumerate(LOGINS)]
    press = stage.press(shop, lambda: requests, connections=4)
    with ProcessPoolExecutor(
        1, mp_context=get_context("spawn"), initializer=cores.pin, initargs=(cores.ALL,)
    ) as alone:
        runs = alternate({"ours": press, "bare": lambda: alone.submit(hash_alone, SECONDS).result()})
    ours, bare = ([run.rate for run in runs[name]] for name in ("ours", "bare"))
    return [
        Figure(
            what="logins, against the hash alone",
            value=median_ratio(ours, bare),
            ours=f"{statistics.median(ours):.1f}/s",
            baseline=f"{statistics.median(bare):.1f}/s",
            aim=0.9,
        ),
        added_latency(lambda _: "  what they add to the p99 of config/info", shop.port, CONFIG, load=press),
    ]


def log_in(login_id: str, password: str, address: str) -> bytes:
    body = f'{{"mberId":"{login_id}","mberPw":"{password}"}}'.encode()
    return request("POST", "/api/login", body, x_platform="web", x_forwarded_for=address)


def hash_alone(seconds: float) -> Run:
    """Only check passwords, in as many threads as the shop uses and with the same low priority."""
    hashed = HASHER.hash(PASSWORD)
    begin = time.perf_counter()

    def check() -> list[float]:
        latencies = list[float]()
        while (start := time.perf_counter()) - begin < seconds:
            HASHER.verify(hashed, PASSWORD)
            latencies.append(time.perf_counter() - start)
        return latencies

    with ThreadPoolExecutor(HASHING_THREADS, initializer=yield_to_requests) as pool:
        checks = [pool.submit(check) for _ in range(HASHING_THREADS)]
    return Run(time.perf_counter() - begin, [one for done in checks for one in done.result()], generator=0)
