// A screen that is looked at and not touched goes dark by itself: where the browser allows it, it is kept from that.

/** Keeps the screen awake as long as the page is seen, until the answer is called. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;

  async function ask(): Promise<void> {
    if (over || document.visibilityState !== "visible" || (lock && !lock.released)) return;
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null; // only by HTTPS, and not on low battery
    if (over) void lock?.release();
  }

  void ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
