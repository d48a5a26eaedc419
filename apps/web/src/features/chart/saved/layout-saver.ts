import { SECOND_MS } from '@moneytrail/calendar';
import { LayoutError } from '@moneytrail/chart/model';
import type { Layout } from '@moneytrail/contract';
import type { ValueStore } from '../../../lib/value-store.ts';
import type { Draft } from './drafts.ts';
import { isGone } from './layout-sender.ts';
import { sendLeftBehind } from './left-behind.ts';
import {
  type ApplyRule,
  createSaving,
  type LayoutSaverDeps,
  type SavedState,
  type Saving,
} from './saving.ts';

/** The address says which instrument a page begins with; what was changed before the layout came is not taken back. */
const AT_START: ApplyRule = { keepsEarly: true, opensInstrument: false };
const CHOSEN: ApplyRule = { keepsEarly: false, opensInstrument: true };
/** Which instrument is looked at is each device's own. */
const FROM_ELSEWHERE: ApplyRule = { keepsEarly: false, opensInstrument: false };
/** What another device did and could not be read is asked for again after this. */
const AGAIN_MS = 5 * SECOND_MS;
/** So long after somebody was drawing it is looked again whether they still do. */
const DRAWN_MS = SECOND_MS;
/** Layouts of other clients may be the newest ones. */
const MOST_TRIED = 5;

/** The chart may not be replaced at this moment, and may in another one: it is not read yet, or somebody draws on it. */
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

/** The server does not have the last changes yet, which another layout would replace. */
export class NotSavedError extends Error {
  constructor() {
    super('The last changes are not saved yet.');
    this.name = 'NotSavedError';
  }
}

export type LayoutSaver = {
  state: ValueStore<SavedState>;
  /** Sends what was left behind, and opens the layout that was open last; to be called once the chart is open. */
  resume: () => Promise<void>;
  /**
   * Opens another layout, unless a further one is chosen before it has come; what is not saved yet is saved before, where
   * that is automatic. Rejects with a `NotSavedError`
   * where the server does not have it then, unless it may be lost; with a `NotNowError` before the start; with an `ApiError`
   * or a `LayoutError` where the layout cannot be read.
   */
  open: (id: number, isForced?: boolean) => Promise<void>;
  /** Saves at once; where a name is given, under that. */
  save: (name?: string) => Promise<void>;
  /** Goes on as another layout of that name, with what is on the screen or with another content. */
  saveCopy: (name: string, content?: string) => Promise<void>;
  /** What would be saved now; null before anything is open. */
  content: () => string | null;
  /** Puts another content in place of the present one, as a change of it. */
  replace: (content: string) => void;
  /** A layout was saved or removed on whatever device; without an id some change may have been missed. */
  noticeRemote: (id: number | null, revision: number | null) => void;
  /** The page may be gone in a moment: keeps here what the server does not have. */
  keepDraft: () => void;
  /** The server can be reached again. */
  retryNow: () => void;
  dispose: () => void;
};

/** Makes the chart a layout that was read. Throws a LayoutError where it cannot be. */
function put(saving: Saving, { chart, drafts }: LayoutSaverDeps, layout: Layout, how: ApplyRule) {
  const { become, show, onChange, isOver, sender } = saving;
  if (isOver()) return;
  const { id, name, revision, content } = layout;
  const hasMore = chart.apply(content, how);
  // What the chart makes of the content counts as what the server has.
  become({ id, name, revision }, hasMore ? null : (chart.read()?.essence ?? null));
  // What was changed before it came is the next version of it, and stays here until the server has that.
  if (hasMore) sender.markStep();
  else drafts.drop();
  show('saved');
  onChange();
}

/** Goes on with what this tab had not sent before it was loaded anew. */
function resumeDraft({ become, rename }: Saving, { chart }: LayoutSaverDeps, draft: Draft) {
  const { base, key, fields } = draft;
  chart.apply(fields.content, AT_START);
  become(base && { ...base, name: fields.name }, null, key);
  rename(fields.name);
}

/** Layouts to begin with, in this order: the one that was open last, else the newest where saving is automatic. */
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

/** Opens the first layout that can be read: charting clients of others keep theirs in the same place. */
async function openFirst(saving: Saving, deps: LayoutSaverDeps): Promise<void> {
  for await (const layout of firstLayouts(deps)) {
    try {
      return put(saving, deps, layout, AT_START);
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      if (error.reason === 'newer') deps.tell(`“${layout.name}”: ${error.message}`);
    }
  }
}

async function resume(saving: Saving, deps: LayoutSaverDeps, own: Draft | null): Promise<void> {
  if (own?.userId === deps.userId) {
    resumeDraft(saving, deps, own);
  } else {
    await sendLeftBehind(deps);
    await openFirst(saving, deps);
  }
  saving.begin();
}

/** Sees to it that the server has all of the present chart before another one takes its place. */
async function leave({ run, running, unsaved, isOn }: Saving, { isAutomatic }: LayoutSaverDeps) {
  if (!isOn()) throw new NotNowError('starting');
  await running();
  if (isAutomatic() && isOn()) await run();
  if (unsaved()) throw new NotSavedError();
}

/** Follows what another device did to the open layout, unless this one has something of its own to save. */
async function followRemote(
  saving: Saving,
  deps: LayoutSaverDeps,
  [id, revision]: [number | null, number | null],
): Promise<void> {
  const { sender, become, show, unsaved, running, run, isOn } = saving;
  await running();
  const open = sender.open();
  if (!open || !isOn() || (id !== null && id !== open.id)) return;
  const isKnown = id !== null;
  const newest = isKnown
    ? revision
    : ((await deps.api.list()).find((one) => one.id === open.id)?.revision ?? null);
  if (sender.open() !== open || running()) return;
  if (newest === null && unsaved()) {
    // The save finds the layout gone, and makes a new one of what is on the screen.
    await run();
  } else if (newest === null) {
    become(null, null);
    show('none');
    deps.tell(`“${open.name}” was removed elsewhere. What is on the screen is not saved any more.`);
  } else if (newest > open.revision) {
    const layout = await deps.api.get(open.id);
    // What was changed here meanwhile stays: saving it finds the other change, and keeps both.
    const isStill = sender.open() === open && !running();
    if (deps.chart.isBusy()) throw new NotNowError('drawing');
    if (isStill && !unsaved()) put(saving, deps, layout, FROM_ELSEWHERE);
  }
}

export function createLayoutSaver(deps: LayoutSaverDeps): LayoutSaver {
  const saving = createSaving(deps);
  const { state, run, running, onChange, sender, unsaved } = saving;
  const end = deps.chart.onChange(onChange);
  const own = deps.drafts.own();
  // The chart as it came is nothing that must be saved; what was changed of it since is kept from here on.
  saving.become(null, deps.chart.came);
  if (!own) onChange();
  let cancelNotice = () => {};
  let chosen = 0;
  const noticeRemote = (id: number | null, revision: number | null) => {
    followRemote(saving, deps, [id, revision]).catch((error: unknown) => {
      // What a newer page wrote, or another client, stays unread.
      if (saving.isOver() || error instanceof LayoutError) return;
      cancelNotice();
      cancelNotice =
        error instanceof NotNowError
          ? deps.clock.after(DRAWN_MS, () => noticeRemote(id, revision))
          : deps.clock.after(AGAIN_MS, () => noticeRemote(null, null));
    });
  };
  /** Before the start nothing can be saved yet. */
  const whenOn = async () => {
    if (!saving.isOn()) throw new NotNowError('starting');
    await running();
  };
  return {
    state,
    resume: () => resume(saving, deps, own),
    async open(id, isForced = false) {
      chosen += 1;
      const choice = chosen;
      if (sender.open()?.id === id && !isForced) return;
      if (!isForced) await leave(saving, deps);
      const layout = await deps.api.get(id);
      // Something was changed while it was read.
      if (!isForced) await leave(saving, deps);
      if (choice !== chosen) return;
      put(saving, deps, layout, CHOSEN);
    },
    async save(name) {
      await whenOn();
      // A chart that nothing was changed of is saved where somebody asks for it.
      if (!sender.open() && !unsaved()) sender.become(null, null);
      if (name !== undefined) saving.rename(name);
      await run();
    },
    async saveCopy(name, content) {
      await whenOn();
      if (content !== undefined) {
        await leave(saving, deps);
        deps.chart.apply(content, CHOSEN);
      }
      saving.goOnAs(name);
      await run();
    },
    content: () => deps.chart.read()?.write() ?? null,
    keepDraft: saving.keepDraft,
    replace(content) {
      deps.chart.apply(content, CHOSEN);
      sender.markStep();
      onChange();
    },
    noticeRemote,
    retryNow() {
      if (state.get().status === 'waiting') void run();
    },
    dispose() {
      saving.stop();
      cancelNotice();
      end();
    },
  };
}
