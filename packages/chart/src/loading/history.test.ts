import { expect, test } from 'vitest';
import type { LoadState } from '../chart-events.ts';
import type { BarSource, BarsPage, ChartBar } from '../chart-source.ts';
import { createHistory } from './history.ts';

const bar = (time: number): ChartBar => {
  return { time, open: 1, high: 1, low: 1, close: 1, volume: null };
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A history over bars kept in a list, on a clock set by hand. */
function track() {
  let clock = 1_000;
  let held: readonly ChartBar[] = [];
  const loads: LoadState[] = [];
  const parts: number[][] = [];
  const history = createHistory({
    now: () => clock,
    firstTime: () => held[0]?.time ?? null,
    hasRoom: () => held.length < 100,
    onPart: (bars) => parts.push(bars.map(({ time }) => time)),
    onFirst: (bars) => {
      held = bars;
    },
    onOlder: (bars) => {
      held = [...bars, ...held];
    },
    onLoad: (load) => loads.push(load),
  });
  const pass = (ms: number) => {
    clock += ms;
  };
  return { history, loads, parts, pass, times: () => held.map(({ time }) => time) };
}

function sourceOf(
  newest: () => Promise<BarsPage>,
  older: (beforeMs: number) => Promise<BarsPage>,
): BarSource {
  return { loadNewest: newest, loadOlder: older, subscribe: () => () => {} };
}

test('the late answer of a chart that was left is dropped, and its request aborted', async () => {
  const { history, times } = track();
  let answer: (page: BarsPage) => void = () => {};
  let signal: AbortSignal | undefined;
  history.open({
    loadNewest: (given) => {
      signal = given;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    loadOlder: async () => ({ bars: [], hasOlder: false }),
    subscribe: () => () => {},
  });
  await settled();
  history.open(
    sourceOf(
      async () => ({ bars: [bar(7)], hasOlder: false }),
      async () => ({ bars: [], hasOlder: false }),
    ),
  );
  answer({ bars: [bar(1)], hasOlder: true });
  await settled();
  expect(signal?.aborted).toBe(true);
  expect(times()).toEqual([7]);
});

test('a failed page is no beginning: it is told, not repeated by itself, and tried again on demand', async () => {
  const { history, loads, pass, times } = track();
  let fails = true;
  const source = sourceOf(
    async () => ({ bars: [bar(20)], hasOlder: true }),
    async () => {
      if (fails) throw new Error('Feed is down.');
      return { bars: [bar(10)], hasOlder: false };
    },
  );
  history.open(source);
  await settled();
  history.loadOlder({ isAgain: false });
  await settled();
  const cause = new Error('Feed is down.');
  expect(loads.at(-1)).toEqual({
    kind: 'failed',
    part: 'older',
    message: 'Feed is down.',
    hasBars: true,
    cause,
  });
  expect([history.hasFailedSpan(), history.reachedBeginning()]).toEqual([true, false]);
  fails = false;
  history.loadOlder({ isAgain: false });
  history.loadOlder({ isAgain: true });
  await settled();
  expect(times()).toEqual([20]);
  pass(5_000);
  history.loadOlder({ isAgain: true });
  await settled();
  expect(times()).toEqual([10, 20]);
  expect([history.hasFailedSpan(), history.reachedBeginning()]).toEqual([false, true]);
});

test('reaching back asks for page after page until the beginning', async () => {
  const { history, times } = track();
  history.open(
    sourceOf(
      async () => ({ bars: [bar(50)], hasOlder: true }),
      async (before) => ({ bars: [bar(before - 10)], hasOlder: before > 20 }),
    ),
  );
  await settled();
  const done = new Promise<void>((resolve) => history.reachBack(Number.NEGATIVE_INFINITY, resolve));
  await done;
  expect(times()).toEqual([10, 20, 30, 40, 50]);
});

test('a page that brings nothing new is a failure, not an endless loop', async () => {
  const { history, loads } = track();
  history.open(
    sourceOf(
      async () => ({ bars: [bar(50)], hasOlder: true }),
      async () => ({ bars: [bar(50), bar(60)], hasOlder: true }),
    ),
  );
  await settled();
  history.loadOlder({ isAgain: false });
  await settled();
  expect(loads.at(-1)?.kind).toBe('failed');
});

test('what cannot be drawn never reaches the chart: not finite, out of order, twice', async () => {
  const { history, times } = track();
  const page = [bar(30), { ...bar(20), high: Number.NaN }, bar(10), bar(30)];
  history.open(
    sourceOf(
      async () => ({ bars: page, hasOlder: false }),
      async () => ({ bars: [], hasOlder: false }),
    ),
  );
  await settled();
  expect(times()).toEqual([10, 30]);
});

test('what is there before the first page is drawn, as long as it grows and the chart is still the same', async () => {
  const { history, loads, parts } = track();
  let offer: (bars: ChartBar[]) => void = () => {};
  let answer: (page: BarsPage) => void = () => {};
  const source: BarSource = {
    loadNewest: (_, onPart) => {
      offer = onPart;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    loadOlder: async () => ({ bars: [], hasOlder: false }),
    subscribe: () => () => {},
  };
  history.open(source);
  await settled();
  expect(loads.at(-1)).toMatchObject({ kind: 'first', hasBars: false });
  offer([bar(10), bar(20)]);
  offer([bar(20)]);
  const first = { kind: 'first', startedAtMs: 1_000, isRetry: false };
  expect(loads.at(-1)).toEqual({ ...first, hasBars: true });
  answer({ bars: [bar(5), bar(10), bar(20)], hasOlder: true });
  await settled();
  const late = offer;
  history.reload();
  await settled();
  offer([bar(20)]);
  history.open(source);
  late([bar(1), bar(2), bar(3), bar(4)]);
  expect(parts).toEqual([[10, 20]]);
});

test('a first page of which a part failed is drawn, and the rest is a span that is not loaded', async () => {
  const { history, loads, times } = track();
  let isDown = true;
  history.open(
    sourceOf(
      async () => ({ bars: [bar(20)], hasOlder: true, failure: new Error('Feed is down.') }),
      async () => ({ bars: isDown ? [] : [bar(10)], hasOlder: false }),
    ),
  );
  await settled();
  expect(times()).toEqual([20]);
  expect(loads.at(-1)).toMatchObject({ kind: 'failed', part: 'older', message: 'Feed is down.' });
  expect([history.hasFailedSpan(), history.reachedBeginning()]).toEqual([true, false]);
  isDown = false;
  history.retry();
  await settled();
  expect(times()).toEqual([10, 20]);
  expect(history.hasFailedSpan()).toBe(false);
});

test('newest bars that are asked for once more, after a failure or by hand, are told as such', async () => {
  const { history, loads, pass } = track();
  const down = sourceOf(
    () => Promise.reject(new Error('down')),
    async () => ({ bars: [], hasOlder: false }),
  );
  history.open(down);
  await settled();
  pass(2_000);
  history.retry();
  history.reload();
  await settled();
  history.open(down);
  const told = loads.flatMap((load) => (load.kind === 'first' ? [load] : []));
  expect(told.map(({ startedAtMs, isRetry }) => [startedAtMs, isRetry])).toEqual([
    [1_000, false],
    [3_000, true],
    [3_000, true],
    [3_000, false],
  ]);
});
