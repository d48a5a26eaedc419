import { DRAFT_PREFIX } from '../../../lib/draft-storage.ts';
import { record } from '../../../lib/record.ts';
import { shortened } from '../../../lib/shortened.ts';
import { isChangedElsewhere, isGone, type LayoutApi, type LayoutFields } from './layout-sender.ts';

/** A chart that the server has not stored yet. */
export type Draft = {
  /** Drafts are sent in their owner's session alone. */
  userId: string;
  /** The changed layout and the revision it was changed from; null for a layout that is still to be created. */
  base: { id: number; revision: number } | null;
  /** Idempotency key for creating the layout. */
  key: string;
  fields: LayoutFields;
};

export type LeftBehind = { draft: Draft; drop: () => void };

/** Drafts of this browser, one a tab. */
export type Drafts = {
  /** This tab's draft, from before it was reloaded. */
  own: () => Draft | null;
  /** False where the browser's storage is full. */
  keep: (draft: Draft) => boolean;
  drop: () => void;
  /** Drafts of tabs that have been closed. */
  leftBehind: (userId: string) => Promise<LeftBehind[]>;
};

function readBase(stored: unknown): Draft['base'] | undefined {
  if (stored === null) return null;
  const { id, revision } = record(stored);
  return typeof id === 'number' && typeof revision === 'number' ? { id, revision } : undefined;
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
  return {
    own: () => readDraft(storage.getItem(ownKey)),
    keep(draft) {
      try {
        storage.setItem(ownKey, JSON.stringify(draft));
        return true;
      } catch {
        // Storage is full: an older draft of the same chart must not come back.
        storage.removeItem(ownKey);
        return false;
      }
    },
    drop: () => storage.removeItem(ownKey),
    async leftBehind(userId) {
      const open = await openTabs();
      return Object.keys(storage).flatMap((key) => {
        const isOther = key.startsWith(DRAFT_PREFIX) && key !== ownKey;
        if (!isOther || open.has(key.slice(DRAFT_PREFIX.length))) return [];
        const text = storage.getItem(key);
        const draft = readDraft(text);
        const drop = () => {
          // A tab that was being reloaded may have stored a newer draft since.
          if (storage.getItem(key) === text) storage.removeItem(key);
        };
        return draft?.userId === userId ? [{ draft, drop }] : [];
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
    return { own: () => null, keep: () => false, drop: () => {}, leftBehind: async () => [] };
  }
}

const LONGEST_NAME = 150;

/** The name of a chart that was changed elsewhere too: `Maize (copy of 14:02)`. */
export function copyName(name: string, atMs: number): string {
  const time = new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${shortened(name, LONGEST_NAME)} (copy of ${time})`;
}

type SendDeps = {
  api: LayoutApi;
  drafts: Drafts;
  userId: string;
  clock: { now: () => number };
  newKey: () => string;
  tell: (text: string) => void;
};

async function sendDraft({ api, clock, newKey, tell }: SendDeps, draft: Draft): Promise<void> {
  const { base, key, fields } = draft;
  try {
    // The key may have created the layout from an older content, so the newest is saved after it.
    const at = base ?? (await api.create(key, fields));
    await api.save(at.id, at.revision, fields);
  } catch (error) {
    if (!isChangedElsewhere(error) && !isGone(error)) throw error;
    const name = copyName(fields.name, clock.now());
    await api.create(newKey(), { ...fields, name });
    tell(`Changes that had not been sent yet are kept as “${name}”.`);
  }
}

/** Sends the drafts of closed tabs; a draft that cannot be sent stays for the next time. */
export async function sendLeftBehind(deps: SendDeps): Promise<void> {
  for (const { draft, drop } of await deps.drafts.leftBehind(deps.userId)) {
    const isSent = await sendDraft(deps, draft).then(
      () => true,
      () => false,
    );
    if (isSent) drop();
  }
}
