import type { VolumeProfile } from '@moneytrail/indicators';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryBars } from '../../indicators/src/testing/arbitrary-bars.ts';
import { addToProfile, emptyProfile, growingProfile, valueArea } from './volume-profile.ts';

const someBars = arbitraryBars({ maxLength: 120, minLength: 1 });
const someRows = fc.integer({ min: 1, max: 60 });

type Bars = Parameters<typeof addToProfile>[1][];

const priced = someBars.map(
  (bars): Bars => bars.map((bar) => ({ ...bar, volume: bar.volume ?? 0 })),
);

function profileOf(bars: Bars, rows: number): VolumeProfile {
  const low = Math.min(...bars.map((bar) => bar.low));
  const high = Math.max(...bars.map((bar) => bar.high));
  const profile = emptyProfile(rows, low, high);
  for (const bar of bars) addToProfile(profile, bar);
  return profile;
}

const sum = (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0);
const rowsOf = ({ up, down }: VolumeProfile) =>
  Array.from(up, (value, row) => value + (down[row] ?? 0));

test('the rows hold the volume of all bars, rising and falling ones apart', () => {
  fc.assert(
    fc.property(priced, someRows, (bars, rows) => {
      const { up, down } = profileOf(bars, rows);
      const rising = sum(
        bars.filter(({ open, close }) => close >= open).map(({ volume }) => volume),
      );
      const falling = sum(
        bars.filter(({ open, close }) => close < open).map(({ volume }) => volume),
      );
      expect(sum(up)).toBeCloseTo(rising, 3);
      expect(sum(down)).toBeCloseTo(falling, 3);
      expect(Math.min(...up, ...down)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('a bar is spread evenly over its range', () => {
  const profile = emptyProfile(4, 100, 108);
  addToProfile(profile, { open: 101, high: 107, low: 101, close: 106, volume: 60 });
  expect([...profile.up]).toEqual([10, 20, 20, 10]);
  addToProfile(profile, { open: 108, high: 108, low: 108, close: 108, volume: 5 });
  expect([...profile.up]).toEqual([10, 20, 20, 15]);
});

test('the point of control is the largest row, and the value area the least growth that holds its share', () => {
  const someShare = fc.constantFrom(0.1, 0.5, 0.7, 0.95);
  fc.assert(
    fc.property(priced, someRows, someShare, (bars, rows, share) => {
      const profile = profileOf(bars, rows);
      const volumes = rowsOf(profile);
      const total = sum(volumes);
      const area = valueArea(profile, share);
      if (total === 0) {
        expect(area).toBeNull();
        return;
      }
      const { pointOfControl = -1, from = 0, to = 0 } = area ?? {};
      expect(volumes[pointOfControl]).toBe(Math.max(...volumes));
      const grown = growths(volumes, pointOfControl);
      const isEnough = ([first, last]: readonly [number, number]) =>
        sum(volumes.slice(first, last + 1)) >= share * total * (1 - 1e-12);
      expect([from, to]).toEqual(grown.find(isEnough));
    }),
  );
});

/** Every area that grows from a row by the larger of the two rows above or below, ties upwards. */
function growths(volumes: readonly number[], start: number): [number, number][] {
  const grown: [number, number][] = [[start, start]];
  let [from, to] = [start, start];
  while (from > 0 || to < volumes.length - 1) {
    const above = volumes.slice(to + 1, to + 3);
    const below = volumes.slice(Math.max(0, from - 2), from);
    const isUp = below.length === 0 || (above.length > 0 && sum(above) >= sum(below));
    if (isUp) to += above.length;
    else from -= below.length;
    grown.push([from, to]);
  }
  return grown;
}

test('prices of the area are those of its rows; one price alone is all of them', () => {
  const profile = emptyProfile(4, 100, 108);
  for (const [at, volume] of [1, 8, 3, 2].entries()) {
    const price = 101 + 2 * at;
    addToProfile(profile, { open: price, high: price, low: price, close: price, volume });
  }
  expect(valueArea(profile, 0.7)).toMatchObject({ control: 103, low: 102, high: 108 });
  const flat = emptyProfile(4, 100, 100);
  addToProfile(flat, { open: 100, high: 100, low: 100, close: 100, volume: 3 });
  expect(valueArea(flat, 0.7)).toMatchObject({ control: 100, low: 100, high: 100 });
});

test('a growing profile is that of its bars, whatever states the last one had', () => {
  fc.assert(
    fc.property(priced, someRows, fc.array(fc.nat(), { minLength: 1 }), (bars, rows, others) => {
      const grow = growingProfile(rows);
      for (const [at, bar] of bars.entries()) {
        const before = bars.slice(0, at);
        const state = bars[(others[at % others.length] ?? 0) % bars.length] ?? bar;
        grow([...before, state]);
        expect(grow([...before, bar])).toEqual(profileOf([...before, bar], rows));
      }
    }),
  );
});
