import { vi } from 'vitest';

/** Waits until an assertion holds, with time for a busy machine. */
export async function eventually(assertion: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
}
