"""A program that keeps one socket of the kernel open, whether or not an agent runs, and hands it to each that asks.

It is started without the packages, and imports nothing of them: it stays for years and takes 7 MB.
"""

import contextlib
import os
import socket
import sys

HAND_OVER, END = b"h", b"e"


def main() -> None:
    """Serve the listening socket in the background. The arguments are its number and that of the kept socket."""
    if os.fork():
        os._exit(0)
    listening, kept = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    last: list[socket.socket] = []
    while True:
        asking, _ = listening.accept()
        with contextlib.suppress(OSError):
            if asking.recv(1) == END:
                os._exit(0)
            socket.send_fds(asking, [HAND_OVER], [kept])
        # Open until the next one asks, so that the agent notices when this program is gone.
        last[:] = [asking]


if __name__ == "__main__":
    main()
