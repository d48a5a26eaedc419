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
    onNewer: bars.append,
    onDistant: bars.leave,
    onReturn: bars.comeBack,
    onLoad: (load) => loads.push(load),
  });
  const pass = (ms: number) => {
    clock += ms;
  };
  const times = () => bars.slice(0, bars.length()).map(({ time }) => time);
  return { loader, progress, loads, parts, pass, times, bars };
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => bar(from + index));

/** A history of the bars 0 … 999 in pages of ten; each request is noted, and may fail. */
function longHistory() {
  const asked: string[] = [];
  const failing = new Set<string>();
  const ask = async (request: string, page: BarsPage): Promise<BarsPage> => {
    asked.push(request);
    if (failing.has(request)) throw new Error('Feed is down.');
    return page;
  };
  const source: BarSource = {
    loadNewest: () => ask('newest', { bars: range(990, 1_000), hasOlder: true }),
    loadOlder: (before) => {
      const from = Math.max(0, before - 10);
      return ask(`older than ${before}`, { bars: range(from, before), hasOlder: from > 0 });
    },
    loadNewer: (after) => {
      const from = Math.max(0, after + 1);
      const bars = range(from, Math.min(from + 10, 1_000));
      return ask(`newer than ${after}`, { bars, hasOlder: from > 0 });
    },
    subscribe: () => () => {},
  };
  return { source, asked, failing };
}

test('the first bars of a long history are one request away, and the newest are kept meanwhile', async () => {
  const { loader, progress, times, bars } = track();
  const { source, asked } = longHistory();
  loader.open(source);
  const arrived = vi.fn();
  loader.goTo(Number.NEGATIVE_INFINITY, arrived);
  await settled();
  await settled();
  expect(asked).toEqual(['newest', 'newer than -Infinity']);
  expect([times()[0], times().at(-1), arrived.mock.calls.length]).toEqual([0, 9, 1]);
  expect(reachedBeginning(progress)).toBe(true);
  bars.apply(bar(1_000));
  expect(times().at(-1)).toBe(9);
  loader.comeBack();
  expect([times()[0], times().at(-1), progress.hasOlder]).toEqual([990, 1_000, true]);
  expect(asked).toHaveLength(2);
});

test('a distant time is loaded with the bars on both sides, and the window grows until it meets the newest', async () => {
  const { loader, progress, times, bars } = track();
  const { source, asked } = longHistory();
  loader.open(source);
  await settled();
  loader.goTo(965, () => {});
  await settled();
  expect(asked.slice(1)).toEqual(['older than 965', 'newer than 964']);
  expect([times()[0], times().at(-1)]).toEqual([955, 974]);
  for (let pages = 0; pages < 5; pages++) {
    loader.loadNewer();
    await settled();
  }
  expect(asked.slice(3)).toEqual(['newer than 974', 'newer than 984']);
  expect([bars.isAway(), times()]).toEqual([false, range(955, 1_000).map(({ time }) => time)]);
  expect(progress.hasOlder).toBe(true);
});

test('bars that are loaded are shown without a request, in the window and among the newest', async () => {
  const { loader, times } = track();
  const { source, asked } = longHistory();
  loader.open(source);
  await settled();
  loader.goTo(500, () => {});
  await settled();
  const count = asked.length;
  loader.goTo(505, () => {});
  expect(times()[0]).toBe(490);
  loader.goTo(995, () => {});
  expect(times()[0]).toBe(990);
  expect(asked).toHaveLength(count);
});

test('a distant time that failed is repeated by retry, and dropped where the user looks elsewhere', async () => {
  const { loader, progress, times, loads } = track();
  const { source, failing } = longHistory();
  const arrived = vi.fn();
  failing.add('newer than -Infinity');
  loader.open(source);
  await settled();
  loader.goTo(Number.NEGATIVE_INFINITY, arrived);
  await settled();
  expect([progress.failed, loads.at(-1)?.kind, times()[0]]).toEqual(['distant', 'failed', 990]);
  loader.forgetGoal();
  expect([progress.failed, loads.at(-1)?.kind]).toEqual([null, 'idle']);
  loader.goTo(Number.NEGATIVE_INFINITY, arrived);
  await settled();
  failing.clear();
  loader.retry();
  await settled();
  expect([progress.failed, times()[0], arrived.mock.calls.length]).toEqual([null, 0, 1]);
});

test('a window is left alone while the newest bars are loaded again', async () => {
  const { loader, progress, times } = track();
  const { source } = longHistory();
  loader.open(source);
  await settled();
  loader.goTo(Number.NEGATIVE_INFINITY, () => {});
  await settled();
  loader.reload();
  await settled();
  expect([times()[0], progress.hasOlder]).toEqual([0, false]);
  loader.comeBack();
  expect([times()[0], progress.hasOlder]).toEqual([990, true]);
});

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

test('a chart opened away from the newest bars of another one has its own older bars', async () => {
  const { loader, progress, bars } = track();
  loader.open(longHistory().source);
  loader.goTo(Number.NEGATIVE_INFINITY, () => {});
  await settled();
  await settled();
  expect(bars.isAway()).toBe(true);
  loader.open(longHistory().source);
  await settled();
  expect(reachedBeginning(progress)).toBe(false);
  expect(progress.hasOlder).toBe(true);
});

test('a distant time waits for newest bars that have failed, which are requested again', async () => {
  const { loader, progress, times } = track();
  const { source, asked, failing } = longHistory();
  failing.add('newest');
  loader.open(source);
  await settled();
  const arrived = vi.fn();
  loader.goTo(965, arrived);
  await settled();
  expect([asked, progress.failed]).toEqual([['newest'], 'first']);
  failing.clear();
  loader.retry();
  await settled();
  await settled();
  expect([times()[0], times().at(-1), arrived.mock.calls.length]).toEqual([955, 974, 1]);
});
