import type { BarSource, BarsPage, ChartBar, LoadState } from '../chart-engine.ts';
import { cleanPage } from './clean-page.ts';
import { createRetryPace } from './retry-pace.ts';

export type HistoryDeps = {
  now: () => number;
  /** Time of the oldest bar held; null where there is none. */
  firstTime: () => number | null;
  /** Whether memory allows another page. */
  hasRoom: () => boolean;
  /** The newest page of what was opened replaces all bars. */
  onFirst: (bars: ChartBar[]) => void;
  /** A page older than all bars held. */
  onOlder: (bars: ChartBar[]) => void;
  onLoad: (state: LoadState) => void;
};

/** Loads a source page by page, newest first. An answer for what was left is dropped; an error never ends history. */
export type History = {
  open: (source: BarSource) => void;
  reload: () => void;
  /**
   * Asks for one older page, unless one is under way or none is left. After a failure only if `isAgain`, and not
   * more often than the pace allows.
   */
  loadOlder: (ask: { isAgain: boolean }) => void;
  /** Loads pages until the oldest bar is not after a time, or the beginning, or a failure; then calls back. */
  reachBack: (untilMs: number, done: () => void) => void;
  /** Drops the goal of `reachBack`: the user looks elsewhere. */
  forgetGoal: () => void;
  /** Tries again at once what failed. */
  retry: () => void;
  reachedBeginning: () => boolean;
  /** Whether the span before the oldest bar exists but could not be loaded. */
  hasFailedSpan: () => boolean;
  isLoadingOlder: () => boolean;
  close: () => void;
};

type Goal = { untilMs: number; done: () => void };

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function createHistory(deps: HistoryDeps): History {
  const pace = createRetryPace();
  let abort = new AbortController();
  let source: BarSource | null = null;
  let phase: 'closed' | 'first' | 'idle' | 'older' = 'closed';
  let hasOlder = false;
  let failed: 'first' | 'older' | null = null;
  let goal: Goal | null = null;

  const settleGoal = () => {
    const reached = goal;
    goal = null;
    reached?.done();
  };
  const pursueGoal = () => {
    if (!goal || phase !== 'idle') return;
    const first = deps.firstTime();
    const isReached = first !== null && first <= goal.untilMs;
    if (isReached || !hasOlder || failed || !deps.hasRoom()) settleGoal();
    else loadPage();
  };
  const fail = (part: 'first' | 'older', error: unknown) => {
    phase = 'idle';
    failed = part;
    pace.failed(deps.now());
    deps.onLoad({ kind: 'failed', part, message: messageOf(error) });
    settleGoal();
  };
  /** Runs a request for what is open now: whatever comes after something else was opened is dropped. */
  const ask = (
    request: (source: BarSource, signal: AbortSignal) => Promise<BarsPage>,
    part: 'first' | 'older',
    accept: (page: BarsPage) => void,
  ) => {
    const asked = abort;
    const from = source;
    if (!from) return;
    // Through a promise in any case, so that a source that throws at once fails like one that rejects.
    Promise.resolve()
      .then(() => request(from, asked.signal))
      .then(
        (page) => asked === abort && accept(page),
        (error: unknown) => asked === abort && fail(part, error),
      );
  };
  const succeed = (page: BarsPage) => {
    phase = 'idle';
    failed = null;
    pace.succeeded();
    hasOlder = page.hasOlder;
  };
  const loadFirst = () => {
    phase = 'first';
    failed = null;
    deps.onLoad({ kind: 'first', startedAtMs: deps.now() });
    ask(
      (from, signal) => from.loadNewest(signal),
      'first',
      (page) => {
        succeed(page);
        deps.onFirst(cleanPage(page.bars, Number.POSITIVE_INFINITY));
        deps.onLoad({ kind: 'idle' });
        pursueGoal();
      },
    );
  };
  const loadPage = () => {
    const first = deps.firstTime();
    if (first === null) return;
    phase = 'older';
    failed = null;
    deps.onLoad({ kind: 'older' });
    ask(
      (from, signal) => from.loadOlder(first, signal),
      'older',
      (page) => {
        const bars = cleanPage(page.bars, first);
        if (bars.length === 0 && page.hasOlder) {
          fail('older', new Error('A page of older bars came back empty.'));
          return;
        }
        succeed(page);
        if (bars.length > 0) deps.onOlder(bars);
        deps.onLoad({ kind: 'idle' });
        pursueGoal();
      },
    );
  };
  const restart = () => {
    abort.abort();
    abort = new AbortController();
    pace.succeeded();
    loadFirst();
  };

  return {
    open(next) {
      source = next;
      hasOlder = false;
      goal = null;
      restart();
    },
    reload() {
      if (source) restart();
    },
    loadOlder({ isAgain }) {
      if (phase !== 'idle' || !hasOlder || failed === 'first' || !deps.hasRoom()) return;
      if (failed && !(isAgain && pace.mayTry(deps.now()))) return;
      loadPage();
    },
    reachBack(untilMs, done) {
      goal = { untilMs, done };
      pursueGoal();
    },
    forgetGoal() {
      goal = null;
    },
    retry() {
      if (failed === 'first') restart();
      else if (failed === 'older' && phase === 'idle') loadPage();
    },
    reachedBeginning: () => phase !== 'closed' && phase !== 'first' && !hasOlder && !failed,
    hasFailedSpan: () => failed === 'older',
    isLoadingOlder: () => phase === 'older',
    close() {
      abort.abort();
      abort = new AbortController();
      phase = 'closed';
      source = null;
      goal = null;
    },
  };
}
