import { SECOND_MS } from '@moneytrail/calendar';
import { LayoutError } from '@moneytrail/chart/model';
import type { Layout } from '@moneytrail/contract';
import { isWorthRetrying, serverMessage } from '../../../api/api-error.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { copyName, type Draft, type Drafts, sendLeftBehind } from './drafts.ts';
import {
  type ChartNow,
  fieldsOf,
  isChangedElsewhere,
  isGone,
  type LayoutApi,
  LayoutSender,
} from './layout-sender.ts';
import type { ApplyRule, SavableChart } from './savable-chart.ts';

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
const NO_ROOM = 'No connection, and no room to keep your changes here: leave this page open';
const REFUSED = 'This chart could not be saved.';

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
  /** Why the change is refused, or why it is not kept here. */
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
  /** Shows a message. */
  tell: (text: string) => void;
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
    succeeded() {
      failures = 0;
    },
    cancel,
  };
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
  #cancelDraft: (() => void) | null = null;
  #cancelRemote = () => {};
  /** Counts calls of `open`: the latest one wins. */
  #choices = 0;

  constructor(deps: LayoutSaverDeps) {
    this.#deps = deps;
    this.#sender = new LayoutSender(deps.api, deps.newKey);
    this.#timer = createSaveTimer(deps, () => void this.#run());
    this.#stopListening = deps.chart.onChange(() => this.#onChange());
    this.#ownDraft = deps.drafts.own();
    // The initial chart needs no saving; changes made since are kept from here on.
    this.#become(null, deps.chart.initial);
    if (!this.#ownDraft) this.#onChange();
  }

  /** Sends drafts of closed tabs and opens the first layout; call it once the chart is open, again where it rejects. */
  async resume(): Promise<void> {
    const own = this.#ownDraft;
    if (own?.userId === this.#deps.userId) this.#resumeDraft(own);
    else {
      await sendLeftBehind(this.#deps);
      await this.#openFirst();
    }
    if (this.#phase === 'over') return;
    this.#phase = 'on';
    this.#onChange();
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

  /** Saves now, under a new name where one is given. */
  async save(name?: string): Promise<void> {
    await this.#whenOn();
    // An unchanged chart is saved on request too.
    if (!this.#sender.open && !this.#unsaved()) this.#sender.become(null, null);
    if (name !== undefined) this.#name = name;
    await this.#run();
  }

  /** Continues as a new layout with the present content, or with a given one. */
  async saveCopy(name: string, content?: string): Promise<void> {
    await this.#whenOn();
    if (content !== undefined) {
      await this.#saveBeforeLeaving();
      this.#deps.chart.apply(content, CHOSEN);
    }
    this.#becomeNew(name);
    await this.#run();
  }

  /** The present content; null before an instrument is open. */
  content(): string | null {
    return this.#deps.chart.read()?.write() ?? null;
  }

  /** Replaces the content, as a change of the open layout. */
  replace(content: string): void {
    this.#deps.chart.apply(content, CHOSEN);
    this.#sender.markStep();
    this.#onChange();
  }

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
    const chart = this.#phase !== 'over' && this.#deps.isSignedIn() ? this.#unsaved() : null;
    if (!chart) return;
    const { open, key } = this.#sender;
    const { drafts, userId } = this.#deps;
    const base = open && { id: open.id, revision: open.revision };
    this.#isDraftKept = drafts.keep({ userId, base, key, fields: fieldsOf(chart) });
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

  #unsaved(): ChartNow | null {
    const present = this.#deps.chart.read();
    const now = present && { name: this.#name, ...present };
    return now && !this.#sender.has(now) ? now : null;
  }

  #become(...next: Parameters<LayoutSender['become']>): void {
    this.#sender.become(...next);
    this.#name = next[0]?.name ?? FIRST_NAME;
    this.#timer.cancel();
  }

  #becomeNew(name: string): void {
    this.#become(null, null);
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
    if (!this.#unsaved()) {
      if (isIdle) this.#settle();
      return;
    }
    this.#cancelDraft ??= this.#deps.clock.after(DRAFT_MS, this.keepDraft);
    if (isIdle) this.#show('unsaved');
    if (isIdle && this.#deps.isAutomatic()) this.#timer.afterChange();
  }

  /** The server has the chart: an older draft must not come back. */
  #settle(): void {
    this.#deps.drafts.drop();
    this.#show(this.#sender.open ? 'saved' : 'none');
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
        await this.#sender.send(chart);
      } catch (error) {
        if (!this.#isRunnable() || !this.#recovers(error, chart.name)) return;
      }
    }
    // A change made after the end stays a draft.
    if (this.#isRunnable() && !this.#unsaved()) this.#settle();
  }

  /** Whether a failed save is worth repeating at once, as a new layout; otherwise it is retried later or given up. */
  #recovers(error: unknown, name: string): boolean {
    const { clock, tell } = this.#deps;
    if (isChangedElsewhere(error)) {
      const copy = copyName(name, clock.now());
      this.#becomeNew(copy);
      tell(`This chart was changed elsewhere too. What is on the screen is kept as “${copy}”.`);
      return true;
    }
    if (this.#sender.open && isGone(error)) {
      this.#becomeNew(name);
      tell(`“${name}” was removed elsewhere. It is saved anew with what is on the screen.`);
      return true;
    }
    if (isWorthRetrying(error)) {
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
    const { chart, drafts } = this.#deps;
    const hasMore = chart.apply(content, rule);
    // The server counts as having the chart in the form that the chart makes of the content.
    this.#become({ id, name, revision }, hasMore ? null : (chart.read()?.comparable ?? null));
    // Earlier changes become the layout's next version; the draft stays until the server has it.
    if (hasMore) this.#sender.markStep();
    else drafts.drop();
    this.#show('saved');
    this.#onChange();
  }

  #resumeDraft({ base, key, fields }: Draft): void {
    this.#deps.chart.apply(fields.content, AT_START);
    this.#become(base && { ...base, name: fields.name }, null, key);
    this.#name = fields.name;
  }

  /** Opens the first readable layout: other charting clients store theirs in the same place. */
  async #openFirst(): Promise<void> {
    for await (const layout of firstLayouts(this.#deps)) {
      try {
        this.#apply(layout, AT_START);
        return;
      } catch (error) {
        if (!(error instanceof LayoutError)) throw error;
        if (error.reason === 'newer') this.#deps.tell(`“${layout.name}”: ${error.message}`);
      }
    }
  }

  /** Follows another device's change of the open layout, unless there are changes of its own to save. */
  async #followRemote(id: number | null, revision: number | null): Promise<void> {
    const { api, chart, tell } = this.#deps;
    await this.#running;
    const { open } = this.#sender;
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
      this.#become(null, null);
      this.#show('none');
      tell(`“${open.name}” was removed elsewhere. What is on the screen is not saved any more.`);
    } else if (newest > open.revision) {
      const layout = await api.get(open.id);
      // Changes made here meanwhile stay: saving them meets the other change and keeps both.
      const isStill = this.#sender.open === open && !this.#running;
      if (chart.isBusy()) throw new NotNowError('drawing');
      if (isStill && !this.#unsaved()) this.#apply(layout, FROM_ELSEWHERE);
    }
  }
}
