import { createSlots, type Slots } from '../secrets/slots.ts';

/** Work that belongs to one key waits for its turn; other keys are not held up. */
type Lines = { run: <T>(key: string, work: () => Promise<T>) => Promise<T> };

/** A line for each key, of which `width` work at once; one that is too long throws a `SlotsFullError`. */
function createLines(settings: { width: number; maxWaiting: number }): Lines {
  const lines = new Map<string, { slots: Slots; users: number }>();
  return {
    run: async (key, work) => {
      const line = lines.get(key) ?? { slots: createSlots(settings), users: 0 };
      lines.set(key, line);
      line.users += 1;
      try {
        return await line.slots.run(work);
      } finally {
        line.users -= 1;
        if (line.users === 0) lines.delete(key);
      }
    },
  };
}

/** Attempts at one account follow one another; one address tries a few accounts at once. */
export type AttemptLines = { accounts: Lines; addresses: Lines };

/** The lines of one process; between processes the limits alone decide. */
export function createAttemptLines(): AttemptLines {
  return {
    accounts: createLines({ width: 1, maxWaiting: 100 }),
    addresses: createLines({ width: 10, maxWaiting: 200 }),
  };
}
