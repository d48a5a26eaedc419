import { describe, expect, it } from 'vitest';
import { secondsLeft, sendAgainAtMs } from './resend-pause.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

describe('the pause before the next code', () => {
  it.each([
    ['the moment that is named', { nextAvailableAt: NOW + 42_000, cooldownSeconds: 7 }, 42],
    ['else the seconds that are named', { cooldownSeconds: 7 }, 7],
    ['else a minute', {}, 60],
    ['a minute where sending failed', null, 60],
    ['nothing where the moment is past', { nextAvailableAt: NOW - 5_000 }, 0],
    ['ten minutes at most', { nextAvailableAt: NOW + 3_600_000 }, 600],
    ['ten minutes at most, in seconds too', { cooldownSeconds: 86_400 }, 600],
    ['a minute where the moment is no number', { nextAvailableAt: Number.NaN }, 60],
  ])('is %s', (_, answer, seconds) => {
    expect(secondsLeft(sendAgainAtMs(answer, NOW), NOW)).toBe(seconds);
  });

  it('counts down in whole seconds', () => {
    const until = NOW + 3_000;
    const shown = [0, 1, 999, 1_000, 2_001, 2_999, 3_000, 9_000].map((ms) =>
      secondsLeft(until, NOW + ms),
    );
    expect(shown).toEqual([3, 3, 3, 2, 1, 1, 0, 0]);
  });
});
