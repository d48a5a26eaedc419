import { vi } from 'vitest';

/** Waits until an assertion holds, with time for a busy machine; of itself `vi.waitFor` gives up after a second. */
export function eventually<Result>(assertion: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
}
