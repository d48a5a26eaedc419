import { SECOND_MS } from '@moneytrail/calendar';
import type { ChartEngine, UndoCommand } from '@moneytrail/chart';
import { record } from '../../../lib/record.ts';
import type { Drafts } from './drafts.ts';
import {
  deltaOf,
  isEmpty,
  type LayoutParts,
  type PartsDelta,
  readDelta,
  withDelta,
} from './layout-parts.ts';
import type { ApplyRule, SavableChart } from './savable-chart.ts';

const MOST_STEPS = 50;
/** In UTF-16 units: browsers keep about five million for all of the page. */
const MOST_STORED = 250_000;
/** Changes of the same parts within this time are one step, as while a colour is being chosen. */
const JOINED_MS = SECOND_MS;
const STEP: ApplyRule = { keepsEarly: false, opensInstrument: false };

/** A change of the user; each side holds the parts that differ from the other. */
type Step = { before: PartsDelta; after: PartsDelta };

/** The parts whose changes the engine can undo. */
const UNDOABLE = /^(?:study:|drawing:|compared:|inputs\/|panes$|paneOrder$|paneFolds\/)/;

/** Null for several charts: a step would not tell which of them it belongs to. */
function undoable({ values, orders }: LayoutParts): LayoutParts | null {
  if (values.has('grid/first')) return null;
  return { values: new Map([...values].filter(([key]) => UNDOABLE.test(key))), orders };
}

/** Both changes as one. */
function joined(first: Step, second: Step): Step {
  const { values: from } = first.before;
  const before = { ...second.before.values, ...from };
  const after = { ...first.after.values, ...second.after.values };
  for (const key of Object.keys(before)) {
    if (before[key] === after[key]) {
      delete before[key];
      delete after[key];
    }
  }
  return {
    before: { values: before, orders: { ...second.before.orders, ...first.before.orders } },
    after: { values: after, orders: { ...first.after.orders, ...second.after.orders } },
  };
}

function hasSameKeys({ values: one }: PartsDelta, { values: other }: PartsDelta): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other);
}

function isSameDelta(one: PartsDelta, other: PartsDelta): boolean {
  if (!hasSameKeys(one, other)) return false;
  const keys = Object.keys(one.values);
  // The order follows from added and removed things, unless it is the only change.
  if (keys.length === 0) return JSON.stringify(one.orders) === JSON.stringify(other.orders);
  return keys.every((key) => one.values[key] === other.values[key]);
}

/** The newest steps, in turn, that lead to the present parts; a step before another change would revert that too. */
function fitting(
  steps: readonly Step[],
  parts: LayoutParts,
  [from, to]: readonly ['after', 'before'] | readonly ['before', 'after'],
): Step[] {
  const state = new Map<string, string | null>(parts.values);
  const first = steps.findLastIndex((step) => {
    const isHere = Object.entries(step[from].values).every(
      ([key, text]) => (state.get(key) ?? null) === text,
    );
    for (const [key, text] of Object.entries(step[to].values)) state.set(key, text);
    return !isHere;
  });
  return steps.slice(first + 1);
}

function readSteps(stored: unknown): Step[] {
  const entries: unknown[] = Array.isArray(stored) ? stored : [];
  return entries.flatMap((entry) => {
    const [before, after] = [readDelta(record(entry).before), readDelta(record(entry).after)];
    return before && after ? [{ before, after }] : [];
  });
}

type Deps = {
  chart: Pick<SavableChart, 'initial' | 'read' | 'apply' | 'contentOf'>;
  history: Pick<ChartEngine['history'], 'restore'> & {
    /** Drops the steps that bring back charts of the page. */
    forgetGrid: () => void;
    /** Calls back with each step that is made, changed, undone or redone, before the chart tells of its change. */
    onStep: (listener: () => void) => void;
  };
  store: Drafts['steps'];
  clock: { now: () => number };
  userId: string;
};

/**
 * Follows the user's changes as steps that can be stored: undo then reaches back over a reload, and over changes that
 * come from elsewhere and touch other parts. The engine undoes the steps of this page by itself.
 */
export class UndoKeeper {
  readonly #deps: Deps;
  #parts: LayoutParts | null;
  #done: Step[] = [];
  /** The next one to redo is the last. */
  #undone: Step[] = [];
  /** The newest step consists of changes that are shown before they are kept, as by a dialog. */
  #isOpen = false;
  /** A step was made, undone or redone since the last change of the chart. */
  #isStepped = false;
  /** Time of the newest step, while later changes may join it. */
  #addedAtMs: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#parts = deps.chart.initial && undoable(deps.chart.initial.parts());
    deps.history.onStep(() => {
      this.#isStepped = !this.#isOpen;
      this.#isOpen = false;
    });
  }

  /** The user has changed the chart. */
  changed(): void {
    const before = this.#parts;
    const now = this.#look();
    if (!before || !now) {
      // The arrangement of several charts was a step, so that nothing can be redone.
      this.#undone = [];
      this.#isOpen = false;
      // Steps from before that belong to the chart that is left, or do not fit it.
      if (now) this.#done = fitting(this.#done, now, ['after', 'before']);
      return;
    }
    const step = { before: deltaOf(now, before), after: deltaOf(before, now) };
    if (isEmpty(step.after)) {
      // The step was a change of the instrument, which is not stored.
      this.#isStepped = false;
      return;
    }
    const [last, next] = [this.#done.at(-1), this.#undone.at(-1)];
    const isStepped = this.#isStepped;
    this.#isStepped = false;
    if (!isStepped) {
      this.#show(step, last);
      return;
    }
    this.#isOpen = false;
    const isUndone = last && isSameDelta(step.after, last.before);
    const isRedone = next && isSameDelta(step.after, next.after);
    if (isUndone) this.#undone.push(...this.#done.splice(-1));
    else if (isRedone) this.#done.push(...this.#undone.splice(-1));
    else this.#add(step, last);
    if (isUndone || isRedone) this.#addedAtMs = null;
  }

  /** The chart was replaced, or joined with changes from elsewhere: steps that still fit can be undone. */
  replaced(): void {
    const now = this.#look();
    if (now) this.#restore(this.#done, this.#undone, now);
  }

  /** Another layout was opened: its chart has no steps. */
  clear(): void {
    this.#look();
    [this.#done, this.#undone] = [[], []];
    this.#deps.history.forgetGrid();
    this.#closeStep();
  }

  /** The user has replaced the chart as one step. */
  changedAtOnce(): void {
    this.#addedAtMs = null;
    this.changed();
    this.replaced();
  }

  /** Takes up the steps from before a reload, as far as they lead to the present chart. */
  resume(): void {
    const now = this.#look();
    let stored: unknown;
    try {
      stored = JSON.parse(this.#deps.store.read() ?? 'null');
    } catch {
      stored = null;
    }
    const { userId, done, undone } = record(stored);
    if (now && userId === this.#deps.userId) this.#restore(readSteps(done), readSteps(undone), now);
  }

  /** Stores the steps in the browser, the newest ones where they are too large. */
  keep(): void {
    const { userId, store } = this.#deps;
    const undone = this.#undone;
    let done = this.#done;
    const text = () => JSON.stringify({ userId, done, undone });
    while (done.length > 0 && text().length > MOST_STORED) {
      done = done.slice(Math.ceil(done.length / 2));
    }
    const isStored = done.length + undone.length > 0 && text().length <= MOST_STORED;
    store.keep(isStored ? text() : null);
  }

  #look(): LayoutParts | null {
    const now = this.#deps.chart.read();
    this.#parts = now && undoable(now.parts());
    return this.#parts;
  }

  /** Adds a change that is shown before it is kept; all of them become one step. */
  #show(step: Step, last: Step | undefined): void {
    const whole = this.#isOpen && last ? joined(last, step) : step;
    if (this.#isOpen) this.#done.splice(-1);
    this.#isOpen = !isEmpty(whole.after);
    if (this.#isOpen) this.#done = [...this.#done, whole].slice(-MOST_STEPS);
    this.#undone = [];
    this.#addedAtMs = null;
  }

  #add(step: Step, last: Step | undefined): void {
    const nowMs = this.#deps.clock.now();
    const isJoined =
      last !== undefined &&
      this.#addedAtMs !== null &&
      nowMs - this.#addedAtMs < JOINED_MS &&
      hasSameKeys(last.after, step.after);
    if (isJoined) this.#done.splice(-1, 1, { before: last.before, after: step.after });
    else this.#done.push(step);
    this.#done = this.#done.slice(-MOST_STEPS);
    this.#undone = [];
    this.#addedAtMs = nowMs;
  }

  #restore(done: readonly Step[], undone: readonly Step[], now: LayoutParts): void {
    if (done.length + undone.length === 0) return;
    this.#done = fitting(done, now, ['after', 'before']);
    this.#undone = fitting(undone, now, ['before', 'after']);
    this.#addedAtMs = null;
    const commandOf = ({ before, after }: Step): UndoCommand => ({
      undo: () => this.#put(before),
      redo: () => this.#put(after),
    });
    this.#deps.history.restore(this.#done.map(commandOf), this.#undone.map(commandOf));
    this.#closeStep();
  }

  /** The next change begins a step. The histories have told of what was made of them here, which the user did not do. */
  #closeStep(): void {
    this.#isOpen = false;
    this.#isStepped = false;
  }

  #put(delta: PartsDelta): void {
    const { chart } = this.#deps;
    const now = chart.read();
    const content = now && chart.contentOf(withDelta(now.parts(), delta), now);
    if (content !== null) chart.apply(content, STEP);
  }
}
