import { barClosesAtMs, MINUTE_MS, type Resolution } from '@moneytrail/calendar';
import type { BarSource, ChartBar } from '@moneytrail/chart';
import { columnsFrom, computeMarks, DEFAULT_INPUTS } from '@moneytrail/indicators';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../lib/testing/fake-clock.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { eventually } from '../../../testing/eventually.ts';
import type { ReadPage } from '../data/bar-source.ts';
import { MOST_WAITING } from './command-queue.ts';
import { createTradeShelf, type KeptTrades } from './kept-trades.ts';
import { positionIn } from './paper-account.ts';
import { createReplay } from './replay.ts';
import { createPlayer, SPEEDS } from './replay-player.ts';
import {
  cutAt,
  HOURS,
  minutes,
  NO_KEPT_TRADES,
  publications,
  readerOf,
  rolledUp,
  T0,
} from './testing/paper-market.ts';

const INFO = {
  ticker: 'FMP:BTC/USD',
  exchange: 'FMP',
  name: 'BTCUSD',
  marketHours: 'crypto',
  supported_resolutions: ['1', '5', '15', '60', '1D'],
} as const satisfies Instrument;

type Published = { time: number; publishedAt: number | null };
type Instrument = Parameters<Parameters<typeof createReplay>[0]['readPage']>[0];

/** Draws a source as the engine does: the newest bars, then each streamed state. */
function createDrawn() {
  let bars = new Map<number, ChartBar>();
  let end = () => {};
  return {
    async open(source: BarSource): Promise<void> {
      end();
      const next = new Map<number, ChartBar>();
      bars = next;
      end = source.subscribe(
        (bar) => next.set(bar.time, bar),
        () => {},
      );
      const page = await source.loadNewest(new AbortController().signal, () => {});
      for (const bar of page.bars) next.set(bar.time, bar);
    },
    bars: () => [...bars.values()].sort((a, b) => a.time - b.time),
  };
}

/** A replay of some minutes on a page with one chart. */
async function replaying(
  minutesOfDay: readonly ChartBar[],
  {
    resolution = '5',
    atMs = T0 + 20 * MINUTE_MS,
    others = [],
    published = null,
    start = atMs,
    trades = NO_KEPT_TRADES,
  }: {
    resolution?: Resolution;
    atMs?: number;
    /** The minutes of other instruments. */
    others?: readonly ChartBar[];
    published?: readonly Published[] | null;
    start?: Parameters<typeof createReplay>[1];
    trades?: KeptTrades;
  } = {},
) {
  const clock = createFakeClock(T0 + 100 * 24 * 60 * MINUTE_MS);
  const moment = createValueStore<number | null>(null);
  const drawn = createDrawn();
  const chart: { info: Instrument; resolution: Resolution } = { info: INFO, resolution };
  let opening = Promise.resolve();
  let failure: Error | null = null;
  let failing: Resolution | null = null;
  let reading = Promise.resolve();
  const reopen = () => {
    const opened = { ...chart, neededBars: () => 1 };
    opening = drawn.open(replay.sourceOf(opened, true));
  };
  const replay = createReplay(
    {
      clock,
      random: () => 0.5,
      readPage: ({ ticker }, of): ReadPage => {
        const read = readerOf(ticker === INFO.ticker ? minutesOfDay : others, of);
        return async (...asked) => {
          await reading;
          if (failure && (failing ?? of) === of) throw failure;
          return read(...asked);
        };
      },
      moment,
      reopen,
      inputs: () => DEFAULT_INPUTS,
      publishedMarks: async () => published,
      trades,
    },
    start,
  );
  reopen();
  await opening;
  return {
    clock,
    replay,
    drawn,
    momentMs: () => moment.get() ?? Number.NaN,
    settle: () => opening,
    /** Reads fail, all of them or those of one resolution. */
    fail: (error: Error | null, of: Resolution | null = null) => {
      failure = error;
      failing = of;
    },
    /** Reads wait until the returned function is called. */
    holdReads(): () => void {
      let release = () => {};
      reading = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    async open(next: Resolution, info: Instrument = INFO) {
      Object.assign(chart, { resolution: next, info });
      reopen();
      await opening;
    },
    resolution: () => chart.resolution,
  };
}

const command = fc.oneof(
  fc.constant({ kind: 'step' as const }),
  fc.constant({ kind: 'step' as const }),
  fc.constant({ kind: 'back' as const }),
  fc.constant({ kind: 'signal' as const }),
  fc.record({
    kind: fc.constant('stepBy' as const),
    by: fc.constantFrom<Resolution | null>(null, '1', '5', '15'),
  }),
  fc.record({
    kind: fc.constant('open' as const),
    resolution: fc.constantFrom<Resolution>('1', '5', '15', '60'),
  }),
  fc.record({ kind: fc.constant('start' as const), minute: fc.integer({ min: 0, max: 320 }) }),
);

type Chart = Awaited<ReturnType<typeof replaying>>;

async function runCommand(
  page: Chart,
  one: typeof command extends fc.Arbitrary<infer C> ? C : never,
) {
  const { replay } = page;
  if (one.kind === 'step') await replay.step();
  if (one.kind === 'back') await replay.stepBack();
  if (one.kind === 'signal') await replay.nextSignal();
  if (one.kind === 'stepBy') replay.setStepBy(one.by);
  if (one.kind === 'open') await page.open(one.resolution);
  if (one.kind === 'start') await replay.startAt(T0 + one.minute * MINUTE_MS);
  await page.settle();
}

describe('a replayed chart', () => {
  it('shows after any commands what a chart shows that was cut at the moment', async () => {
    await fc.assert(
      fc.asyncProperty(minutes, fc.array(command, { maxLength: 25 }), async (bars, commands) => {
        const page = await replaying(bars);
        for (const one of commands) {
          await runCommand(page, one);
          const cut = cutAt(bars, page.resolution(), page.momentMs());
          expect(page.drawn.bars()).toEqual(cut);
        }
      }),
      { seed: 31, numRuns: 60 },
    );
  }, 60_000);

  it('shows a new state of its bars with each step, over gaps too', async () => {
    await fc.assert(
      fc.asyncProperty(minutes, fc.constantFrom<Resolution | null>(null, '1'), async (bars, by) => {
        const page = await replaying(bars);
        page.replay.setStepBy(by);
        for (;;) {
          const before = page.drawn.bars();
          const beforeMs = page.momentMs();
          if (!(await page.replay.step())) break;
          expect(page.momentMs()).toBeGreaterThan(beforeMs);
          // A bar may close with the prices that it had.
          if (by !== null) continue;
          expect(page.drawn.bars()).not.toEqual(before);
        }
        expect(page.replay.state.get().isAtEnd).toBe(true);
        expect(page.drawn.bars()).toEqual(rolledUp(bars, '5'));
      }),
      { seed: 32, numRuns: 30 },
    );
  }, 60_000);

  it('stops at the close of the next signal’s bar, as a chart that ends there computes it', async () => {
    const rising = Array.from({ length: 3_000 }, (_, index) => {
      const price = 1_000 + 60 * Math.sin(index / 45) + 25 * Math.sin(index / 11);
      const time = T0 + index * MINUTE_MS;
      return { time, open: price, high: price + 2, low: price - 2, close: price + 1, volume: 5 };
    });
    const page = await replaying(rising, { resolution: '1', atMs: T0 + 600 * MINUTE_MS });
    const marksOf = (bars: readonly ChartBar[]) => computeMarks(columnsFrom(bars), DEFAULT_INPUTS);
    expect(await page.replay.nextSignal()).toBe(true);
    await page.settle();
    const bars = page.drawn.bars();
    expect(marksOf(bars).at(-1)?.index).toBe(bars.length - 1);
    const all = rising.slice(0, bars.length - 1);
    expect(marksOf(all).at(-1)?.time ?? 0).toBeLessThan(T0 + 600 * MINUTE_MS);
  });

  it('has never a mark before it was known, and misses none on its way to the next signal', async () => {
    await fc.assert(
      fc.asyncProperty(
        minutes,
        publications,
        fc.array(command, { maxLength: 15 }),
        async (bars, delays, commands) => {
          const known = rolledUp(bars, '5').flatMap(({ time }, index) => {
            const delay = delays[index % delays.length] ?? null;
            const closesMs = barClosesAtMs(HOURS, '5', time);
            const publishedAt = delay === null ? null : closesMs + delay * MINUTE_MS;
            const mark = { time, publishedAt, notes: [] };
            return index % 3 === 0 ? [{ mark, sinceMs: publishedAt ?? closesMs }] : [];
          });
          const marks = known.map(({ mark }) => mark);
          const knownAt = (atMs: number) =>
            known.filter(({ sinceMs }) => sinceMs <= atMs).map(({ mark }) => mark);
          const page = await replaying(bars, { published: marks });
          for (const one of commands) {
            if (one.kind === 'open') continue;
            const beforeMs = page.momentMs();
            await runCommand(page, one);
            const atMs = page.momentMs();
            expect(page.replay.knownMarks(marks)).toEqual(knownAt(atMs));
            if (one.kind !== 'signal' || atMs === beforeMs) continue;
            expect(knownAt(atMs).length).toBeGreaterThan(knownAt(beforeMs).length);
            const closes = rolledUp(bars, '5').map(({ time }) => barClosesAtMs(HOURS, '5', time));
            const passed = closes.filter((closeMs) => closeMs > beforeMs && closeMs < atMs);
            for (const closeMs of passed) expect(knownAt(closeMs)).toEqual(knownAt(beforeMs));
          }
        },
      ),
      { seed: 36, numRuns: 60 },
    );
  }, 60_000);

  it('stops at published signals, where there are some, instead of computed ones', async () => {
    const bars = Array.from({ length: 300 }, (_, index) => {
      const time = T0 + index * MINUTE_MS;
      return { time, open: 1, high: 2, low: 0.5, close: 1, volume: 1 };
    });
    const published = [10, 150, 290].map((minute) => ({
      time: T0 + minute * MINUTE_MS,
      publishedAt: T0 + (minute + 4) * MINUTE_MS + 1,
    }));
    const page = await replaying(bars, { resolution: '1', published });
    for (const minute of [150, 290]) {
      expect(await page.replay.nextSignal()).toBe(true);
      expect(page.momentMs()).toBe(T0 + (minute + 5) * MINUTE_MS);
    }
    expect(await page.replay.nextSignal()).toBe(false);
  });

  it('runs commands that come during a read one after the other, up to a number', async () => {
    const bars = Array.from({ length: 60 }, (_, index) => {
      const time = T0 + index * MINUTE_MS;
      return { time, open: 1, high: 1, low: 1, close: 1, volume: 1 };
    });
    const page = await replaying(bars, { resolution: '1' });
    const release = page.holdReads();
    const done = Promise.all([page.replay.step(), page.replay.step(), page.replay.step()]);
    const back = page.replay.stepBack();
    expect(page.replay.state.get()).toMatchObject({ isBusy: true, waiting: 3 });
    release();
    expect(await done).toEqual([true, true, true]);
    expect(await back).toBe(true);
    expect(page.momentMs()).toBe(T0 + 22 * MINUTE_MS);
    const many = Array.from({ length: MOST_WAITING + 2 }, () => page.replay.step());
    expect(page.replay.state.get().waiting).toBe(MOST_WAITING);
    expect(await many.at(-1)).toBe(false);
    await Promise.all(many);
    expect(page.replay.state.get()).toMatchObject({ isBusy: false, waiting: 0 });
  });

  it('begins on a random day between the ends of history', async () => {
    const day = 24 * 60 * MINUTE_MS;
    const days = Array.from({ length: 80 }, (_, index) => {
      const time = T0 + index * day;
      return { time, open: 1, high: 1, low: 1, close: 1, volume: 1 };
    });
    const page = await replaying(days, { resolution: '1D', atMs: T0 + 10 * day });
    expect(await page.replay.randomDay()).toBe(true);
    // Half of the way from the first bar to the present.
    expect(page.momentMs()).toBe(T0 + 50 * day);
  });

  it('knows the marks that were published by then, without notes that were written later', async () => {
    const page = await replaying(
      rolledUp(fc.sample(minutes, { seed: 33, numRuns: 1 })[0] ?? [], '1'),
    );
    const marks = [
      { minute: 0, publishedAt: null },
      { minute: 15, publishedAt: 20 },
      { minute: 10, publishedAt: 21 },
      { minute: 20, publishedAt: null },
    ].map(({ minute, publishedAt }) => ({
      time: T0 + minute * MINUTE_MS,
      publishedAt: publishedAt === null ? null : T0 + publishedAt * MINUTE_MS,
      notes: ['The bar was corrected.'],
    }));
    expect(page.replay.knownMarks(marks)).toEqual(
      marks.slice(0, 2).map((mark) => ({ ...mark, notes: [] })),
    );
  });

  it('tells why bars could not be read, and steps on once they can be', async () => {
    const [bars = []] = fc.sample(minutes, { seed: 34, numRuns: 1 });
    const page = await replaying(bars);
    page.fail(new Error('No answer.'));
    let isMoved = true;
    while (isMoved) isMoved = await page.replay.step();
    expect(page.replay.state.get().problem).toBe('The bars could not be read. No answer.');
    page.fail(null);
    expect(await page.replay.step()).toBe(true);
    expect(page.replay.state.get().problem).toBeNull();
  });
});

describe('paper orders in a replay', () => {
  const rising = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const price = 100 + index;
      const time = T0 + index * MINUTE_MS;
      return { time, open: price, high: price + 1, low: price - 1, close: price, volume: 1 };
    });
  const flat = rising(60);
  const order = { side: 'long', size: 1, stop: 90, target: null } as const;

  it('are filled at the newest known price and followed step by step', async () => {
    const page = await replaying(flat);
    page.replay.order({ ...order, target: 131 });
    expect(positionIn(page.replay.account.get(), INFO.ticker)?.entry.price).toBe(119);
    await page.replay.step();
    await page.replay.step();
    expect(page.replay.account.get().trades).toEqual([]);
    await page.replay.step();
    const [trade] = page.replay.account.get().trades;
    expect(trade).toMatchObject({ reason: 'target', exit: { price: 131 } });
    expect(page.replay.state.get().isTakenBack).toBe(false);
    await page.replay.stepBack();
    expect(page.replay.account.get().trades).toEqual([]);
    expect(page.replay.state.get().isTakenBack).toBe(true);
    expect(positionIn(page.replay.account.get(), INFO.ticker)).not.toBeNull();
  });

  it('are not filled by what had happened before them in their bar', async () => {
    const dip = flat.map((bar, index) => (index === 21 ? { ...bar, low: 1 } : bar));
    const page = await replaying(dip);
    page.replay.setStepBy('1');
    await page.replay.step();
    await page.replay.step();
    page.replay.order(order);
    page.replay.setStepBy(null);
    await page.replay.step();
    expect(page.momentMs()).toBe(T0 + 25 * MINUTE_MS);
    expect(page.replay.account.get().positions).toHaveLength(1);
    await page.replay.close();
    expect(page.replay.account.get().trades).toMatchObject([{ exit: { price: 124 } }]);
  });

  it('are impossible until the bars of another symbol or interval are there', async () => {
    const others = flat.map((bar) => ({ ...bar, close: bar.close + 1_000 }));
    const page = await replaying(flat, { others });
    const { replay } = page;
    expect(replay.quote.get()).toEqual({ ticker: INFO.ticker, price: 119 });
    const other = { ...INFO, ticker: 'FMP:ETH/JPY', name: 'ETHJPY' };
    // The bars of both are known from an earlier moment.
    await page.open('5', other);
    await page.open('5');
    for (let step = 0; step < 3; step += 1) await replay.step();
    const isWithoutQuote = () => {
      expect(replay.quote.get()).toBeNull();
      expect(() => replay.order({ ...order, stop: null })).toThrow('There is no price yet.');
    };
    for (const [resolution, info, price] of [
      ['5', other, 1_134],
      ['15', INFO, 134],
    ] as const) {
      const release = page.holdReads();
      const opened = page.open(resolution, info);
      isWithoutQuote();
      release();
      await opened;
      await eventually(() => expect(replay.quote.get()).toEqual({ ticker: info.ticker, price }));
    }
    page.fail(new Error('No answer.'));
    const opened = page.open('1', { ...other, ticker: 'FMP:XRP/JPY' });
    await opened.catch(() => {});
    isWithoutQuote();
  });

  it('keep their price while the interval of a step changes inside of a bar', async () => {
    const page = await replaying(flat, { resolution: '15' });
    page.replay.setStepBy('1');
    for (let step = 0; step < 3; step += 1) await page.replay.step();
    page.replay.setStepBy('5');
    page.replay.order(order);
    expect(page.replay.account.get().positions).toMatchObject([{ entry: { price: 122 } }]);
  });

  it('keep their levels where moved ones are refused late, with the reason and no failed read', async () => {
    const hours = rising(180);
    const atMs = T0 + 30 * MINUTE_MS;
    const page = await replaying(hours, { resolution: '5', atMs, others: hours });
    const { replay } = page;
    replay.order(order);
    await page.open('60', { ...INFO, ticker: 'FMP:ETH/USD' });
    for (let step = 0; step < 2; step += 1) await replay.step();
    // The rest of the hour of the order cannot be read at first.
    page.fail(new Error('No answer.'), '15');
    await page.open('60');
    await eventually(() => expect(replay.quote.get()).toEqual({ ticker: INFO.ticker, price: 219 }));
    expect(await replay.moveLevels({ stop: 95, target: null })).toBe(false);
    expect(replay.state.get().problem).toBe('The bars could not be read. No answer.');
    page.fail(null);
    const refused = replay.moveLevels({ stop: 5_000, target: null });
    await expect(refused).rejects.toThrow('The stop of a long position stands below the price.');
    expect(replay.state.get().problem).toBeNull();
    expect(replay.account.get().positions).toMatchObject([{ stop: 90 }]);
  });

  it('are left where another day begins, and their trades stay', async () => {
    const page = await replaying(flat);
    page.replay.order(order);
    await page.replay.step();
    await page.replay.startAt(T0 + 10 * MINUTE_MS);
    expect(page.replay.account.get()).toMatchObject({
      positions: [],
      trades: [{ reason: 'left', exit: { price: 124 } }],
    });
  });
});

describe('a replay after a reload', () => {
  const shelf = () => {
    let text: string | null = null;
    const open = () => {
      const stored = { read: () => text, write: (next: string | null) => (text = next) };
      return createTradeShelf(
        stored,
        () => 'thandi',
        () => 0,
      );
    };
    return open;
  };

  it('goes on at the same bar with its account and its settings, as one that was never left', async () => {
    const order = { side: 'long', size: 1, stop: 500, target: null } as const;
    await fc.assert(
      fc.asyncProperty(
        minutes,
        fc.array(command, { maxLength: 8 }),
        fc.array(command, { maxLength: 8 }),
        async (bars, before, after) => {
          const open = shelf();
          const page = await replaying(bars, { trades: open().begin() });
          page.replay.order(order);
          for (const one of before) await runCommand(page, one);
          page.replay.setSpeed(SPEEDS[4]);
          page.replay.keepTrades();
          const resumed = open().resume(INFO.ticker, page.resolution());
          const again = await replaying(bars, {
            resolution: page.resolution(),
            start: resumed?.place ?? 0,
            trades: resumed?.trades ?? NO_KEPT_TRADES,
          });
          expect(again.replay.state.get()).toMatchObject({
            speed: SPEEDS[4],
            stepBy: page.replay.state.get().stepBy,
          });
          for (const one of [null, ...after]) {
            if (one) for (const each of [page, again]) await runCommand(each, one);
            expect(again.momentMs()).toBe(page.momentMs());
            expect(again.drawn.bars()).toEqual(page.drawn.bars());
            expect(again.replay.account.get()).toEqual(page.replay.account.get());
          }
        },
      ),
      { seed: 37, numRuns: 40 },
    );
  }, 60_000);

  it('is kept while it goes on, also for a tab that crashes, and not once it has ended', async () => {
    const open = shelf();
    const [bars = []] = fc.sample(minutes, { seed: 38, numRuns: 1 });
    const page = await replaying(bars, { trades: open().begin() });
    await page.clock.advance(1_000);
    const atStart = page.momentMs();
    expect(open().resume(INFO.ticker, '5')?.place.atMs).toBe(atStart);
    await page.replay.step();
    await page.clock.advance(1_000);
    expect(open().resume(INFO.ticker, '5')?.place.atMs).toBe(page.momentMs());
    page.replay.end();
    await page.clock.advance(1_000);
    expect(open().resume(INFO.ticker, '5')).toBeNull();
  });

  it('knows that there are no bars at its place any more, and takes no failed read for it', async () => {
    const [bars = []] = fc.sample(minutes, { seed: 39, numRuns: 1 });
    const at = (atMs: number) => replaying(bars, { resolution: '1', atMs });
    expect(await (await at(T0 + 20 * MINUTE_MS)).replay.hasBars()).toBe(true);
    const early = await at(T0 - 20 * MINUTE_MS);
    expect(await early.replay.hasBars()).toBe(false);
    early.fail(new Error('No answer.'));
    expect(await early.replay.hasBars()).toBe(true);
  });
});

describe('playing', () => {
  it('steps at each of seven speeds until it is paused', async () => {
    const long = Array.from({ length: 400 }, (_, index) => {
      const time = T0 + index * MINUTE_MS;
      return { time, open: 1, high: 1, low: 1, close: 1, volume: 1 };
    });
    expect(SPEEDS).toHaveLength(7);
    for (const speed of SPEEDS) {
      const page = await replaying(long, { resolution: '1' });
      page.replay.setSpeed(speed);
      page.replay.play();
      await page.clock.advance(3 * speed.intervalMs);
      expect(page.momentMs()).toBe(T0 + 23 * MINUTE_MS);
      page.replay.pause();
      await page.clock.advance(5 * speed.intervalMs);
      expect(page.momentMs()).toBe(T0 + 23 * MINUTE_MS);
    }
  });

  it('keeps its rate while steps take time, and never catches up after a long one', async () => {
    const clock = createFakeClock(T0);
    const steps: number[] = [];
    let stepMs = 40;
    const player = createPlayer({
      clock,
      speed: SPEEDS[6],
      step: () => {
        steps.push(clock.now() - T0);
        return new Promise((done) => clock.after(stepMs, () => done(true)));
      },
      onChange: () => {},
    });
    player.play();
    await clock.advance(350);
    expect(steps).toEqual([100, 200, 300]);
    stepMs = 250;
    await clock.advance(650);
    expect(steps).toEqual([100, 200, 300, 400, 650, 900]);
    player.pause();
  });

  it('pauses at the newest bar', async () => {
    const [bars = []] = fc.sample(minutes, { seed: 35, numRuns: 1 });
    const page = await replaying(bars, { resolution: '15' });
    page.replay.setSpeed(SPEEDS[6]);
    page.replay.play();
    await page.clock.advance(60_000);
    expect(page.replay.state.get()).toMatchObject({ isPlaying: false, isAtEnd: true });
    const last = rolledUp(bars, '15').at(-1);
    expect(page.momentMs()).toBe(barClosesAtMs(HOURS, '15', last?.time ?? 0));
  });
});
