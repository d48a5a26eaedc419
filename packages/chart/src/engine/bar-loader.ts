import type { LoadState } from '../chart-events.ts';
import type { BarSource, BarsPage, ChartBar } from '../chart-source.ts';
import type { BarStore } from '../state/bar-store.ts';
import type { LoadProgress } from '../state/chart-state.ts';

const MOST_BARS_ON_A_PHONE = 20_000;

/** A sum is finite only if all its parts are. */
function isDrawable({ time, open, high, low, close }: ChartBar): boolean {
  return Number.isFinite(time + open + high + low + close);
}

function isInOrder(bars: readonly ChartBar[], beforeMs: number): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const bar of bars) {
    if (!(bar.time > before) || !isDrawable(bar)) return false;
    before = bar.time;
  }
  return before < beforeMs;
}

/**
 * The drawable bars of a page: finite, ascending, one per time, all before `beforeMs`. A single NaN on an axis would make
 * the whole axis NaN.
 */
function cleanPage(bars: readonly ChartBar[], beforeMs: number): readonly ChartBar[] {
  // Nearly every page is in order: it is read once and not copied.
  if (isInOrder(bars, beforeMs)) return bars;
  const byTime = new Map<number, ChartBar>();
  for (const bar of bars) {
    if (isDrawable(bar) && bar.time < beforeMs) byTime.set(bar.time, bar);
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/** No older pages are loaded from this many bars on. */
function mostBars(): number {
  return matchMedia('(pointer: coarse)').matches ? MOST_BARS_ON_A_PHONE : Number.POSITIVE_INFINITY;
}

type LoaderDeps = {
  now: () => number;
  bars: Pick<BarStore, 'at' | 'length'>;
  progress: LoadProgress;
  /** Bars to draw until the first page arrives. */
  onPart: (bars: readonly ChartBar[]) => void;
  /** The first page, which replaces all bars. */
  onFirst: (bars: readonly ChartBar[]) => void;
  /** A page older than all bars. */
  onOlder: (bars: readonly ChartBar[]) => void;
  onLoad: (state: LoadState) => void;
};

type FirstLoad = Extract<LoadState, { kind: 'first' }>;
type Goal = { untilMs: number; done: () => void };

/**
 * Loads a source page by page, newest first. Answers for a source that was left are dropped. A failed page is no beginning
 * of history; it is requested again only by `retry` or `reload`.
 */
export class BarLoader {
  readonly #deps: LoaderDeps;
  readonly #progress: LoadProgress;
  readonly #mostBars = mostBars();
  #source: BarSource | null = null;
  /** Aborts the requests to the current source. */
  #requests = new AbortController();
  /** Bars drawn so far from partial answers; Infinity once the first whole page is drawn. */
  #partBars = 0;
  #goal: Goal | null = null;

  constructor(deps: LoaderDeps) {
    this.#deps = deps;
    this.#progress = deps.progress;
  }

  open(source: BarSource): void {
    this.#source = source;
    this.#partBars = 0;
    this.#goal = null;
    Object.assign(this.#progress, { phase: 'closed', hasOlder: false, failed: null });
    this.#loadFirst();
  }

  reload(): void {
    if (this.#source) this.#loadFirst();
  }

  retry(): void {
    const { failed, phase } = this.#progress;
    if (failed === 'first') this.#loadFirst();
    else if (failed === 'older' && phase === 'idle') this.#loadOlder();
  }

  /** Requests one older page, unless one is loading, has failed, or none is left. */
  loadOlder(): void {
    const { phase, hasOlder, failed } = this.#progress;
    if (phase === 'idle' && hasOlder && !failed && this.#hasRoom()) this.#loadOlder();
  }

  /** Loads pages back to a time, to the beginning or to a failure; then calls back. */
  reachBack(untilMs: number, done: () => void): void {
    this.#goal = { untilMs, done };
    this.#pursueGoal();
  }

  /** Drops the goal of `reachBack`, as the user looks elsewhere. */
  forgetGoal(): void {
    this.#goal = null;
  }

  close(): void {
    this.#requests.abort();
    this.#source = null;
    this.#goal = null;
    this.#progress.phase = 'closed';
  }

  #hasRoom(): boolean {
    return this.#deps.bars.length() < this.#mostBars;
  }

  #request(
    read: (source: BarSource, signal: AbortSignal) => Promise<BarsPage>,
    accept: (page: BarsPage) => void,
    part: 'first' | 'older',
  ): void {
    const source = this.#source;
    const { signal } = this.#requests;
    if (!source) return;
    // Inside a promise a source that throws fails like one that rejects.
    Promise.resolve()
      .then(() => read(source, signal))
      .then(
        (page) => {
          if (!signal.aborted) accept(page);
        },
        (error: unknown) => {
          if (!signal.aborted) this.#fail(part, error);
        },
      );
  }

  #loadFirst(): void {
    const { phase, failed } = this.#progress;
    this.#requests.abort();
    this.#requests = new AbortController();
    this.#progress.phase = 'first';
    this.#progress.failed = null;
    const state: FirstLoad = {
      kind: 'first',
      startedAtMs: this.#deps.now(),
      hasBars: this.#partBars > 0,
      isRetry: failed === 'first' || phase === 'first',
    };
    this.#deps.onLoad(state);
    this.#request(
      (source, signal) =>
        source.loadNewest(signal, (part) => {
          if (!signal.aborted) this.#takePart(state, part);
        }),
      (page) => {
        const bars = cleanPage(page.bars, Number.POSITIVE_INFINITY);
        this.#partBars = Number.POSITIVE_INFINITY;
        this.#succeed(page, () => this.#deps.onFirst(bars));
      },
      'first',
    );
  }

  /** Draws a part of the first page if it has more bars than are drawn. */
  #takePart(state: FirstLoad, part: readonly ChartBar[]): void {
    const bars = cleanPage(part, Number.POSITIVE_INFINITY);
    if (bars.length <= this.#partBars) return;
    this.#partBars = bars.length;
    this.#deps.onPart(bars);
    this.#deps.onLoad({ ...state, hasBars: true });
  }

  #loadOlder(): void {
    const first = this.#deps.bars.at(0)?.time;
    if (first === undefined) return;
    this.#progress.phase = 'older';
    this.#progress.failed = null;
    this.#deps.onLoad({ kind: 'older' });
    this.#request(
      (source, signal) => source.loadOlder(first, signal),
      (page) => {
        const bars = cleanPage(page.bars, first);
        if (bars.length === 0 && page.hasOlder) {
          this.#fail('older', new Error('A page of older bars came back empty.'));
        } else {
          this.#succeed(page, () => bars.length > 0 && this.#deps.onOlder(bars));
        }
      },
      'older',
    );
  }

  #succeed(page: BarsPage, take: () => void): void {
    this.#progress.phase = 'idle';
    this.#progress.failed = null;
    this.#progress.hasOlder = page.hasOlder;
    take();
    if (page.failure !== undefined) {
      this.#fail('older', page.failure);
      return;
    }
    this.#deps.onLoad({ kind: 'idle' });
    this.#pursueGoal();
  }

  #fail(part: 'first' | 'older', error: unknown): void {
    this.#progress.phase = 'idle';
    this.#progress.failed = part;
    const message = error instanceof Error ? error.message : String(error);
    const hasBars = this.#partBars > 0;
    this.#deps.onLoad({ kind: 'failed', part, message, hasBars, cause: error });
    this.#settleGoal();
  }

  #pursueGoal(): void {
    const { phase, hasOlder, failed } = this.#progress;
    if (!this.#goal || phase !== 'idle') return;
    const first = this.#deps.bars.at(0)?.time;
    const isReached = first !== undefined && first <= this.#goal.untilMs;
    if (isReached || !hasOlder || failed || !this.#hasRoom()) this.#settleGoal();
    else this.#loadOlder();
  }

  #settleGoal(): void {
    const goal = this.#goal;
    this.#goal = null;
    goal?.done();
  }
}
