import { describe, expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const header = (timeMs: number) => new Date(timeMs).toUTCString();

describe('the clock of the server', () => {
  it('is the browser’s clock before the first answer', () => {
    expect(createServerClock(() => NOW).now()).toBe(NOW);
  });

  it('is exact to about half a second after one quick answer', () => {
    const clock = createServerClock(() => NOW);
    clock.observe(header(NOW + 90_000), NOW - 20, NOW);
    expect(Math.abs(clock.now() - (NOW + 90_000))).toBeLessThan(1_000);
  });

  it('is not made worse by a slow answer', () => {
    const clock = createServerClock(() => NOW);
    clock.observe(header(NOW), NOW - 20, NOW);
    const before = clock.now();
    clock.observe(header(NOW - 4_000), NOW - 9_000, NOW);
    expect(clock.now()).toBe(before);
  });

  it('follows a change of the browser’s clock', () => {
    const clock = createServerClock(() => NOW);
    clock.observe(header(NOW), NOW - 20, NOW);
    clock.observe(header(NOW + 3_600_000), NOW - 300, NOW);
    expect(Math.abs(clock.now() - (NOW + 3_600_000))).toBeLessThan(1_000);
  });

  it('ignores an answer without a readable date', () => {
    const clock = createServerClock(() => NOW);
    clock.observe(null, NOW, NOW);
    clock.observe('soon', NOW, NOW);
    expect(clock.now()).toBe(NOW);
  });
});
