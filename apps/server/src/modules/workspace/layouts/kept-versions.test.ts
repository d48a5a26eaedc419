import { DAY_MS, HOUR_MS, MINUTE_MS } from '@moneytrail/calendar';
import { MAX_LAYOUT_BYTES, MAX_LAYOUT_VERSIONS } from '@moneytrail/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { droppedRevisions, type VersionFacts } from './kept-versions.ts';

const START = Date.parse('2026-03-02T10:00:00Z');
const aSave = {
  afterMs: fc.oneof(
    fc.integer({ min: 0, max: 10_000 }),
    fc.integer({ min: 0, max: 20 * MINUTE_MS }),
  ),
  contentBytes: fc.integer({ min: 0, max: MAX_LAYOUT_BYTES }),
};
type Save = { afterMs: number; contentBytes: number; isStep: boolean; isKept?: boolean };
const savesOf = (isStep: fc.Arbitrary<boolean>) =>
  fc.array(fc.record({ ...aSave, isStep }), { minLength: 1, maxLength: 120 });

/** The versions left after each of a series of saves, newest first. */
function keep(saves: readonly Save[]) {
  let kept: VersionFacts[] = [];
  let all: VersionFacts[] = [];
  let savedAtMs = START;
  for (const [index, { afterMs, contentBytes, isStep, isKept = false }] of saves.entries()) {
    savedAtMs += afterMs;
    const facts = { savedAtMs, contentBytes, isBeforeStep: false, isKept };
    const version = { revision: index + 1, ...facts };
    const next = ([newest, ...older]: VersionFacts[]) =>
      newest ? [version, { ...newest, isBeforeStep: isStep }, ...older] : [version];
    all = next(all);
    const found = next(kept);
    const dropped = new Set(droppedRevisions(found));
    kept = found.filter(({ revision }) => !dropped.has(revision));
  }
  return { kept, all };
}
const stretchOf = ({ savedAtMs }: VersionFacts) => Math.floor(savedAtMs / (5 * MINUTE_MS));
const bytesOf = (versions: readonly VersionFacts[]) =>
  versions.reduce((sum, { contentBytes }) => sum + contentBytes, 0);
/** True if a version is the last of its five minutes. */
const isLast = (version: VersionFacts, all: readonly VersionFacts[]) =>
  version === all.find((each) => stretchOf(each) === stretchOf(version));

test('the newest version stays, the last of each five minutes and those replaced by steps, at most twenty of 8 MB', () => {
  fc.assert(
    fc.property(savesOf(fc.boolean()), (saves) => {
      const { kept, all } = keep(saves);
      const [newest, ...older] = kept.map(({ revision }) => all[all.length - revision]);
      expect(newest).toBe(all[0]);
      const known = older.filter((each) => each !== undefined);
      const forSteps = known.filter((each) => !isLast(each, all));
      for (const version of forSteps) expect(version.isBeforeStep).toBe(true);
      expect(forSteps.length).toBeLessThanOrEqual(MAX_LAYOUT_VERSIONS / 2);
      expect(bytesOf(forSteps)).toBeLessThanOrEqual(4 * MAX_LAYOUT_BYTES);
      expect(kept.length).toBeLessThanOrEqual(MAX_LAYOUT_VERSIONS);
      expect(bytesOf(known)).toBeLessThanOrEqual(8 * MAX_LAYOUT_BYTES);
    }),
  );
});

test('small layouts keep the last version of each of the newest twenty stretches of work', () => {
  fc.assert(
    fc.property(savesOf(fc.constant(false)), (saves) => {
      const { kept, all } = keep(saves.map((each) => ({ ...each, contentBytes: 100 })));
      const newest = [...new Set(all.map(stretchOf))].slice(0, MAX_LAYOUT_VERSIONS);
      expect(kept.map(stretchOf)).toEqual(newest);
    }),
  );
});

test('versions replaced by steps are kept at once, up to 4 MB together', () => {
  fc.assert(
    fc.property(savesOf(fc.boolean()), fc.integer({ min: 1, max: 3 }), (saves, steps) => {
      const step = { afterMs: 0, contentBytes: MAX_LAYOUT_BYTES, isStep: true };
      const { kept } = keep([...saves, ...Array.from({ length: steps }, () => step)]);
      const made = saves.length + steps;
      const expected = Array.from({ length: steps + 1 }, (_, age) => made - age);
      expect(kept.slice(0, steps + 1).map(({ revision }) => revision)).toEqual(expected);
    }),
  );
});

/** Saves of a small layout, this long after each other. */
const every = (afterMs: number, count: number, isKept = false): Save[] =>
  Array.from({ length: count }, () => ({ afterMs, contentBytes: 100, isStep: false, isKept }));

test('versions saved on purpose stay through days of automatic ones, at most twelve', () => {
  const { kept } = keep([
    ...every(10_000, 3),
    ...every(10_000, 20, true),
    ...every(3 * MINUTE_MS, 2_000),
  ]);
  const onPurpose = kept.filter(({ isKept }) => isKept).map(({ revision }) => revision);
  expect(onPurpose).toEqual(Array.from({ length: 12 }, (_, age) => 23 - age));
  expect(kept.length).toBeLessThanOrEqual(MAX_LAYOUT_VERSIONS);
});

test('automatic versions are thinned out to hours after a day and to days after a week', () => {
  const { kept } = keep([...every(11 * MINUTE_MS, 9), ...every(DAY_MS, 1)]);
  const now = kept[0]?.savedAtMs ?? 0;
  const older = kept.filter(({ savedAtMs }) => now - savedAtMs >= DAY_MS);
  const hours = older.map(({ savedAtMs }) => Math.floor(savedAtMs / HOUR_MS));
  expect(new Set(hours).size).toBe(older.length);
  expect(older.length).toBe(2);
  const later = keep([...every(11 * MINUTE_MS, 9), ...every(8 * DAY_MS, 1)]).kept;
  expect(later).toHaveLength(2);
});

test('a busy day does not displace the last versions of other days', () => {
  const days = [...every(DAY_MS, 1), ...every(DAY_MS, 1), ...every(9 * DAY_MS, 1)];
  const { kept } = keep([...days, ...every(6 * MINUTE_MS, 200)]);
  expect(kept).toHaveLength(MAX_LAYOUT_VERSIONS);
  expect(kept.map(({ revision }) => revision)).toContain(2);
});
