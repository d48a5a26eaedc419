import { DRAFT_PREFIX } from '../../../lib/draft-storage.ts';
import { record } from '../../../lib/record.ts';
import type { LayoutFields } from './layout-api.ts';

/** A chart that the server has not taken yet. */
export type Draft = {
  /** Whose it is: nobody else's session sends it. */
  userId: string;
  /** The layout that it changes, at the revision that it began with; null for one that is still to be made. */
  base: { id: number; revision: number } | null;
  /** By which a layout is made once, however often it is sent. */
  key: string;
  fields: LayoutFields;
};

export type LeftBehind = { draft: Draft; drop: () => void };

/** Drafts of this browser: each tab keeps its own. */
export type Drafts = {
  /** This tab's, from before it was loaded anew. */
  own: () => Draft | null;
  /** False where the browser has no room for it. */
  keep: (draft: Draft) => boolean;
  drop: () => void;
  /** Those that tabs left behind which are no longer open. */
  leftBehind: (userId: string) => Promise<LeftBehind[]>;
};

function readBase(stored: unknown): Draft['base'] | undefined {
  if (stored === null) return null;
  const { id, revision } = record(stored);
  return typeof id === 'number' && typeof revision === 'number' ? { id, revision } : undefined;
}

/** A stored draft; null where the text is none. */
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

type Deps = {
  storage: Storage;
  /** Of this tab; the same after a reload. */
  tabId: string;
  /** Which tabs are open now. */
  openTabs: () => Promise<ReadonlySet<string>>;
};

export function createDrafts({ storage, tabId, openTabs }: Deps): Drafts {
  const ownKey = `${DRAFT_PREFIX}${tabId}`;
  return {
    own: () => readDraft(storage.getItem(ownKey)),
    keep(draft) {
      try {
        storage.setItem(ownKey, JSON.stringify(draft));
        return true;
      } catch {
        // There is no room: an older text of the same chart must not come back instead.
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
          // A tab that was only being loaded anew may have kept a newer one since.
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
 * Holds a lock for as long as the tab is open, so that others know; false where another tab holds it already. Rejects
 * where the browser denies locks.
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

/** Names this tab: as before it was loaded anew, but never as another one that it was duplicated from. */
async function nameTab(): Promise<string> {
  const before = sessionStorage.getItem(TAB_KEY);
  if (before !== null && (await holdTab(before))) return before;
  const tabId = Math.random().toString(36).slice(2);
  sessionStorage.setItem(TAB_KEY, tabId);
  await holdTab(tabId);
  return tabId;
}

let opened: Promise<Drafts> | null = null;

/** The drafts of this browser, for this page one and the same; none are kept where it has no storage or no locks. */
export function openDrafts(): Promise<Drafts> {
  opened ??= openOnce();
  return opened;
}

async function openOnce(): Promise<Drafts> {
  try {
    const tabId = await nameTab();
    return createDrafts({
      storage: localStorage,
      tabId,
      openTabs: async () => {
        const { held = [] } = await navigator.locks.query();
        return new Set(held.map(({ name = '' }) => name.slice(LOCK_PREFIX.length)));
      },
    });
  } catch {
    return {
      own: () => null,
      keep: () => false,
      drop: () => {},
      leftBehind: async () => [],
    };
  }
}
