/** The waiting line is full: the work was not begun. */
export class SlotsFullError extends Error {}

/** Runs work, at most `width` of it at once, the rest in the order it came. */
export type Slots = { run: <T>(work: () => Promise<T>) => Promise<T> };

/** Slots with a waiting line of at most `maxWaiting`; one more throws a `SlotsFullError`. */
export function createSlots(settings: { width: number; maxWaiting: number }): Slots {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const enter = async () => {
    if (busy < settings.width) {
      busy += 1;
      return;
    }
    if (waiting.length >= settings.maxWaiting) throw new SlotsFullError('too much is waiting');
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    // The slot goes over to the next one without becoming free in between.
    if (next) next();
    else busy -= 1;
  };
  return {
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
