"""What a process keeps of memory that it has used."""

import subprocess
import sys

import pytest

# As a server does: a thread hashes a password, with which 20 MB are used for a moment.
PROGRAM = """
import threading
from pathlib import Path
from argon2 import PasswordHasher
from ieum.shop.kernel import memory

def used() -> int:
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty:"))

memory.share_one_heap()
hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
hasher.hash("here the C library learns to keep as much")
thread = threading.Thread(target=lambda: [hasher.hash("a password"), ended.wait()])
ended = threading.Event()
thread.start()
thread.join(1)
before = used()
memory.give_back()
print((before - used()) // 1024)
ended.set()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_what_a_hash_has_used_goes_back_to_the_system() -> None:
    given_back = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)

    assert int(given_back.stdout) > 15
