import { beforeEach, expect, test, vi } from 'vitest';
import type { LoadState } from '../chart-events.ts';
import type { BarSource, BarsPage, ChartBar } from '../chart-source.ts';
import { createBarStore } from '../state/bar-store.ts';
import { nothingLoaded, reachedBeginning } from '../state/chart-state.ts';
import { BarLoader } from './bar-loader.ts';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  return () => vi.unstubAllGlobals();
});

const bar = (time: number): ChartBar => {
  return { time, open: 1, high: 1, low: 1, close: 1, volume: null };
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A loader over bars in a store, on a clock set by hand. */
function track() {
  let clock = 1_000;
  const bars = createBarStore();
  const progress = nothingLoaded();
  const loads: LoadState[] = [];
  const parts: number[][] = [];
  const loader = new BarLoader({
    now: () => clock,
    bars,
    progress,
    onPart: (part) => parts.push(part.map(({ time }) => time)),
    onFirst: bars.replaceAll,
    onOlder: bars.prepend,
    onLoad: (load) => loads.push(load),
  });
  const pass = (ms: number) => {
    clock += ms;
  };
  const times = () => bars.slice(0, bars.length()).map(({ time }) => time);
  return { loader, progress, loads, parts, pass, times };
}

function sourceOf(
  newest: () => Promise<BarsPage>,
  older: (beforeMs: number) => Promise<BarsPage>,
): BarSource {
  return { loadNewest: newest, loadOlder: older, subscribe: () => () => {} };
}

test('the late answer for a chart that was left is dropped, and its request aborted', async () => {
  const { loader, times } = track();
  let answer: (page: BarsPage) => void = () => {};
  let signal: AbortSignal | undefined;
  loader.open({
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
  loader.open(
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

test('a failed page is no beginning: it is reported, never repeated by scrolling, and requested again by retry', async () => {
  const { loader, progress, loads, times } = track();
  let requests = 0;
  let fails = true;
  const source = sourceOf(
    async () => ({ bars: [bar(20)], hasOlder: true }),
    async () => {
      requests += 1;
      if (fails) throw new Error('Feed is down.');
      return { bars: [bar(10)], hasOlder: false };
    },
  );
  loader.open(source);
  await settled();
  loader.loadOlder();
  await settled();
  expect(loads.at(-1)).toEqual({
    kind: 'failed',
    part: 'older',
    message: 'Feed is down.',
    hasBars: true,
    cause: new Error('Feed is down.'),
  });
  expect([progress.failed, reachedBeginning(progress)]).toEqual(['older', false]);
  fails = false;
  loader.loadOlder();
  const reached = vi.fn();
  loader.reachBack(0, reached);
  await settled();
  expect([requests, times(), reached.mock.calls.length]).toEqual([1, [20], 1]);
  loader.retry();
  await settled();
  expect([requests, times()]).toEqual([2, [10, 20]]);
  expect([progress.failed, reachedBeginning(progress)]).toEqual([null, true]);
});

test('reaching back requests page after page until the beginning', async () => {
  const { loader, times } = track();
  loader.open(
    sourceOf(
      async () => ({ bars: [bar(50)], hasOlder: true }),
      async (before) => ({ bars: [bar(before - 10)], hasOlder: before > 20 }),
    ),
  );
  await settled();
  const done = new Promise<void>((resolve) => loader.reachBack(Number.NEGATIVE_INFINITY, resolve));
  await done;
  expect(times()).toEqual([10, 20, 30, 40, 50]);
});

test('a page without older bars is a failure, not an endless loop', async () => {
  const { loader, loads } = track();
  loader.open(
    sourceOf(
      async () => ({ bars: [bar(50)], hasOlder: true }),
      async () => ({ bars: [bar(50), bar(60)], hasOlder: true }),
    ),
  );
  await settled();
  loader.loadOlder();
  await settled();
  expect(loads.at(-1)?.kind).toBe('failed');
});

test('bars that cannot be drawn never reach the chart: not finite, out of order, twice', async () => {
  const { loader, times } = track();
  const page = [bar(30), { ...bar(20), high: Number.NaN }, bar(10), bar(30)];
  loader.open(
    sourceOf(
      async () => ({ bars: page, hasOlder: false }),
      async () => ({ bars: [], hasOlder: false }),
    ),
  );
  await settled();
  expect(times()).toEqual([10, 30]);
});

test('partial answers are drawn until the first page while they grow and their chart is open', async () => {
  const { loader, loads, parts } = track();
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
  loader.open(source);
  await settled();
  expect(loads.at(-1)).toMatchObject({ kind: 'first', hasBars: false });
  offer([bar(10), bar(20)]);
  offer([bar(20)]);
  const first = { kind: 'first', startedAtMs: 1_000, isRetry: false };
  expect(loads.at(-1)).toEqual({ ...first, hasBars: true });
  answer({ bars: [bar(5), bar(10), bar(20)], hasOlder: true });
  await settled();
  const late = offer;
  loader.reload();
  await settled();
  offer([bar(20)]);
  loader.open(source);
  late([bar(1), bar(2), bar(3), bar(4)]);
  expect(parts).toEqual([[10, 20]]);
});

test('a first page with a failed part is drawn, and the rest is a span that is not loaded', async () => {
  const { loader, progress, loads, times } = track();
  let isDown = true;
  loader.open(
    sourceOf(
      async () => ({ bars: [bar(20)], hasOlder: true, failure: new Error('Feed is down.') }),
      async () => ({ bars: isDown ? [] : [bar(10)], hasOlder: false }),
    ),
  );
  await settled();
  expect(times()).toEqual([20]);
  expect(loads.at(-1)).toMatchObject({ kind: 'failed', part: 'older', message: 'Feed is down.' });
  expect([progress.failed, reachedBeginning(progress)]).toEqual(['older', false]);
  isDown = false;
  loader.retry();
  await settled();
  expect(times()).toEqual([10, 20]);
  expect(progress.failed).toBeNull();
});

test('a repeated first request, after a failure or by hand, is reported as a retry', async () => {
  const { loader, loads, pass } = track();
  const down = sourceOf(
    () => Promise.reject(new Error('down')),
    async () => ({ bars: [], hasOlder: false }),
  );
  loader.open(down);
  await settled();
  pass(2_000);
  loader.retry();
  loader.reload();
  await settled();
  loader.open(down);
  const told = loads.flatMap((load) => (load.kind === 'first' ? [load] : []));
  expect(told.map(({ startedAtMs, isRetry }) => [startedAtMs, isRetry])).toEqual([
    [1_000, false],
    [3_000, true],
    [3_000, true],
    [3_000, false],
  ]);
});
