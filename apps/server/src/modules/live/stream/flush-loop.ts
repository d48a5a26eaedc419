const FLUSH_MS = 50;

/** What can be flushed: answers whether something still waits. */
type Flushable = { flush: (nowMs: number) => boolean };

/** Flushes what has news: at once if it may, else again and again until nothing waits. */
export type FlushLoop<Item> = {
  wake: (item: Item) => void;
  forget: (item: Item) => void;
  stop: () => void;
};

/** A loop that sleeps while nothing waits; its memory is one entry an item, however much news there is. */
export function createFlushLoop<Item extends Flushable>(
  monotonicMs: () => number,
): FlushLoop<Item> {
  const waiting = new Set<Item>();
  let timer: NodeJS.Timeout | undefined;

  function run(): void {
    timer = undefined;
    const nowMs = monotonicMs();
    for (const item of waiting) if (!item.flush(nowMs)) waiting.delete(item);
    arm();
  }

  function arm(): void {
    if (waiting.size > 0) timer ??= setTimeout(run, FLUSH_MS);
  }

  return {
    wake(item) {
      if (waiting.has(item) || !item.flush(monotonicMs())) return;
      waiting.add(item);
      arm();
    },
    forget: (item) => void waiting.delete(item),
    stop() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
