import { SECOND_MS } from '@moneytrail/calendar';
import type { LoadState } from '../chart-events.ts';
import type { BarSource, BarsPage, ChartBar } from '../chart-source.ts';
import { cleanPage } from './clean-page.ts';

export type HistoryDeps = {
  now: () => number;
  /** Time of the oldest bar held; null where there is none. */
  firstTime: () => number | null;
  /** Whether memory allows another page. */
  hasRoom: () => boolean;
  /** Bars to draw until the newest page of what was opened is there. */
  onPart: (bars: readonly ChartBar[]) => void;
  /** The newest page of what was opened replaces all bars. */
  onFirst: (bars: readonly ChartBar[]) => void;
  /** A page older than all bars held. */
  onOlder: (bars: readonly ChartBar[]) => void;
  onLoad: (state: LoadState) => void;
};

/** Loads a source page by page, newest first. An answer for what was left is dropped; an error never ends history. */
export type History = {
  open: (source: BarSource) => void;
  reload: () => void;
  /**
   * Asks for one older page, unless one is under way or none is left. After a failure only if `isAgain`, and not
   * more often than the backoff allows.
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

/** Requests pages of a source. What comes after something else was opened is dropped, answer and error alike. */
type Requester = {
  /** From here on only requests to this source count; those under way are aborted. */
  switchTo: (source: BarSource | null) => void;
  ask: (
    request: (source: BarSource, signal: AbortSignal) => Promise<BarsPage>,
    accept: (page: BarsPage) => void,
    fail: (error: unknown) => void,
  ) => void;
};

function createRequester(): Requester {
  let source: BarSource | null = null;
  let current = new AbortController();
  return {
    switchTo(next) {
      current.abort();
      current = new AbortController();
      source = next;
    },
    ask(request, accept, fail) {
      const asked = current;
      const from = source;
      if (!from) return;
      // Through a promise in any case, so that a source that throws at once fails like one that rejects.
      Promise.resolve()
        .then(() => request(from, asked.signal))
        .then(
          (page) => asked === current && accept(page),
          (error: unknown) => asked === current && fail(error),
        );
    },
  };
}

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 30 * SECOND_MS;

/** How soon a failed page may be asked for again by scrolling: 1 s, twice as long each time, at most 30 s. */
type Backoff = {
  failed: (nowMs: number) => void;
  succeeded: () => void;
  mayTry: (nowMs: number) => boolean;
};

function createBackoff(): Backoff {
  let failures = 0;
  let notBeforeMs = 0;
  return {
    failed(nowMs) {
      notBeforeMs = nowMs + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      failures += 1;
    },
    succeeded() {
      failures = 0;
      notBeforeMs = 0;
    },
    mayTry: (nowMs) => nowMs >= notBeforeMs,
  };
}

type Part = 'first' | 'older';
type Loading = {
  deps: HistoryDeps;
  requester: Requester;
  backoff: Backoff;
  source: BarSource | null;
  phase: 'closed' | 'first' | 'idle' | 'older';
  hasOlder: boolean;
  failed: Part | null;
  /** How many bars of what was opened are drawn before its first page; infinite from that page on. */
  partBars: number;
  goal: { untilMs: number; done: () => void } | null;
};

function settleGoal(loading: Loading): void {
  const { goal } = loading;
  loading.goal = null;
  goal?.done();
}

function pursueGoal(loading: Loading): void {
  const { goal, deps, hasOlder, failed } = loading;
  if (!goal || loading.phase !== 'idle') return;
  const first = deps.firstTime();
  const isReached = first !== null && first <= goal.untilMs;
  if (isReached || !hasOlder || failed || !deps.hasRoom()) settleGoal(loading);
  else loadOlderPage(loading);
}

function fail(loading: Loading, part: Part, error: unknown): void {
  const { deps, backoff } = loading;
  loading.phase = 'idle';
  loading.failed = part;
  backoff.failed(deps.now());
  const message = error instanceof Error ? error.message : String(error);
  const hasBars = loading.partBars > 0;
  deps.onLoad({ kind: 'failed', part, message, hasBars, cause: error });
  settleGoal(loading);
}

function succeed(loading: Loading, page: BarsPage, take: () => void): void {
  loading.phase = 'idle';
  loading.failed = null;
  loading.hasOlder = page.hasOlder;
  loading.backoff.succeeded();
  take();
  if (page.failure !== undefined) {
    fail(loading, 'older', page.failure);
    return;
  }
  loading.deps.onLoad({ kind: 'idle' });
  pursueGoal(loading);
}

type FirstLoad = Extract<LoadState, { kind: 'first' }>;

/** Draws what comes before the first page, as far as it is more than what is drawn. */
function takePart(loading: Loading, state: FirstLoad, part: readonly ChartBar[]): void {
  const { deps } = loading;
  const bars = cleanPage(part, Number.POSITIVE_INFINITY);
  if (bars.length <= loading.partBars) return;
  loading.partBars = bars.length;
  deps.onPart(bars);
  deps.onLoad({ ...state, hasBars: true });
}

function loadFirstPage(loading: Loading): void {
  const { deps, requester, backoff } = loading;
  const isRetry = loading.failed === 'first' || loading.phase === 'first';
  requester.switchTo(loading.source);
  backoff.succeeded();
  loading.phase = 'first';
  loading.failed = null;
  const hasBars = loading.partBars > 0;
  const state: FirstLoad = { kind: 'first', startedAtMs: deps.now(), hasBars, isRetry };
  deps.onLoad(state);
  requester.ask(
    (source, signal) =>
      source.loadNewest(signal, (part) => {
        if (!signal.aborted) takePart(loading, state, part);
      }),
    (page) => {
      const bars = cleanPage(page.bars, Number.POSITIVE_INFINITY);
      loading.partBars = Number.POSITIVE_INFINITY;
      succeed(loading, page, () => deps.onFirst(bars));
    },
    (error) => fail(loading, 'first', error),
  );
}

function loadOlderPage(loading: Loading): void {
  const { deps, requester } = loading;
  const first = deps.firstTime();
  if (first === null) return;
  loading.phase = 'older';
  loading.failed = null;
  deps.onLoad({ kind: 'older' });
  requester.ask(
    (source, signal) => source.loadOlder(first, signal),
    (page) => {
      const bars = cleanPage(page.bars, first);
      if (bars.length === 0 && page.hasOlder) {
        fail(loading, 'older', new Error('A page of older bars came back empty.'));
      } else {
        succeed(loading, page, () => bars.length > 0 && deps.onOlder(bars));
      }
    },
    (error) => fail(loading, 'older', error),
  );
}

function mayLoadOlder(
  { deps, phase, hasOlder, failed, backoff }: Loading,
  isAgain: boolean,
): boolean {
  if (phase !== 'idle' || !hasOlder || failed === 'first' || !deps.hasRoom()) return false;
  return failed === null || (isAgain && backoff.mayTry(deps.now()));
}

export function createHistory(deps: HistoryDeps): History {
  const loading: Loading = {
    deps,
    requester: createRequester(),
    backoff: createBackoff(),
    source: null,
    phase: 'closed',
    hasOlder: false,
    failed: null,
    partBars: 0,
    goal: null,
  };
  return {
    open(source) {
      Object.assign(loading, { source, hasOlder: false, partBars: 0, goal: null });
      Object.assign(loading, { phase: 'closed', failed: null });
      loadFirstPage(loading);
    },
    reload() {
      if (loading.source) loadFirstPage(loading);
    },
    loadOlder({ isAgain }) {
      if (mayLoadOlder(loading, isAgain)) loadOlderPage(loading);
    },
    reachBack(untilMs, done) {
      loading.goal = { untilMs, done };
      pursueGoal(loading);
    },
    forgetGoal() {
      loading.goal = null;
    },
    retry() {
      if (loading.failed === 'first') loadFirstPage(loading);
      else if (loading.failed === 'older' && loading.phase === 'idle') loadOlderPage(loading);
    },
    reachedBeginning() {
      const { phase, hasOlder, failed } = loading;
      return phase !== 'closed' && phase !== 'first' && !hasOlder && !failed;
    },
    hasFailedSpan: () => loading.failed === 'older',
    isLoadingOlder: () => loading.phase === 'older',
    close() {
      Object.assign(loading, { source: null, phase: 'closed', goal: null });
      loading.requester.switchTo(null);
    },
  };
}
