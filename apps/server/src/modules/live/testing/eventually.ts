import { vi } from 'vitest';

/** Waits until an assertion holds; a busy machine is given time. */
export async function eventually(assertion: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
}
