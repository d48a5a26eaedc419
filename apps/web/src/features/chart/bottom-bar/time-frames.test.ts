import { RESOLUTIONS } from '@moneytrail/calendar';
import { expect, it } from 'vitest';
import { offeredTimeFrames } from './time-frames.ts';

it('shows the seven spans with the intervals of the product', () => {
  const frames = offeredTimeFrames(RESOLUTIONS);
  expect(frames.map(({ label, resolution }) => `${label}/${resolution}`)).toEqual([
    '5y/1W',
    '1y/1W',
    '6m/120',
    '3m/60',
    '1m/30',
    '5d/5',
    '1d/1',
  ]);
});

it('hides a span whose interval the instrument does not offer', () => {
  const offered = RESOLUTIONS.filter((resolution) => !['120', '1'].includes(resolution));
  expect(offeredTimeFrames(offered).map(({ label }) => label)).toEqual([
    '5y',
    '1y',
    '3m',
    '1m',
    '5d',
  ]);
});
