import { DRAFT_PREFIX, STEPS_PREFIX } from '../../../lib/draft-storage.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { record } from '../../../lib/record.ts';
import { shortened } from '../../../lib/shortened.ts';
import { createStoredText, type TextStorage } from '../../../lib/stored-text.ts';
import { tabStorage } from '../../../lib/tab-storage.ts';
import { mergeLayout, named } from './layout-merge.ts';
import { type LayoutCodec, readDelta } from './layout-parts.ts';
import {
  isChangedElsewhere,
  isGone,
  knownFrom,
  type LayoutApi,
  type LayoutFields,
  type SendState,
} from './layout-sender.ts';

/** A chart that the server has not stored yet. Drafts are sent in their owner's session alone. */
export type Draft = SendState & { userId: string; fields: LayoutFields };

export type LeftBehind = {
  draft: Draft;
  /** Stores what is left to send; null where all is sent. */
  replace: (by: Draft | null) => void;
};

/** Drafts of this browser, one a tab. */
export type Drafts = {
  /** This tab's draft, from before it was reloaded. */
  own: () => Draft | null;
  /** False where the browser's storage is full. */
  keep: (draft: Draft) => boolean;
  drop: () => void;
  /** Undo steps of this tab, as text; null for none. */
  steps: { read: () => string | null; keep: (text: string | null) => void };
  /** Drafts of tabs that have been closed. */
  leftBehind: (userId: string) => Promise<LeftBehind[]>;
};

function readBase(stored: unknown): Draft['base'] | undefined {
  if (stored === null) return null;
  const { id, revision, name } = record(stored);
  if (typeof id !== 'number' || typeof revision !== 'number') return undefined;
  return { id, revision, name: typeof name === 'string' ? name : '' };
}

function readKnown(stored: unknown): Draft['known'] {
  const fields = record(stored);
  const deltas = (list: unknown) => {
    const entries: unknown[] = Array.isArray(list) ? list : [];
    return entries.map(readDelta).filter((one) => one !== null);
  };
  return { bases: deltas(fields.bases), sent: deltas(fields.sent) };
}

function readDraft(stored: string | null): Draft | null {
  let draft: unknown;
  try {
    draft = JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
  const { userId, key, ...kept } = record(draft);
  const { name, symbol, resolution, content } = record(kept.fields);
  const base = readBase(kept.base);
  const texts = [userId, key, name, symbol, resolution, content];
  if (base === undefined || texts.some((one) => typeof one !== 'string')) return null;
  return {
    userId: String(userId),
    base,
    key: String(key),
    known: readKnown(kept.known),
    fields: {
      name: String(name),
      symbol: String(symbol),
      resolution: String(resolution),
      content: String(content),
    },
  };
}

type StorageDeps = {
  storage: Storage;
  /** Id of this tab; the same after a reload. */
  tabId: string;
  openTabs: () => Promise<ReadonlySet<string>>;
};

export function createDrafts({ storage, tabId, openTabs }: StorageDeps): Drafts {
  const ownKey = `${DRAFT_PREFIX}${tabId}`;
  const stepsKey = `${STEPS_PREFIX}${tabId}`;
  /** False where storage is full: an older text must not come back then. */
  const store = (key: string, text: string) => {
    try {
      storage.setItem(key, text);
      return true;
    } catch {
      storage.removeItem(key);
      return false;
    }
  };
  return {
    own: () => readDraft(storage.getItem(ownKey)),
    keep(draft) {
      if (store(ownKey, JSON.stringify(draft))) return true;
      // Unsent changes go before undo steps.
      storage.removeItem(stepsKey);
      return store(ownKey, JSON.stringify(draft));
    },
    drop: () => storage.removeItem(ownKey),
    steps: {
      read: () => storage.getItem(stepsKey),
      keep(text) {
        if (text === null) storage.removeItem(stepsKey);
        else store(stepsKey, text);
      },
    },
    async leftBehind(userId) {
      const open = await openTabs();
      const keysOfOthers = (prefix: string) =>
        Object.keys(storage).filter((key) => {
          const id = key.slice(prefix.length);
          return key.startsWith(prefix) && id !== tabId && !open.has(id);
        });
      for (const key of keysOfOthers(STEPS_PREFIX)) storage.removeItem(key);
      return keysOfOthers(DRAFT_PREFIX).flatMap((key) => {
        let text = storage.getItem(key);
        const draft = readDraft(text);
        const replace = (by: Draft | null) => {
          // A tab that was being reloaded may have stored a newer draft since.
          if (storage.getItem(key) !== text) return;
          text = by && JSON.stringify(by);
          if (text === null) storage.removeItem(key);
          else store(key, text);
        };
        return draft?.userId === userId ? [{ draft, replace }] : [];
      });
    },
  };
}

const TAB_KEY = 'tab';
const LOCK_PREFIX = 'chart-tab:';

/**
 * Holds a lock while the tab is open, which shows other tabs that it is. False where another tab holds it; rejects where
 * the browser denies locks.
 */
function holdTab(tabId: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    };
    navigator.locks.request(LOCK_PREFIX + tabId, { ifAvailable: true }, hold).catch(reject);
  });
}

/** The tab's id: kept by a reload, new in a duplicate of another tab. */
async function claimTabId(): Promise<string> {
  const before = sessionStorage.getItem(TAB_KEY);
  if (before !== null && (await holdTab(before))) return before;
  const tabId = Math.random().toString(36).slice(2);
  sessionStorage.setItem(TAB_KEY, tabId);
  await holdTab(tabId);
  return tabId;
}

let opened: Promise<Drafts> | null = null;

/** The drafts of this browser, opened once a page. A browser without storage or locks keeps none. */
export function openDrafts(): Promise<Drafts> {
  opened ??= openOnce();
  return opened;
}

async function openOnce(): Promise<Drafts> {
  try {
    const tabId = await claimTabId();
    return createDrafts({
      storage: localStorage,
      tabId,
      openTabs: async () => {
        const { held = [] } = await navigator.locks.query();
        return new Set(held.map(({ name = '' }) => name.slice(LOCK_PREFIX.length)));
      },
    });
  } catch {
    const steps = { read: () => null, keep: () => {} };
    return {
      own: () => null,
      keep: () => false,
      drop: () => {},
      steps,
      leftBehind: async () => [],
    };
  }
}

type LastId = { get: () => number | null; set: (id: number | null) => void };

/**
 * The layout that was last open in this tab, as a reload stays on it; in a new tab, the one that was last open on this
 * device. A missing layout of this tab is forgotten for both.
 */
export function tabLastId(device: LastId, storage: TextStorage | undefined = tabStorage()): LastId {
  const own = createStoredText('chartLayout', storage);
  return {
    get() {
      const id = Number(own.read() ?? Number.NaN);
      return Number.isSafeInteger(id) ? id : device.get();
    },
    set(id) {
      own.write(id === null ? null : `${id}`);
      device.set(id);
    },
  };
}

const LONGEST_NAME = 150;
const COPY = / \(copy of \d\d:\d\d\)(?: \d+)?$/;

/**
 * The name of a chart whose changes could not be merged: `Maize (copy of 14:02)`, numbered where it is taken. A copy of a
 * copy names the time alone anew.
 */
function copyName(name: string, at: { time: string; taken: readonly string[] }): string {
  const first = `${shortened(name.replace(COPY, ''), LONGEST_NAME)} (copy of ${at.time})`;
  let free = first;
  for (let number = 2; at.taken.includes(free); number += 1) free = `${first} ${number}`;
  return free;
}

export type CopyDeps = {
  api: Pick<LayoutApi, 'list'>;
  clock: { now: () => number };
  /** The IANA zone of the chart's clock. */
  zone: () => string;
};

/** A free name for a copy, with the present time in the chart's zone. Rejects with an `ApiError`. */
export async function freeCopyName({ api, clock, zone }: CopyDeps, name: string): Promise<string> {
  const taken = (await api.list()).map((head) => head.name);
  return copyName(name, { time: formatClock(clock.now(), zone()), taken });
}

type SendDeps = CopyDeps & {
  api: LayoutApi;
  drafts: Drafts;
  userId: string;
  newKey: () => string;
  codec: LayoutCodec;
  /** A layout was made of changes that could not be merged. */
  tellCopy: (copy: string) => void;
};

/** Saves a draft over what the server has, merged with it; false where both sides changed the same. */
async function isMerged({ api, codec }: SendDeps, draft: Draft, id: number): Promise<boolean> {
  const { fields } = draft;
  const there = await api.get(id);
  const mine = named(codec.partsOf(fields.content), fields.name);
  const known = knownFrom(draft, mine);
  const next = mergeLayout(codec, { mine, there, known, instrument: fields });
  if (!next) return false;
  const { name, content } = next;
  await api.save(id, there.revision, { ...fields, name, content });
  return true;
}

/** False where the draft has to become a layout of its own. */
async function isSaved(deps: SendDeps, draft: Draft): Promise<boolean> {
  const { base, key, fields } = draft;
  // The key may have created the layout already, from older content.
  if (!base) return isMerged(deps, draft, (await deps.api.create(key, fields)).id);
  try {
    await deps.api.save(base.id, base.revision, fields);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    if (!isChangedElsewhere(error)) throw error;
    return isMerged(deps, draft, base.id);
  }
}

async function sendDraft(deps: SendDeps, { draft, replace }: LeftBehind): Promise<void> {
  const isDone = await isSaved(deps, draft);
  if (isDone) return replace(null);
  const { base, fields } = draft;
  const name = await freeCopyName(deps, fields.name);
  // The same key in every tab and after every reload: one copy is made.
  const key = base ? draft.key : deps.newKey();
  const nothing = { bases: [], sent: [] };
  replace({ ...draft, base: null, key, known: nothing, fields: { ...fields, name } });
  await deps.api.create(key, { ...fields, name });
  replace(null);
  deps.tellCopy(name);
}

/** Sends the drafts of closed tabs; a draft that cannot be sent stays for the next time. */
export async function sendLeftBehind(deps: SendDeps): Promise<void> {
  for (const left of await deps.drafts.leftBehind(deps.userId)) {
    await sendDraft(deps, left).catch(() => {});
  }
}
