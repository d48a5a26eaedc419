import { describe, expect, test } from 'vitest';
import {
  type Bar,
  columnsFrom,
  createPool,
  LEAST_TRIALS,
  POOLED_BARS,
  type PublishedMark,
} from '../index.ts';
import { seededRandom } from './block-bootstrap.ts';

const DAY_MS = 86_400_000;
/** A Monday. */
const START = 1_577_664_000_000;

const dayAtClose = (close: number, index: number): Bar => ({
  time: START + index * DAY_MS,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
});
const mark = (index: number, side: 'buy' | 'sell' = 'buy'): PublishedMark => ({
  time: START + index * DAY_MS,
  side,
  publishedAtMs: null,
});

type Given = { closes: readonly number[]; marks: readonly PublishedMark[]; isOver?: boolean };

/** The counts of each series, and the record of all of them. */
function poolOf(given: readonly Given[]) {
  const pool = createPool();
  const counts = given.map(({ closes, marks, isOver = false }) => {
    const columns = columnsFrom(closes.map(dayAtClose));
    const closesAtMs = (index: number) => (columns.time[index] ?? 0) + DAY_MS;
    return pool.add({
      series: { columns, closesAtMs, holes: [], isOver },
      marks,
      isEligible: () => true,
    });
  });
  const steps = pool.record();
  let step = steps.next();
  while (!step.done) step = steps.next();
  return { counts, record: step.value };
}

/** A market that stands at 100, but for a percent more on the 22nd day after each multiple of 40. */
const steady = Array.from({ length: 1_600 }, (_, index) => (index % 40 === 21 ? 101 : 100));
const every40 = (side: 'buy' | 'sell') =>
  Array.from({ length: 39 }, (_, index) => mark(index * 40, side));

describe('a pool, by hand', () => {
  test('joins the marks of all series, each with its own sign, beside their other days', () => {
    const { counts, record } = poolOf([
      { closes: steady, marks: every40('buy') },
      { closes: steady.map((close) => 200 - close), marks: every40('sell') },
      { closes: steady, marks: [] },
    ]);
    expect(counts.map(({ trials }) => trials)).toEqual([39, 39, 0]);
    // Entered at the close of the day after the mark, left twenty days later; the two series share all of their time.
    expect(record).toMatchObject({ trials: 78, series: 2, apart: 39 });
    expect(record.span).toEqual({
      fromMs: START + 2 * DAY_MS,
      toMs: START + (38 * 40 + 1 + POOLED_BARS + 1) * DAY_MS,
    });
    expect(record.figures).toMatchObject({ median: 1, difference: 1, finding: 'better' });
    expect(record.figures?.otherMedian).toBeCloseTo(0, 12);
  });

  test('shows a loss like a gain', () => {
    const { figures } = poolOf([{ closes: steady, marks: every40('sell') }]).record;
    expect(figures).toMatchObject({ median: -1, finding: 'worse' });
  });

  test('counts every mark once, and has no figures for few trials or for many at one time', () => {
    const few = poolOf([{ closes: steady, marks: every40('buy').slice(0, LEAST_TRIALS - 1) }]);
    expect(few.record).toMatchObject({ trials: LEAST_TRIALS - 1, figures: null });
    const crowd = poolOf(
      Array.from({ length: 30 }, () => ({ closes: steady, marks: every40('buy').slice(0, 10) })),
    );
    expect(crowd.record).toMatchObject({ trials: 300, series: 30, apart: 10, figures: null });
    const marks = [mark(0), mark(1_590), mark(1_590.5)];
    expect(poolOf([{ closes: steady, marks }]).counts).toEqual([
      { trials: 1, unfinished: 1, expired: 0, broken: 0, unpriced: 0, withoutBar: 1 },
    ]);
    expect(poolOf([{ closes: steady, marks, isOver: true }]).counts).toMatchObject([
      { unfinished: 0, expired: 1 },
    ]);
    expect(poolOf([]).record).toMatchObject({ trials: 0, span: null, figures: null });
  });
});

const SERIES = 5;

/** Markets that move together, with marks on the same few days: many trials, and few that are independent. */
function crowd(seed: number): Given[] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const given = Array.from({ length: SERIES }, () => ({
    closes: [100],
    marks: [] as PublishedMark[],
  }));
  for (let day = 1; day < 1_600; day += 1) {
    const common = normal();
    const side = random() < 0.03 ? (random() < 0.6 ? 'buy' : 'sell') : null;
    for (const { closes, marks } of given) {
      const move = 0.015 * (0.85 * common + 0.53 * normal());
      closes.push((closes.at(-1) ?? 100) * Math.exp(move));
      if (side) marks.push(mark(day, side));
    }
  }
  return given;
}

test('marks of markets that move together hardly ever show a difference where there is none', () => {
  let [claims, compared] = [0, 0];
  for (let seed = 1; seed <= 6; seed += 1) {
    const { figures } = poolOf(crowd(seed)).record;
    compared += figures === null ? 0 : 1;
    claims += figures === null || figures.finding === 'unproven' ? 0 : 1;
  }
  expect(compared).toBeGreaterThan(3);
  // docs/record.md has longer runs. With intervals of as many independent trials, half of these would claim one.
  expect(claims).toBeLessThanOrEqual(1);
}, 60_000);
