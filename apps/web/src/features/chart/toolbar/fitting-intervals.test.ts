import { RESOLUTIONS, type Resolution } from '@moneytrail/calendar';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fittingIntervals } from './fitting-intervals.ts';

const interval = fc.constantFrom<Resolution>(...RESOLUTIONS);

it('keeps the most important intervals, finest first', () => {
  expect(fittingIntervals(RESOLUTIONS, '1D', 7)).toEqual(['1', '5', '15', '60', '240', '1D', '1W']);
  expect(fittingIntervals(RESOLUTIONS, '30', 3)).toEqual(['15', '60', '1D']);
});

it('keeps the chosen interval however little room there is', () => {
  expect(fittingIntervals(RESOLUTIONS, '1', 0)).toEqual(['1']);
  expect(fittingIntervals(RESOLUTIONS, '1', 3)).toEqual(['1', '60', '1D']);
  expect(fittingIntervals(RESOLUTIONS, '30', 0)).toEqual([]);
});

it('never shows more than fit, and never fewer with more room', () => {
  fc.assert(
    fc.property(fc.subarray([...RESOLUTIONS]), interval, fc.nat(9), (offered, chosen, roomFor) => {
      const shown = fittingIntervals(offered, chosen, roomFor);
      expect(shown.length).toBeLessThanOrEqual(Math.max(roomFor, 1));
      expect(fittingIntervals(offered, chosen, roomFor + 1)).toEqual(expect.arrayContaining(shown));
    }),
  );
});
