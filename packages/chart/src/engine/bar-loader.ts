import type { LoadState } from '../chart-events.ts';
import type { BarSource, BarsPage, ChartBar } from '../chart-source.ts';
import type { BarStore } from '../state/bar-store.ts';
import type { LoadProgress, Page } from '../state/chart-state.ts';

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
  bars: Pick<BarStore, 'at' | 'length' | 'isAway' | 'newest'>;
  progress: LoadProgress;
  /** Bars to draw until the first page arrives. */
  onPart: (bars: readonly ChartBar[]) => void;
  /** The first page, which replaces all bars. */
  onFirst: (bars: readonly ChartBar[]) => void;
  /** A page older than all drawn bars. */
  onOlder: (bars: readonly ChartBar[]) => void;
  /** A page newer than all drawn bars while they do not reach to the newest one; empty where none are left. */
  onNewer: (bars: readonly ChartBar[]) => void;
  /** Bars around a distant time, which are drawn instead of the newest ones. */
  onDistant: (bars: readonly ChartBar[]) => void;
  /** The newest bars are drawn again. */
  onReturn: () => void;
  onLoad: (state: LoadState) => void;
};

type FirstLoad = Extract<LoadState, { kind: 'first' }>;
type Goal = { untilMs: number; done: () => void };
/** −Infinity is the first bar of history. */
type Jump = { timeMs: number; done: () => void };

/**
 * Loads a source page by page, newest first; a distant time is loaded with the pages around it, and the bars in between
 * only as the user moves towards them. Answers for a source that was left are dropped. A failed page is no beginning
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
  /** Waits for the newest bars, is being loaded, or has failed. */
  #jump: Jump | null = null;
  /** Older bars than the newest ones are left, which are not drawn at present. */
  #hasOlderThanNewest = false;

  constructor(deps: LoaderDeps) {
    this.#deps = deps;
    this.#progress = deps.progress;
  }

  open(source: BarSource): void {
    this.#source = source;
    this.#partBars = 0;
    this.#goal = null;
    this.#jump = null;
    Object.assign(this.#progress, { phase: 'closed', hasOlder: false, failed: null });
    this.#loadFirst();
  }

  reload(): void {
    if (this.#source) this.#loadFirst();
  }

  retry(): void {
    const { failed, phase } = this.#progress;
    if (failed === 'first') this.#loadFirst();
    else if (phase !== 'idle') return;
    else if (failed === 'older') this.#loadOlder();
    else if (failed === 'newer') this.#loadNewer();
    else if (failed === 'distant') this.#loadDistant();
  }

  /** Requests one older page, unless one is loading, has failed, or none is left. */
  loadOlder(): void {
    const { phase, hasOlder, failed } = this.#progress;
    if (phase === 'idle' && hasOlder && !failed && this.#hasRoom()) this.#loadOlder();
  }

  /** Requests one newer page, if the drawn bars do not reach to the newest one; otherwise as `loadOlder`. */
  loadNewer(): void {
    const { phase, failed } = this.#progress;
    if (phase === 'idle' && this.#deps.bars.isAway() && !failed) this.#loadNewer();
  }

  /**
   * Draws the bars around a time, by −Infinity the first bars of history, and calls back. Bars that are loaded already
   * are not requested; others replace the drawn ones.
   */
  goTo(timeMs: number, done: () => void): void {
    this.#goal = null;
    this.#jump = { timeMs, done };
    if (this.#progress.phase !== 'first') this.#pursueJump();
  }

  /** Draws the newest bars again. */
  comeBack(): void {
    this.forgetGoal();
    if (!this.#deps.bars.isAway()) return;
    this.#abandonPage();
    this.#progress.hasOlder = this.#hasOlderThanNewest;
    this.#deps.onReturn();
  }

  /** Loads pages back to a time, to the beginning or to a failure; then calls back. */
  reachBack(untilMs: number, done: () => void): void {
    this.#goal = { untilMs, done };
    this.#pursueGoal();
  }

  /** Drops the goals of `reachBack` and `goTo`, as the user looks elsewhere. */
  forgetGoal(): void {
    this.#goal = null;
    this.#jump = null;
    const { phase, failed } = this.#progress;
    if (phase === 'distant' || failed === 'distant') this.#abandonPage();
  }

  close(): void {
    this.#requests.abort();
    this.#source = null;
    this.#goal = null;
    this.#jump = null;
    this.#progress.phase = 'closed';
  }

  /** Drops a page beyond the first one that is loading or has failed. */
  #abandonPage(): void {
    const { phase, failed } = this.#progress;
    if (![phase, failed].some((one) => one === 'older' || one === 'newer' || one === 'distant'))
      return;
    this.#requests.abort();
    this.#requests = new AbortController();
    this.#progress.phase = 'idle';
    this.#progress.failed = null;
    this.#deps.onLoad({ kind: 'idle' });
  }

  #hasRoom(): boolean {
    return this.#deps.bars.length() < this.#mostBars;
  }

  #request(
    read: (source: BarSource, signal: AbortSignal) => Promise<BarsPage>,
    accept: (page: BarsPage) => void,
    part: 'first' | Page,
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
        // Before any of its bars, those of the former chart may still be drawn.
        const isAway = this.#partBars > 0 && this.#deps.bars.isAway();
        this.#partBars = Number.POSITIVE_INFINITY;
        this.#hasOlderThanNewest = page.hasOlder;
        const hasOlder = isAway ? this.#progress.hasOlder : page.hasOlder;
        this.#succeed({ ...page, hasOlder }, () => this.#deps.onFirst(bars));
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

  #begin(page: Page): void {
    this.#progress.phase = page;
    this.#progress.failed = null;
    this.#deps.onLoad({ kind: 'older' });
  }

  #loadNewer(): void {
    const { bars, onNewer } = this.#deps;
    const lastMs = bars.at(bars.length() - 1)?.time;
    if (lastMs === undefined) return;
    this.#begin('newer');
    this.#request(
      async (source, signal) =>
        (await source.loadNewer?.(lastMs, signal)) ?? { bars: [], hasOlder: true },
      (page) => {
        const newer = cleanPage(page.bars, Number.POSITIVE_INFINITY);
        const { hasOlder } = this.#progress;
        this.#succeed({ ...page, hasOlder }, () =>
          onNewer(newer.filter(({ time }) => time > lastMs)),
        );
      },
      'newer',
    );
  }

  /** The jump is done at once if its bars are drawn. */
  #pursueJump(): void {
    const jump = this.#jump;
    if (!jump) return;
    const { bars } = this.#deps;
    const { timeMs, done } = jump;
    const isAmongNewest = timeMs >= (bars.newest.at(0)?.time ?? Number.POSITIVE_INFINITY);
    if (isAmongNewest || this.#hasDrawn(timeMs)) {
      if (isAmongNewest) this.comeBack();
      this.#jump = null;
      done();
    } else if (this.#progress.failed === 'first') {
      // Another page would hide the failure, and the newest bars would not be requested again.
      return;
    } else if (this.#source?.loadNewer) {
      this.#abandonPage();
      this.#loadDistant();
    } else {
      // The pages of such a source follow one another.
      this.#jump = null;
      this.reachBack(timeMs, done);
    }
  }

  #hasDrawn(timeMs: number): boolean {
    const { bars } = this.#deps;
    const firstMs = bars.at(0)?.time ?? Number.POSITIVE_INFINITY;
    const lastMs = bars.at(bars.length() - 1)?.time ?? Number.NEGATIVE_INFINITY;
    return (firstMs <= timeMs || !this.#progress.hasOlder) && timeMs <= lastMs;
  }

  #loadDistant(): void {
    const jump = this.#jump;
    if (!jump) return;
    const { timeMs } = jump;
    this.#begin('distant');
    this.#request(
      async (source, signal) => {
        const [older, newer] = await Promise.all([
          timeMs === Number.NEGATIVE_INFINITY ? null : source.loadOlder(timeMs, signal),
          source.loadNewer?.(timeMs - 1, signal),
        ]);
        const bars = [...(older?.bars ?? []), ...(newer?.bars ?? [])];
        const edge = older && older.bars.length > 0 ? older : newer;
        return { ...edge, bars, hasOlder: edge?.hasOlder ?? false };
      },
      (page) => {
        const bars = cleanPage(page.bars, Number.POSITIVE_INFINITY);
        if (bars.length === 0) return this.#fail('distant', new Error('There are no bars.'));
        this.#jump = null;
        this.#succeed(page, () => {
          this.#deps.onDistant(bars);
          jump.done();
        });
      },
      'distant',
    );
  }

  #loadOlder(): void {
    const first = this.#deps.bars.at(0)?.time;
    if (first === undefined) return;
    this.#begin('older');
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
    if (page.failure === undefined) {
      this.#deps.onLoad({ kind: 'idle' });
      this.#pursueGoal();
    } else this.#fail('older', page.failure);
    this.#pursueJump();
  }

  #fail(part: 'first' | Page, error: unknown): void {
    this.#progress.phase = 'idle';
    this.#progress.failed = part;
    const message = error instanceof Error ? error.message : String(error);
    const hasBars = this.#partBars > 0;
    const told = part === 'first' ? part : 'older';
    this.#deps.onLoad({ kind: 'failed', part: told, message, hasBars, cause: error });
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
