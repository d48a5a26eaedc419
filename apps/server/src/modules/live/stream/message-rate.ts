const WINDOW_MS = 10_000;
const MOST_MESSAGES = 100;

/** Counts what one client says; answers whether it is still a bearable amount (100 messages in 10 s). */
export function createMessageRate(): (nowMs: number) => boolean {
  let windowMs = 0;
  let count = 0;
  return (nowMs) => {
    if (nowMs - windowMs >= WINDOW_MS) {
      windowMs = nowMs;
      count = 0;
    }
    count += 1;
    return count <= MOST_MESSAGES;
  };
}
