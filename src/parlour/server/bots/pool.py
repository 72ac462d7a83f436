"""Ending a pool of processes at once, which Python can do by itself from 3.14 on. Until then its inside is needed."""

import sys
from concurrent.futures import ProcessPoolExecutor


def terminate(pool: ProcessPoolExecutor) -> None:
    """End a pool and all that its processes are doing."""
    if sys.version_info >= (3, 14):
        pool.terminate_workers()
        return
    processes = list((pool._processes or {}).values())  # shutting down forgets them
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
