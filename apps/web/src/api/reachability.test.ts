import { describe, expect, it } from 'vitest';
import { waitFor } from '../lib/clock.ts';
import { createFakeClock } from '../lib/testing/fake-clock.ts';
import { createReachability, PROBE_TIMEOUT_MS } from './reachability.ts';

/** A server that answers at once, or not at all. */
function setUp() {
  const clock = createFakeClock(0);
  const server = { isUp: true, probes: 0 };
  const reachability = createReachability({
    clock,
    probe: async () => {
      server.probes += 1;
      if (server.isUp) return;
      await waitFor(clock, PROBE_TIMEOUT_MS);
      throw new Error('no answer');
    },
  });
  return { clock, server, reachability };
}

describe('the server’s reachability', () => {
  it('is decided by a probe: one lost answer proves nothing', async () => {
    const { clock, server, reachability } = setUp();
    reachability.suspect();
    await clock.advance(10_000);
    expect(reachability.isReachable.get()).toBe(true);
    expect(server.probes).toBe(1);
  });

  it('is known 2 s after the suspicion, and again within 5 s of the recovery', async () => {
    const { clock, server, reachability } = setUp();
    server.isUp = false;
    reachability.suspect();
    await clock.advance(1_999);
    expect(reachability.isReachable.get()).toBe(true);
    await clock.advance(1);
    expect(reachability.isReachable.get()).toBe(false);
    await clock.advance(60_000);
    expect(reachability.isReachable.get()).toBe(false);
    server.isUp = true;
    await clock.advance(5_000);
    expect(reachability.isReachable.get()).toBe(true);
    const { probes } = server;
    await clock.advance(60_000);
    expect(server.probes).toBe(probes);
  });

  it('takes one probe, however many answers are missing', async () => {
    const { clock, server, reachability } = setUp();
    server.isUp = false;
    for (let index = 0; index < 10; index += 1) reachability.suspect();
    await clock.advance(1_000);
    expect(server.probes).toBe(1);
  });

  it('is confirmed by any answer, also during a probe', async () => {
    const { clock, server, reachability } = setUp();
    server.isUp = false;
    reachability.suspect();
    await clock.advance(1_000);
    reachability.confirm();
    await clock.advance(10_000);
    expect(reachability.isReachable.get()).toBe(true);
  });
});
