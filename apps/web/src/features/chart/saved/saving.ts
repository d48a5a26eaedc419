import { isWorthRetrying, serverMessage } from '../../../api/api-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createValueStore, type ValueStore } from '../../../lib/value-store.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import type { Drafts } from './drafts.ts';
import type { Essence } from './essence.ts';
import type { ChartNow, LayoutApi } from './layout-api.ts';
import {
  createLayoutSender,
  isChangedElsewhere,
  isGone,
  type LayoutSender,
} from './layout-sender.ts';
import { copyName } from './left-behind.ts';
import { createSaveTimer } from './save-timer.ts';

const FIRST_NAME = 'My chart';
const NOTHING_SAVED: SavedState = { layout: null, status: 'none', message: null };
const NO_ROOM = 'No connection, and no room to keep your changes here: leave this page open';
const REFUSED = 'This chart could not be saved.';

/** What the chart is, on the server. */
export type SavedState = {
  /** Null while what is on the screen is no layout of the server. */
  layout: { id: number; name: string } | null;
  /** `waiting`: the server cannot be reached, the change is kept here. `refused`: it does not take the change. */
  status: 'none' | 'saved' | 'unsaved' | 'saving' | 'waiting' | 'refused';
  /** Why it is refused. */
  message: string | null;
};

/** What of the chart stays as it is when a layout comes. */
export type ApplyRule = {
  /** What was drawn and changed since the chart came stays. */
  keepsEarly: boolean;
  /** The instrument of the layout is opened too. */
  opensInstrument: boolean;
};

/** The chart, as far as it is saved. */
export type SavableChart = {
  /** What it was as it came, before anybody changed it; null where that is not known. */
  came: Essence | null;
  /** What would be saved now; null before anything is open. */
  read: () => Omit<ChartNow, 'name'> | null;
  /** Whether somebody is drawing this moment: nothing may be changed under their hand. */
  isBusy: () => boolean;
  /** Makes the chart what was saved; true where it is more than that. Throws where the content cannot be read. */
  apply: (content: string, how: ApplyRule) => boolean;
  onChange: (listener: () => void) => () => void;
};

export type LayoutSaverDeps = {
  chart: SavableChart;
  api: LayoutApi;
  drafts: Drafts;
  clock: Clock;
  random: () => number;
  userId: string;
  /** Whether that is still who is signed in: nothing of theirs is kept or sent for anybody else. */
  isSignedIn: () => boolean;
  /** The layout that was open last on this device. */
  lastId: { get: () => number | null; set: (id: number | null) => void };
  isAutomatic: () => boolean;
  newKey: () => string;
  /** Something happened that the person has to know. */
  tell: (text: string) => void;
};

/** Brings what is on the screen to the server, now or soon after a change. */
export type Saving = {
  state: ValueStore<SavedState>;
  sender: LayoutSender;
  /** Goes on with another layout, as the sender does. */
  become: LayoutSender['become'];
  /** What is on the screen goes on as a new layout of a name. */
  goOnAs: (name: string) => void;
  rename: (name: string) => void;
  /** What the server does not have of what is on the screen; null where it has all. */
  unsaved: () => ChartNow | null;
  show: (status: SavedState['status'], message?: string | null) => void;
  /** From here on changes are saved, as what was saved before has been opened; until then they are kept here alone. */
  begin: () => void;
  /** Whether it has begun. */
  isOn: () => boolean;
  /** Whether it has ended: nothing is shown, kept or sent any more. */
  isOver: () => boolean;
  /** Whether something may be sent, for who is signed in. */
  mayRun: () => boolean;
  /** The server cannot be reached: tries again, later each time. */
  waitAndRetry: () => void;
  /** To be called after every change: keeps it here soon, and saves it soon where that is wanted. */
  onChange: () => void;
  /** Saves until nothing is left to be saved, or fails as the state tells. */
  run: () => Promise<void>;
  /** Whether that is under way. */
  running: () => Promise<void> | null;
  /** Keeps here at once what the server does not have. */
  keepDraft: () => void;
  stop: () => void;
};

/** Whether a save that failed is worth trying at once, as another layout; else it is tried later, or never. */
function recovers(error: unknown, saving: Saving, name: string, deps: LayoutSaverDeps): boolean {
  if (isChangedElsewhere(error)) {
    const copy = copyName(name, deps.clock.now());
    saving.goOnAs(copy);
    deps.tell(`This chart was changed elsewhere too. What is on the screen is kept as “${copy}”.`);
    return true;
  }
  if (saving.sender.open() && isGone(error)) {
    saving.goOnAs(name);
    deps.tell(`“${name}” was removed elsewhere. It is saved anew with what is on the screen.`);
    return true;
  }
  if (isWorthRetrying(error)) saving.waitAndRetry();
  else saving.show('refused', serverMessage(error) ?? REFUSED);
  return false;
}

/** The server has what is on the screen: an older draft must not come back instead. */
function settle({ sender, show }: Saving, { drafts }: LayoutSaverDeps): void {
  drafts.drop();
  show(sender.open() ? 'saved' : 'none');
}

/** Sends until nothing is left to be sent, or fails as the state tells. */
async function sendAll(saving: Saving, deps: LayoutSaverDeps): Promise<void> {
  const { sender, unsaved, show, mayRun } = saving;
  for (let fields = unsaved(); fields && mayRun(); fields = unsaved()) {
    show('saving');
    try {
      await sender.send(fields);
    } catch (error) {
      if (!mayRun() || !recovers(error, saving, fields.name, deps)) return;
    }
  }
  // What was changed after the end stays a draft.
  if (!mayRun() || unsaved()) return;
  settle(saving, deps);
}

/** What the server does not have of a chart by a name; null where it has all. */
function unsavedOf(
  { chart }: LayoutSaverDeps,
  sender: LayoutSender,
  name: string,
): ChartNow | null {
  const present = chart.read();
  const now = present && { name, ...present };
  return now && !sender.has(now) ? now : null;
}

export function createSaving(deps: LayoutSaverDeps): Saving {
  const state = createValueStore<SavedState>(NOTHING_SAVED);
  const sender = createLayoutSender(deps.api, deps.newKey);
  let name = FIRST_NAME;
  let running: Promise<void> | null = null;
  let phase: 'starting' | 'on' | 'over' = 'starting';
  const timer = createSaveTimer({ clock: deps.clock, random: deps.random, run: () => void run() });

  const show: Saving['show'] = (status, message = null) => {
    const { id = null, name: itsName = '' } = sender.open() ?? {};
    deps.lastId.set(id);
    if (status === 'saved') timer.succeeded();
    state.set({ layout: id === null ? null : { id, name: itsName }, status, message });
  };
  const unsaved = () => unsavedOf(deps, sender, name);
  const become: Saving['become'] = (next, content, key) => {
    sender.become(next, content, key);
    name = next?.name ?? FIRST_NAME;
    timer.cancel();
  };
  const ownUnsaved = () => (phase === 'over' || !deps.isSignedIn() ? null : unsaved());
  const drafts = createDraftKeeper({ ...deps, sender, unsaved: ownUnsaved });
  const run = (): Promise<void> => {
    timer.cancel();
    // Its tab may be gone before the server has answered.
    drafts.now();
    running ??= sendAll(saving, deps).finally(() => {
      running = null;
    });
    return running;
  };
  const saving: Saving = {
    state,
    sender,
    become,
    unsaved,
    show,
    run,
    goOnAs(newName) {
      become(null, null);
      name = newName;
    },
    rename(newName) {
      name = newName;
    },
    begin() {
      if (phase === 'over') return;
      phase = 'on';
      saving.onChange();
    },
    isOn: () => phase === 'on',
    isOver: () => phase === 'over',
    mayRun: () => phase === 'on' && deps.isSignedIn(),
    waitAndRetry() {
      show('waiting', drafts.isKept() ? null : NO_ROOM);
      timer.later();
    },
    onChange() {
      if (phase === 'over' || !deps.isSignedIn()) return;
      const isIdle = phase === 'on' && !running;
      if (!unsaved()) return isIdle ? settle(saving, deps) : undefined;
      drafts.soon();
      if (isIdle) show('unsaved');
      if (isIdle && deps.isAutomatic()) timer.soon();
    },
    running: () => running,
    keepDraft: drafts.now,
    stop() {
      drafts.now();
      phase = 'over';
      timer.cancel();
    },
  };
  return saving;
}
