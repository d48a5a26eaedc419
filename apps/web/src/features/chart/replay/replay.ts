import {
  barClosesAtMs,
  barTimeOf,
  isDateResolution,
  MARKET_HOURS,
  type Resolution,
  resolutionMinutes,
} from '@moneytrail/calendar';
import type { BarSource, ChartBar } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import type { StudyInputs } from '@moneytrail/indicators';
import type { Clock } from '../../../lib/clock.ts';
import { createValueStore, type ValueStore } from '../../../lib/value-store.ts';
import type { ReadPage } from '../data/bar-source.ts';
import { createCommandQueue } from './command-queue.ts';
import type { KeptTrades } from './kept-trades.ts';
import { type MarkedBar, nextSignalMs } from './next-signal.ts';
import {
  closePosition,
  type Fill,
  type Levels,
  moveLevels,
  openPosition,
  type PaperAccount,
  type PaperOrder,
  passBars,
  positionIn,
} from './paper-account.ts';
import { createPaperLedger } from './paper-ledger.ts';
import type { ReplayPlace } from './read-kept.ts';
import { barsBetween, closedCount, isFormedFrom } from './replay-bars.ts';
import { createPlayer, type Speed, USUAL_SPEED } from './replay-player.ts';
import { createReplaySeries, type ReplaySeries } from './replay-series.ts';
import { createReplaySource, type ReplaySource } from './replay-source.ts';

type Instrument = Pick<
  SymbolInfo,
  'ticker' | 'exchange' | 'name' | 'marketHours' | 'supported_resolutions'
>;

export type ReplayState = {
  isPlaying: boolean;
  speed: Speed;
  /** The interval of a step; null for the chart's own. */
  stepBy: Resolution | null;
  /** A step or a jump waits for bars. */
  isBusy: boolean;
  /** So many commands wait behind it. */
  waiting: number;
  /** The newest closed bar is shown. */
  isAtEnd: boolean;
  /** Why the last step or jump failed; null if it did not. */
  problem: string | null;
  /** The last command went back before paper orders, which it took back. */
  isTakenBack: boolean;
};

export type ReplayDeps = {
  /** The server's time, and timers. */
  clock: Clock;
  /** 0 … 1 */
  random: () => number;
  readPage: (info: Instrument, resolution: Resolution) => ReadPage;
  /** The replayed moment, by which the chart decides which bars are closed. */
  moment: Pick<ValueStore<number | null>, 'get' | 'set'>;
  /** Opens the page's chart again: the engine cannot take bars back. */
  reopen: () => void;
  /** The inputs of the signals. */
  inputs: () => StudyInputs;
  /** The published marks of bars from one time to another; null where the chart computes its marks. */
  publishedMarks: (
    info: Instrument,
    resolution: Resolution,
    span: { fromMs: number; toMs: number },
  ) => Promise<readonly PublishedMark[] | null>;
  /** The trades of earlier replays, and the place of those of this one. */
  trades: KeptTrades;
};

/** A mark by the time of its bar. `publishedAt` is null for one that was computed from the bars, ms. */
type PublishedMark = { time: number; publishedAt: number | null };

/** The newest known price of the shown instrument. */
export type ReplayQuote = { ticker: string; price: number };

type OpenedChart = {
  info: Instrument;
  resolution: Resolution;
  neededBars: () => number;
  /** A bar has become known, drawn or not. */
  onBar?: (bar: ChartBar) => void;
};
type Main = {
  info: Instrument;
  series: ReplaySeries;
  source: ReplaySource;
  /** Its bars are known up to the moment. */
  isLoaded: boolean;
};

/** More bars are drawn anew instead of one by one. */
const MOST_STREAMED_BARS = 300;
/** The place is kept at most this long after it has changed. */
const KEEP_AFTER_MS = 500;
/** A random day lies at least this share of the history from its ends. */
const RANDOM_EDGE = 0.05;

const NO_BARS = 'There are no bars at or before this time.';
const NO_SIGNAL = 'There is no further signal.';

/** Number of filled orders: the entry of each position and each trade, and the exit of the latter. */
function fillCount({ positions, trades }: PaperAccount): number {
  return positions.length + 2 * trades.length;
}

/** The intervals, shorter than the chart's, that a step may have; longest first. */
export function stepChoices(
  { supported_resolutions }: Pick<Instrument, 'supported_resolutions'>,
  resolution: Resolution,
): Resolution[] {
  return supported_resolutions
    .filter((finer) => isFormedFrom(finer, resolution))
    .sort((a, b) => resolutionMinutes(b) - resolutionMinutes(a));
}

export type Replay = ReturnType<typeof createReplay>;

/**
 * A replay of a chart from a moment on: the sources of its bars, the commands that move the moment, and a paper account.
 * The moment is always the close of a bar. Commands run one at a time; those in between wait for their turn. It starts at a
 * moment with a new account, or goes on at the place where it stood before a reload.
 */
export function createReplay(deps: ReplayDeps, start: number | ReplayPlace) {
  const resumed = typeof start === 'number' ? null : start;
  const startMs = typeof start === 'number' ? start : start.atMs;
  const { clock, moment } = deps;
  const ending = new AbortController();
  const { signal } = ending;
  const state = createValueStore<ReplayState>({
    isPlaying: false,
    speed: resumed?.speed ?? USUAL_SPEED,
    stepBy: resumed?.stepBy ?? null,
    isBusy: false,
    waiting: 0,
    isAtEnd: false,
    problem: null,
    isTakenBack: false,
  });
  const change = (part: Partial<ReplayState>) => state.set({ ...state.get(), ...part });
  const ledger = createPaperLedger(deps.trades.first(), resumed?.paper);
  const { account, keep } = ledger;
  /** Where it stands; null before a chart is opened. */
  const place = (): ReplayPlace | null => {
    if (!main) return null;
    const { speed, stepBy } = state.get();
    const { info, series } = main;
    const { resolution } = series;
    return {
      ticker: info.ticker,
      resolution,
      atMs: momentMs(),
      speed,
      stepBy,
      paper: ledger.open(),
    };
  };
  /** Keeps trades and place. After the end, other replays keep theirs. */
  const keepTrades = () => {
    if (!signal.aborted) deps.trades.keep(ledger.own(), place());
  };
  account.subscribe(keepTrades);
  let isKeptSoon = false;
  /** A tab that crashes loses little; one that is closed or read anew keeps all before. */
  const keepSoon = () => {
    if (isKeptSoon) return;
    isKeptSoon = true;
    clock.after(KEEP_AFTER_MS, () => {
      isKeptSoon = false;
      keepTrades();
    });
  };
  /** Null while bars are loaded that have it, so that no order is filled at a price of another moment. */
  const quote = createValueStore<ReplayQuote | null>(null);
  const allSeries = new Map<string, ReplaySeries>();
  const sources = new Set<ReplaySource>();
  let main: Main | null = null;
  moment.set(startMs);
  const momentMs = () => moment.get() ?? startMs;

  const seriesOf = (info: Instrument, resolution: Resolution): ReplaySeries => {
    const key = `${info.ticker} ${resolution}`;
    const known = allSeries.get(key);
    if (known) return known;
    const series = createReplaySeries({
      readPage: deps.readPage(info, resolution),
      hours: MARKET_HOURS[info.marketHours],
      resolution,
      now: clock.now,
    });
    allSeries.set(key, series);
    return series;
  };
  /** The interval of a step, if it is shorter than the chart's. */
  const stepOf = (info: Instrument, resolution: Resolution): Resolution | null => {
    const { stepBy } = state.get();
    return stepBy && stepChoices(info, resolution).includes(stepBy) ? stepBy : null;
  };
  /** The bars that the bar forming at a moment is made of; null where a bar ends at the moment. */
  const finerOf = (info: Instrument, resolution: Resolution, atMs: number): ReplaySeries | null => {
    const hours = MARKET_HOURS[info.marketHours];
    const endOf = (one: Resolution) => barClosesAtMs(hours, one, barTimeOf(hours, one, atMs - 1));
    if (endOf(resolution) <= atMs) return null;
    const choices = stepChoices(info, resolution);
    const ending = choices.find((one) => endOf(one) === atMs);
    const finer = stepOf(info, resolution) ?? ending ?? choices.at(-1);
    return finer === undefined ? null : seriesOf(info, finer);
  };

  const endOfBar = ({ hours, resolution }: ReplaySeries, atMs: number) =>
    barClosesAtMs(hours, resolution, barTimeOf(hours, resolution, atMs - 1));
  /** Fills the orders that waited until a moment ahead, whose bars are loaded. */
  const passUntil = async ({ info, series }: Main, toMs: number) => {
    const { hours, resolution } = series;
    const fromMs = ledger.lastSeen(info.ticker)?.atMs ?? momentMs();
    if (!positionIn(account.get(), info.ticker) || fromMs >= toMs) return;
    await series.reachBack(fromMs, signal);
    // The rest of the bar that had begun, then the others.
    const restMs = Math.min(toMs, Math.max(fromMs, endOfBar(series, fromMs)));
    for (const span of [
      { fromMs, toMs: restMs },
      { fromMs: restMs, toMs },
    ]) {
      if (span.fromMs >= span.toMs) continue;
      const finer = finerOf(info, resolution, span.fromMs) ?? finerOf(info, resolution, span.toMs);
      if (finer) {
        await finer.around(span.fromMs, 1, signal);
        await finer.next(Math.min(span.toMs, endOfBar(series, span.toMs)), signal);
      }
      const bars = barsBetween(series.row(), finer?.row() ?? null, hours, span);
      const next = passBars(account.get(), info.ticker, bars);
      keep(next);
    }
  };
  /** Reads the price of the moment; `isPassed`: the orders that waited until then are filled. */
  const look = ({ isPassed }: { isPassed: boolean } = { isPassed: true }) => {
    const last = main?.isLoaded ? main.source.known().at(-1) : undefined;
    if (!main || !last) return;
    const { ticker } = main.info;
    quote.set({ ticker, price: last.close });
    if (isPassed) ledger.see(ticker, { price: last.close, atMs: momentMs() });
  };
  /** The chart has bars up to the moment. While another instrument was shown, bars of this one have passed. */
  const loaded = async (of: Main) => {
    const isPassed = await passUntil(of, momentMs()).then(
      () => true,
      // The next step passes them.
      () => false,
    );
    if (main !== of) return;
    of.isLoaded = true;
    look({ isPassed });
  };

  const goForward = async (of: Main, toMs: number): Promise<void> => {
    const { hours } = of.series;
    await of.source.reach(toMs, signal);
    const others = [...sources].filter((source) => source !== of.source);
    // A compared instrument that cannot be read says so in its own row.
    await Promise.all(others.map((source) => source.reach(toMs, signal).catch(() => {})));
    await passUntil(of, toMs);
    if (signal.aborted || main !== of) return;
    const row = of.series.row();
    const passed = closedCount(row, hours, toMs) - closedCount(row, hours, momentMs());
    moment.set(toMs);
    look();
    keepSoon();
    if (passed > MOST_STREAMED_BARS) return deps.reopen();
    for (const source of sources) source.advance();
  };
  const goTo = (toMs: number) => {
    moment.set(toMs);
    change({ isAtEnd: false });
    deps.reopen();
  };
  /** The series of the step, and that of the chart whose bars end steps too; both are loaded around the moment. */
  const steppedSeries = async ({ info, series }: Main): Promise<ReplaySeries[]> => {
    const step = stepOf(info, series.resolution);
    const stepped = step === null ? [series] : [series, seriesOf(info, step)];
    for (const one of stepped) await one.around(momentMs(), 1, signal);
    return stepped;
  };
  const stepOnce = async (of: Main): Promise<boolean> => {
    const ends: number[] = [];
    for (const series of await steppedSeries(of)) {
      const bar = await series.next(momentMs(), signal);
      if (bar) ends.push(series.closesAt(bar));
    }
    if (ends.length === 0) {
      change({ isAtEnd: true });
      return false;
    }
    await goForward(of, Math.min(...ends));
    return true;
  };
  const stepBackOnce = async (of: Main): Promise<boolean> => {
    const ends: number[] = [];
    for (const series of await steppedSeries(of)) {
      const bar = await series.previous(momentMs(), signal);
      if (bar) ends.push(series.closesAt(bar));
    }
    if (ends.length === 0) return false;
    const toMs = Math.max(...ends);
    const before = fillCount(account.get());
    ledger.rewind(toMs);
    change({ isTakenBack: fillCount(account.get()) < before });
    goTo(toMs);
    return true;
  };

  const queue = createCommandQueue({
    onChange: change,
    onStart: () => change({ problem: null, isTakenBack: false }),
    onFailure: (error) => {
      const message = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) change({ problem: `The bars could not be read. ${message}` });
    },
  });
  /** Runs a command on the chart that is open at its turn; false if it was not run, failed or found nothing. */
  const run = (command: (of: Main) => Promise<boolean>): Promise<boolean> =>
    queue.run(async () => (main && !signal.aborted ? command(main) : false));
  const player = createPlayer({
    clock,
    speed: state.get().speed,
    // A command of the user is not the end.
    step: async () => state.get().isBusy || (await run(stepOnce)),
    onChange: (isPlaying) => change({ isPlaying }),
  });
  /** A new start at the last bar that closed by a moment: open positions are left at their last price, trades stay. */
  const startAt = async (of: Main, atMs: number): Promise<boolean> => {
    const untilMs = Math.min(atMs, clock.now());
    await of.series.around(untilMs, 1, signal);
    const bar = await of.series.previous(untilMs + 1, signal);
    if (!bar) {
      change({ problem: NO_BARS });
      return false;
    }
    ledger.leave();
    goTo(of.series.closesAt(bar));
    return true;
  };

  /**
   * Changes the position of the shown instrument once it has passed all bars up to the moment; false without a quote.
   * Throws what the change throws.
   */
  const atQuote = async (act: (at: Fill & { ticker: string }) => void): Promise<boolean> => {
    const asked = quote.get();
    if (!asked) return false;
    const seen = ledger.lastSeen(asked.ticker);
    if (seen?.atMs === momentMs()) {
      act({ ...asked, atMs: seen.atMs });
      return true;
    }
    // A refused change is no failed read: those that wait behind it stay.
    let refusal: { cause: unknown } | null = null;
    const isDone = await run(async (of) => {
      await passUntil(of, momentMs());
      look();
      // The moment may have moved meanwhile, and another instrument may be shown.
      const known = quote.get();
      if (known?.ticker !== asked.ticker) return false;
      try {
        act({ ...known, atMs: momentMs() });
      } catch (cause) {
        refusal = { cause };
      }
      return true;
    });
    // Assigned by the command, which the compiler does not follow.
    const { cause } = (refusal ?? {}) as { cause?: unknown };
    if (cause !== undefined) throw cause;
    return isDone;
  };

  /**
   * When a mark became known: with its publication, or with the close of its bar if it was computed. The time of a mark may
   * lie inside of its bar.
   */
  const knownSinceMs = (
    { hours, resolution }: ReplaySeries,
    { time, publishedAt = null }: MarkedBar,
  ): number => {
    const barMs = isDateResolution(resolution) ? time : barTimeOf(hours, resolution, time);
    const closesMs = barClosesAtMs(hours, resolution, barMs);
    return publishedAt === null ? closesMs : Math.max(closesMs, publishedAt);
  };

  return {
    state,
    account,
    quote,
    /** The source of a chart or of a compared instrument; the page's own chart is the one that steps. */
    sourceOf({ info, resolution, neededBars, onBar }: OpenedChart, isMain: boolean): BarSource {
      const series = seriesOf(info, resolution);
      const source = createReplaySource({
        series,
        finer: (atMs) => finerOf(info, resolution, atMs),
        momentMs,
        neededBars,
      });
      if (isMain) {
        main = { info, series, source, isLoaded: false };
        quote.set(null);
        keepSoon();
      }
      return {
        ...source,
        loadNewest: async (aborting, onPart) => {
          const page = await source.loadNewest(aborting, onPart);
          if (main?.source === source) void loaded(main);
          return page;
        },
        subscribe: (listener, onUnread) => {
          sources.add(source);
          const end = source.subscribe((bar) => {
            onBar?.(bar);
            listener(bar);
          }, onUnread);
          return () => {
            end();
            sources.delete(source);
          };
        },
      };
    },
    /** The marks that had been published by the moment, and computed ones of closed bars, without later notes on them. */
    knownMarks<One extends PublishedMark & { notes: readonly string[] }>(
      marks: readonly One[],
    ): readonly One[] {
      const atMs = momentMs();
      if (!main) return [];
      const { series } = main;
      return marks
        .filter((mark) => knownSinceMs(series, mark) <= atMs)
        .map((mark) => ({ ...mark, notes: [] }));
    },
    play: player.play,
    pause: player.pause,
    setSpeed(speed: Speed): void {
      change({ speed });
      player.setSpeed(speed);
      keepSoon();
    },
    setStepBy(stepBy: Resolution | null): void {
      change({ stepBy });
      keepSoon();
    },
    step: () => run(stepOnce),
    /** To the close of the bar before; trades since then are taken back. */
    stepBack: () => run(stepBackOnce),
    nextSignal: () =>
      run(async (of) => {
        const { series, info } = of;
        const signals = {
          inputs: deps.inputs(),
          published: (fromMs: number, toMs: number) =>
            deps.publishedMarks(info, series.resolution, { fromMs, toMs }),
          knownSinceMs: (mark: MarkedBar) => knownSinceMs(series, mark),
        };
        const toMs = await nextSignalMs(series, signals, momentMs(), signal);
        if (toMs === null) change({ problem: NO_SIGNAL });
        else await goForward(of, toMs);
        return toMs !== null;
      }),
    /** Starts anew at a moment. */
    startAt: (atMs: number) => run((of) => startAt(of, atMs)),
    randomDay: () =>
      run(async (of) => {
        const nowMs = clock.now();
        const beginMs = (await of.series.beginning(signal)) ?? nowMs;
        const share = RANDOM_EDGE + (1 - 2 * RANDOM_EDGE) * deps.random();
        return startAt(of, beginMs + share * (nowMs - beginMs));
      }),
    /** Opens a position at the quote. Throws without one, and on an order that cannot be filled. */
    order(order: PaperOrder): void {
      const at = quote.get();
      if (!at) throw new Error('There is no price yet.');
      keep(openPosition(account.get(), order, { ...at, atMs: momentMs() }));
      look();
    },
    /** Moves stop and target of the position, unless one of them was reached. Throws on levels that the price has passed. */
    moveLevels: (levels: Levels) => atQuote((at) => keep(moveLevels(account.get(), levels, at))),
    /** Closes the position of the shown instrument at the quote, unless its stop or target was reached. */
    close: () => atQuote(({ ticker, ...fill }) => keep(closePosition(account.get(), ticker, fill))),
    setCapital(capital: number): void {
      keep({ ...account.get(), capital });
    },
    /** Keeps the trades for the next replay of the tab, and the place with open positions for a reload. */
    keepTrades,
    /** Whether there are bars at the moment, also if they could not be read. */
    async hasBars(): Promise<boolean> {
      if (!main) return true;
      const { series } = main;
      const isRead = await series.around(momentMs(), 1, signal).then(
        () => true,
        () => false,
      );
      return !isRead || closedCount(series.row(), series.hours, momentMs()) > 0;
    },
    /** Removes the trades of this replay and of earlier ones; open positions stay. Returns how to bring them back. */
    clearTrades(): () => void {
      const takeBack = deps.trades.clear();
      const restore = ledger.clear();
      return () => {
        takeBack();
        restore();
      };
    },
    /** Aborted once the replay has ended. */
    ending: signal,
    /** The chart goes on with live bars, which the page opens. */
    end(): void {
      if (signal.aborted) return;
      // Open positions are left at their last price.
      deps.trades.keep(ledger.own());
      ending.abort();
      queue.clear();
      player.pause();
      moment.set(null);
    },
  };
}
