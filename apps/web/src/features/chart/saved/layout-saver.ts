import { SECOND_MS } from '@moneytrail/calendar';
import { LayoutError } from '@moneytrail/chart/model';
import type { Layout } from '@moneytrail/contract';
import { isWorthRetrying, serverMessage } from '../../../api/api-error.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ToastText } from '../../../lib/toast-queue.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { type Draft, type Drafts, freeCopyName, sendLeftBehind } from './drafts.ts';
import { mergeLayout, named } from './layout-merge.ts';
import { deltaOf, isEmpty } from './layout-parts.ts';
import {
  type ChartNow,
  type ComparableLayout,
  fieldsOf,
  isChangedElsewhere,
  isGone,
  knownFrom,
  type LayoutApi,
  LayoutSender,
  type OpenLayout,
} from './layout-sender.ts';
import type { ApplyRule, SavableChart } from './savable-chart.ts';
import type { UndoKeeper } from './undo-keeper.ts';

/** A save is due this long after the last change, and at the latest this long after the first. */
const QUIET_MS = 700;
const LATEST_MS = 1_500;
const RETRY = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };
/** A draft is stored this long after the first change: dragging makes one a frame. */
const DRAFT_MS = 250;
/** Pause before a change on another device is read again after a failure. */
const REMOTE_RETRY_MS = 5 * SECOND_MS;
/** Pause before a chart on which somebody is drawing is looked at again. */
const DRAWING_MS = SECOND_MS;
/** Other clients may have saved the newest layouts in a form of their own: this many are tried. */
const MOST_TRIED = 5;

/** The address names the first instrument, and changes made before the layout arrived stay. */
const AT_START: ApplyRule = { keepsEarly: true, opensInstrument: false };
const CHOSEN: ApplyRule = { keepsEarly: false, opensInstrument: true };
/** Each device keeps its own instrument. */
const FROM_ELSEWHERE: ApplyRule = { keepsEarly: false, opensInstrument: false };

const FIRST_NAME = 'My chart';
/** Tabs and devices that make an account's first layout at once make the same one. */
const FIRST_KEY = '00000000-0000-4000-8000-000000000000';
const NO_ROOM = 'No connection, and no room to keep your changes here: leave this page open';
const REFUSED = 'This chart could not be saved.';

/** Charts before steps that wait for a save at most; a chart saved by hand may wait for long. */
const MOST_BEFORE_STEPS = 3;

/** The chart cannot be replaced at this moment. */
export class NotNowError extends Error {
  constructor(reason: 'starting' | 'drawing') {
    super(
      reason === 'starting'
        ? 'The chart is still being read. Try again in a moment.'
        : 'Something is being drawn. Try again when it is done.',
    );
    this.name = 'NotNowError';
  }
}

/** Opening another layout would lose changes that the server does not have yet. */
export class NotSavedError extends Error {
  constructor() {
    super('The last changes are not saved yet.');
    this.name = 'NotSavedError';
  }
}

export type SavedState = {
  /** Null while the chart is not a layout of the server. */
  layout: { id: number; name: string } | null;
  /** `waiting`: the server is unreachable and the change is kept here. `refused`: it rejects the change. */
  status: 'none' | 'saved' | 'unsaved' | 'saving' | 'waiting' | 'refused';
  /** The reason why the change is refused, or is not kept here. */
  message: string | null;
};

export type LayoutSaverDeps = {
  chart: SavableChart;
  api: LayoutApi;
  drafts: Drafts;
  clock: Clock;
  random: () => number;
  userId: string;
  /** True while that user is signed in; nothing is kept or sent in another session. */
  isSignedIn: () => boolean;
  /** The layout that was last open on this device. */
  lastId: { get: () => number | null; set: (id: number | null) => void };
  isAutomatic: () => boolean;
  newKey: () => string;
  /** The IANA zone of the chart's clock. */
  zone: () => string;
  undo: UndoKeeper;
  /** Shows a message. */
  tell: (message: ToastText) => void;
};

/** The due time of the next save. */
function createSaveTimer({ clock, random }: LayoutSaverDeps, run: () => void) {
  let failures = 0;
  let firstChangeMs: number | null = null;
  let cancelDue = () => {};
  const cancel = () => {
    cancelDue();
    firstChangeMs = null;
  };
  return {
    afterChange() {
      const nowMs = clock.now();
      firstChangeMs ??= nowMs;
      const dueMs = Math.min(nowMs + QUIET_MS, firstChangeMs + LATEST_MS);
      cancelDue();
      cancelDue = clock.after(Math.max(0, dueMs - nowMs), run);
    },
    afterFailure() {
      cancel();
      cancelDue = clock.after(backoffMs(failures, RETRY, random), run);
      failures += 1;
    },
    soon(delayMs: number) {
      cancel();
      cancelDue = clock.after(delayMs, run);
    },
    succeeded() {
      failures = 0;
    },
    cancel,
  };
}

/** Whether a change removes two drawings or more at once. */
function removesMany(before: ComparableLayout, now: ComparableLayout): boolean {
  if (before.drawings === now.drawings || before.drawings.length < 2) return false;
  const left = new Set(now.drawings.map(({ id }) => id));
  return before.drawings.filter(({ id }) => !left.has(id)).length > 1;
}

/** Layouts to start with: the last open one, then the newest ones where saving is automatic. */
async function* firstLayouts({ lastId, isAutomatic, api }: LayoutSaverDeps) {
  const last = lastId.get();
  try {
    if (last !== null) yield await api.get(last);
  } catch (error) {
    if (!isGone(error)) throw error;
    lastId.set(null);
  }
  if (!isAutomatic()) return;
  const heads = (await api.list()).filter(({ id }) => id !== last).slice(0, MOST_TRIED);
  for (const { id } of heads) yield await api.get(id);
}

/**
 * Keeps the chart as a layout on the server: reads it at the start, saves soon after each change, keeps a draft in the
 * browser until the server has answered, and follows changes from other devices.
 */
export class LayoutSaver {
  readonly state = createValueStore<SavedState>({ layout: null, status: 'none', message: null });
  readonly #deps: LayoutSaverDeps;
  readonly #sender: LayoutSender;
  readonly #timer: ReturnType<typeof createSaveTimer>;
  readonly #stopListening: () => void;
  /** This tab's draft from before it was reloaded. */
  readonly #ownDraft: Draft | null;
  /** Changes are saved once it is `on`; before that only a draft of them is kept. */
  #phase: 'starting' | 'on' | 'over' = 'starting';
  #name = FIRST_NAME;
  #running: Promise<void> | null = null;
  #isDraftKept = true;
  /** The chart as it was last seen. */
  #seen: ChartNow | null = null;
  /** The chart before each step that is still to be sent: its versions stay. */
  #beforeSteps: ChartNow[] = [];
  #cancelDraft: (() => void) | null = null;
  #cancelRemote = () => {};
  /** A revision from elsewhere that was not taken because of changes here; their save, or their undo, takes it. */
  #missedRevision: number | null = null;
  /** Counts calls of `open`: the latest one wins. */
  #choices = 0;

  constructor(deps: LayoutSaverDeps) {
    this.#deps = deps;
    this.#sender = new LayoutSender(deps.api, deps.newKey);
    this.#timer = createSaveTimer(deps, () => void this.#run());
    this.#stopListening = deps.chart.onChange(() => this.#onChange());
    this.#ownDraft = deps.drafts.own();
    // The initial chart needs no saving; changes made since are kept from here on.
    this.#become({ open: null, saved: deps.chart.initial?.comparable ?? null });
    if (!this.#ownDraft) this.#onChange();
  }

  /**
   * Sends drafts of closed tabs and opens the wanted layout, else the first one; a draft of this tab goes on, and is saved
   * before a wanted one is opened. Call it once the chart is open, again where it rejects.
   */
  async resume(wantedId: number | null = null): Promise<void> {
    const own = this.#ownDraft;
    if (wantedId !== null) this.#deps.lastId.set(wantedId);
    if (own?.userId === this.#deps.userId) this.#resumeDraft(own);
    else {
      const tellCopy = (copy: string) =>
        this.#deps.tell({
          kind: 'info',
          text: `Changes that had not been sent yet are kept as “${copy}”: the chart was changed elsewhere in the same place.`,
        });
      await sendLeftBehind({ ...this.#deps, codec: this.#deps.chart, tellCopy });
      await this.#openFirst();
    }
    if (this.#phase === 'over') return;
    this.#deps.undo.resume();
    this.#seen = this.#now();
    this.#phase = 'on';
    this.#onChange();
    if (wantedId !== null) await this.#openWanted(wantedId);
  }

  async #openWanted(id: number): Promise<void> {
    try {
      await this.open(id);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#deps.tell({ kind: 'error', text: `The saved chart was not opened. ${reason}` });
    }
  }

  /**
   * Opens another layout, unless yet another is chosen meanwhile; unsaved changes are saved first where saving is
   * automatic. Rejects with a `NotSavedError` where changes would be lost and `isForced` is not set, with a
   * `NotNowError` before the start, with an `ApiError` or a `LayoutError` where the layout cannot be read.
   */
  async open(id: number, isForced = false): Promise<void> {
    this.#choices += 1;
    const choice = this.#choices;
    if (this.#sender.open?.id === id && !isForced) return;
    if (!isForced) await this.#saveBeforeLeaving();
    const layout = await this.#deps.api.get(id);
    // The chart may have changed during the read.
    if (!isForced) await this.#saveBeforeLeaving();
    if (choice === this.#choices) this.#apply(layout, CHOSEN);
  }

  /** Saves now, under a new name where one is given. The version stays, even of an unchanged chart. */
  async save(name?: string): Promise<void> {
    await this.#whenOn();
    if (name !== undefined) this.#name = name;
    this.#sender.markKept();
    await this.#run();
  }

  /** Continues as a new layout with the present content, or with a given one. */
  async saveCopy(name: string, content?: string): Promise<void> {
    await this.#whenOn();
    if (content !== undefined) {
      await this.#saveBeforeLeaving();
      this.#deps.chart.apply(content, CHOSEN);
      this.#deps.undo.clear();
    }
    this.#becomeNew(name);
    this.#sender.markKept();
    await this.#run();
  }

  /** The present content; null before an instrument is open. */
  content(): string | null {
    return this.#deps.chart.read()?.write() ?? null;
  }

  /** Replaces the content, as a change of the open layout. */
  replace(content: string): void {
    this.markStep();
    this.#deps.chart.apply(content, CHOSEN);
    this.#deps.undo.changedAtOnce();
    this.#seen = this.#now();
    this.#onChange();
  }

  /** Makes the present chart a version that stays, before a change that replaces much of it. */
  markStep = (): void => {
    const before = this.#now();
    if (before) this.#addStep(before);
  };

  /** A layout was saved or removed on some device; a null id means that a change may have been missed. */
  noticeRemote = (id: number | null, revision: number | null): void => {
    this.#followRemote(id, revision).catch((error: unknown) => {
      // A layout in the form of a newer page or of another client stays unread.
      if (this.#phase === 'over' || error instanceof LayoutError) return;
      const { clock } = this.#deps;
      this.#cancelRemote();
      this.#cancelRemote =
        error instanceof NotNowError
          ? clock.after(DRAWING_MS, () => this.noticeRemote(id, revision))
          : clock.after(REMOTE_RETRY_MS, () => this.noticeRemote(null, null));
    });
  };

  /** Stores unsaved changes in the browser at once: the page may be about to close. */
  keepDraft = (): void => {
    this.#cancelDraft?.();
    this.#cancelDraft = null;
    if (this.#phase === 'over' || !this.#deps.isSignedIn()) return;
    const { drafts, userId, undo } = this.#deps;
    // A page that is not read yet has the steps from before the reload still to take up.
    if (this.#phase === 'on') undo.keep();
    const chart = this.#unsaved();
    if (!chart) return;
    this.#isDraftKept = drafts.keep({
      ...this.#sender.state(chart),
      userId,
      fields: fieldsOf(chart),
    });
  };

  /** The server is reachable again. */
  retryNow = (): void => {
    if (this.state.get().status === 'waiting') void this.#run();
  };

  dispose = (): void => {
    this.keepDraft();
    this.#phase = 'over';
    this.#timer.cancel();
    this.#cancelRemote();
    this.#stopListening();
  };

  #show(status: SavedState['status'], message: string | null = null): void {
    const { open } = this.#sender;
    this.#deps.lastId.set(open?.id ?? null);
    if (status === 'saved') this.#timer.succeeded();
    this.state.set({ layout: open && { id: open.id, name: open.name }, status, message });
  }

  #now(): ChartNow | null {
    const present = this.#deps.chart.read();
    return present && { name: this.#name, ...present };
  }

  #unsaved(): ChartNow | null {
    const now = this.#now();
    return now && !this.#sender.has(now) ? now : null;
  }

  #become(next: Parameters<LayoutSender['become']>[0]): void {
    this.#sender.become(next);
    this.#beforeSteps = [];
    this.#missedRevision = null;
    this.#name = next.open?.name ?? FIRST_NAME;
    this.#timer.cancel();
  }

  #becomeNew(name: string, key?: string): void {
    this.#become({ open: null, saved: null, ...(key !== undefined && { key }) });
    this.#name = name;
  }

  #isRunnable(): boolean {
    return this.#phase === 'on' && this.#deps.isSignedIn();
  }

  async #whenOn(): Promise<void> {
    if (this.#phase !== 'on') throw new NotNowError('starting');
    await this.#running;
  }

  #onChange(): void {
    if (this.#phase === 'over' || !this.#deps.isSignedIn()) return;
    const isIdle = this.#phase === 'on' && !this.#running;
    this.#follow();
    this.#cancelDraft ??= this.#deps.clock.after(DRAFT_MS, this.keepDraft);
    if (!this.#unsaved()) {
      if (isIdle) this.#settle();
      return;
    }
    if (isIdle) this.#show('unsaved');
    if (isIdle && this.#deps.isAutomatic()) this.#timer.afterChange();
  }

  /** Follows a change for undo and versions. */
  #follow(): void {
    this.#deps.undo.changed();
    const before = this.#seen;
    this.#seen = this.#now();
    if (before && this.#seen && removesMany(before.comparable, this.#seen.comparable)) {
      this.#addStep(before);
    }
  }

  #addStep(before: ChartNow): void {
    this.#beforeSteps = [...this.#beforeSteps, before].slice(-MOST_BEFORE_STEPS);
  }

  /** The server has the chart: an older draft must not come back. */
  #settle(): void {
    this.#deps.drafts.drop();
    const { open } = this.#sender;
    this.#show(open ? 'saved' : 'none');
    const missed = this.#missedRevision;
    this.#missedRevision = null;
    if (open && missed !== null && missed > open.revision) this.noticeRemote(open.id, missed);
  }

  #run(): Promise<void> {
    this.#timer.cancel();
    // The tab may be closed before the server answers.
    this.keepDraft();
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Sends until nothing is unsaved, or until a failure that the state shows. */
  async #sendAll(): Promise<void> {
    for (let chart = this.#unsaved(); chart && this.#isRunnable(); chart = this.#unsaved()) {
      this.#show('saving');
      try {
        await this.#sendNext(chart);
      } catch (error) {
        if (!this.#isRunnable() || !(await this.#recovers(error, chart.name))) return;
      }
    }
    // A change made after the end stays a draft.
    if (this.#isRunnable() && !this.#unsaved()) this.#settle();
  }

  /** Sends the chart, after the ones before steps: each is a version of its own. */
  async #sendNext(chart: ChartNow): Promise<void> {
    const { open, isUnread } = this.#sender;
    // A save that is known to be stale would be refused.
    const isBehind = open !== null && (this.#missedRevision ?? 0) > open.revision;
    if (open && (isUnread || isBehind)) return this.#merge(open);
    const [before] = this.#beforeSteps;
    if (!before) return this.#sender.send(chart);
    if (!this.#sender.has(before)) await this.#sender.send(before, { isBeforeStep: true });
    if (this.#beforeSteps[0] !== before) return;
    this.#beforeSteps = this.#beforeSteps.slice(1);
    this.#sender.markStep();
  }

  /**
   * Joins the chart with what was saved elsewhere, part by part. If both sides changed the same part, the chart continues
   * as a copy. Rejects with an `ApiError`, or with a `NotNowError` while something is being drawn.
   */
  async #merge(open: OpenLayout): Promise<void> {
    const { api, chart, undo } = this.#deps;
    const there = await api.get(open.id);
    const now = this.#now();
    if (!now || this.#sender.open !== open || !this.#isRunnable()) return;
    const mine = named(now.parts(), now.name);
    const { known } = this.#sender;
    const next = mergeLayout(chart, { mine, there, known, instrument: now });
    if (!next) return this.#continueAsCopy(open);
    const { name, content, merged, theirs } = next;
    if (!isEmpty(deltaOf(mine, merged))) {
      if (chart.isBusy()) throw new NotNowError('drawing');
      chart.apply(content, FROM_ELSEWHERE);
      undo.replaced();
    }
    // An earlier chart would take the other side's change back.
    if (this.#beforeSteps.length > 0) this.#sender.markStep();
    this.#beforeSteps = [];
    this.#name = name;
    this.#seen = this.#now();
    const isTheirs = isEmpty(deltaOf(theirs, merged));
    const shown = isTheirs ? (this.#seen ?? now) : null;
    const bases = shown ? [theirs, named(shown.parts(), name)] : [theirs];
    const { revision } = there;
    this.#missedRevision = null;
    this.#sender.merged(
      { id: open.id, name: there.name, revision },
      shown?.comparable ?? null,
      bases,
    );
  }

  async #continueAsCopy(open: OpenLayout): Promise<void> {
    const { tell } = this.#deps;
    const copy = await freeCopyName(this.#deps, this.#name);
    const isCreated = this.#sender.isUnread;
    this.#becomeNew(copy, isCreated ? undefined : this.#sender.key);
    const { id, name } = open;
    tell({
      kind: 'info',
      text: `“${name}” was changed elsewhere in the same place. Your chart goes on as “${copy}”.`,
      action: { label: 'Show the other', run: () => void this.open(id).catch(() => {}) },
    });
  }

  /** Whether a failed save is worth repeating at once; otherwise it is retried later or given up. */
  async #recovers(failure: unknown, name: string): Promise<boolean> {
    const { open } = this.#sender;
    let error = failure;
    if (open && isChangedElsewhere(failure)) {
      try {
        await this.#merge(open);
        return true;
      } catch (reason) {
        error = reason;
      }
    }
    if (!this.#isRunnable()) return false;
    if (open && isGone(error)) {
      this.#becomeNew(name);
      const text = `“${name}” was removed elsewhere. It is saved anew with what is on the screen.`;
      this.#deps.tell({ kind: 'info', text });
      return true;
    }
    if (error instanceof NotNowError) {
      this.#show('unsaved');
      this.#timer.soon(DRAWING_MS);
    } else if (isWorthRetrying(error)) {
      this.#show('waiting', this.#isDraftKept ? null : NO_ROOM);
      this.#timer.afterFailure();
    } else this.#show('refused', serverMessage(error) ?? REFUSED);
    return false;
  }

  /** Makes sure that the server has the present chart before another one replaces it. */
  async #saveBeforeLeaving(): Promise<void> {
    await this.#whenOn();
    if (this.#deps.isAutomatic() && this.#phase === 'on') await this.#run();
    if (this.#unsaved()) throw new NotSavedError();
  }

  /** Throws a `LayoutError` where the layout cannot be read. */
  #apply({ id, name, revision, content }: Layout, rule: ApplyRule): void {
    if (this.#phase === 'over') return;
    const { chart, drafts, undo } = this.#deps;
    const hasMore = chart.apply(content, rule);
    // The server counts as having the chart in the form that the chart makes of the content.
    const present = chart.read();
    const stored = named(chart.partsOf(content), name);
    const bases = hasMore || !present ? [stored] : [stored, named(present.parts(), name)];
    const saved = hasMore ? null : (present?.comparable ?? null);
    this.#become({ open: { id, name, revision }, saved, known: { bases, sent: [] } });
    // Earlier changes become the layout's next version; the draft stays until the server has it.
    if (hasMore) this.#sender.markStep();
    else drafts.drop();
    if (rule === FROM_ELSEWHERE) undo.replaced();
    else undo.clear();
    this.#seen = this.#now();
    this.#show('saved');
    this.#onChange();
  }

  #resumeDraft(draft: Draft): void {
    const { chart } = this.#deps;
    const { base, key, fields } = draft;
    const known = knownFrom(draft, named(chart.partsOf(fields.content), fields.name));
    chart.apply(fields.content, AT_START);
    this.#become({ open: base, saved: null, known, key });
    this.#name = fields.name;
  }

  /** Opens the first readable layout: other charting clients store theirs in the same place. */
  async #openFirst(): Promise<void> {
    const { chart, isAutomatic } = this.#deps;
    let isFirst = isAutomatic() && chart.initial !== null;
    for await (const layout of firstLayouts(this.#deps)) {
      isFirst = false;
      try {
        this.#apply(layout, AT_START);
        return;
      } catch (error) {
        if (!(error instanceof LayoutError)) throw error;
        if (error.reason !== 'newer') continue;
        this.#deps.tell({ kind: 'error', text: `“${layout.name}”: ${error.message}` });
      }
    }
    if (!isFirst || !chart.initial) return;
    const { comparable, parts } = chart.initial;
    const known = { bases: [named(parts(), FIRST_NAME)], sent: [] };
    this.#become({ open: null, saved: comparable, known, key: FIRST_KEY });
  }

  /** Follows another device's change of the open layout, unless there are changes of its own to save. */
  async #followRemote(id: number | null, revision: number | null): Promise<void> {
    const { api, chart, tell } = this.#deps;
    await this.#running;
    const { open } = this.#sender;
    if (!open && this.#phase === 'on') return this.#takeFirst(id);
    if (!open || this.#phase !== 'on' || (id !== null && id !== open.id)) return;
    const newest =
      id !== null
        ? revision
        : ((await api.list()).find((one) => one.id === open.id)?.revision ?? null);
    if (this.#sender.open !== open || this.#running) return;
    if (newest === null && this.#unsaved()) {
      // The save finds the layout gone and creates a new one.
      await this.#run();
    } else if (newest === null) {
      this.#become({ open: null, saved: null });
      this.#show('none');
      const text = `“${open.name}” was removed elsewhere. What is on the screen is not saved any more.`;
      tell({ kind: 'info', text, action: { label: 'Save it again', run: () => void this.save() } });
    } else if (newest > open.revision) {
      const layout = await api.get(open.id);
      // Changes made here meanwhile stay: saving them meets the other change and keeps both.
      const isStill = this.#sender.open === open && !this.#running;
      if (chart.isBusy()) throw new NotNowError('drawing');
      if (isStill && !this.#unsaved()) this.#apply(layout, FROM_ELSEWHERE);
      else this.#missedRevision = newest;
    }
  }

  /** Takes the account's first layout, which another tab has just made, unless this tab is about to make it too. */
  async #takeFirst(id: number | null): Promise<void> {
    const { api, chart } = this.#deps;
    const isWaiting = () => !this.#sender.open && this.#sender.key === FIRST_KEY;
    if (!isWaiting() || this.#unsaved()) return;
    const first = id ?? (await api.list())[0]?.id;
    if (first === undefined) return;
    const layout = await api.get(first);
    if (chart.isBusy()) throw new NotNowError('drawing');
    if (isWaiting() && !this.#unsaved()) this.#apply(layout, FROM_ELSEWHERE);
  }
}
