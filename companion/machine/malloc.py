"""How the process holds memory: what work has let go of goes back to the computer.

While eight paste long records it holds 180 MB, and as the C library is by itself 400 MB.
"""

import ctypes
import sys

MMAP_THRESHOLD, ARENA_MAX = -3, -8
"""Numbers of glibc's settings, as its ``malloc.h`` has them."""

ARENAS = 2
"""From so many pools the threads take; each thread would have its own, and keep what is free."""

LARGE = 256 * 1024
"""A block of so many bytes is given back at once. By itself glibc raises that to 32 MB."""


def keep_little() -> None:
    """Let the C library keep little of what is free; where it is not glibc, it is as it was."""
    if sys.platform != "linux":
        return
    settle = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none
    if settle is not None:
        settle(ARENA_MAX, ARENAS)
        settle(MMAP_THRESHOLD, LARGE)
