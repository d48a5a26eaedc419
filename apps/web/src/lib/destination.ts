import { DAY_MS } from '@moneytrail/calendar';
import { paths } from '../paths.ts';
import { type Clock, systemClock } from './clock.ts';
import { record } from './record.ts';
import { parseSearch } from './search-params.ts';
import { createStoredText, type StoredText } from './stored-text.ts';
import { tabStorage } from './tab-storage.ts';

/** A page behind the sign-in. */
export type Destination = { to: string; search: Record<string, string> };

/** Longer than any address of ours, a payment's return included. */
const LONGEST_ADDRESS = 4_000;
/** An account may wait some days for its approval. */
const KEPT_MS = 30 * DAY_MS;

const PROTECTED = Object.values(paths)
  .filter((path) => path === paths.dashboard || path.startsWith(`${paths.dashboard}/`))
  .map((path) => path.split('/'));

/** True for a page behind the sign-in; `$name` parts of our paths match anything. */
function isProtected(pathname: string): boolean {
  const parts = pathname.split('/');
  return PROTECTED.some(
    (own) =>
      own.length === parts.length &&
      own.every((part, at) => (part.startsWith('$') ? parts[at] !== '' : part === parts[at])),
  );
}

/** The page of an address; null unless it is one of ours behind the sign-in. */
export function readDestination(address: string, origin: string): Destination | null {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin || !isProtected(url.pathname)) return null;
  return { to: url.pathname, search: parseSearch(url.search) };
}

type Kept = {
  address: string;
  /** The user whose session ended there; null for a visitor. */
  userId: string | null;
  atMs: number;
};

function readKept(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const { address, userId, atMs } = record(JSON.parse(text));
    if (typeof address !== 'string' || typeof atMs !== 'number') return null;
    return { address, userId: typeof userId === 'string' ? userId : null, atMs };
  } catch {
    return null;
  }
}

type Stores = { inTab: StoredText; onDevice: StoredText; clock: Pick<Clock, 'now'> };

/**
 * The page that a person was going to when the sign-in stopped them: kept until a signed-in page is reached, across registration,
 * mailed links and reloads. Each tab keeps its own. A visitor's is kept on the device too, because the link of a mail
 * opens another tab. That of an ended session is for the same user alone.
 */
export function createDestination({ inTab, onDevice, clock }: Stores) {
  return {
    keep: (address: string, userId: string | null) => {
      const text = JSON.stringify({ address, userId, atMs: clock.now() });
      inTab.write(text);
      if (userId === null) onDevice.write(text);
    },
    /** For the user who has signed in; null if they were going nowhere. */
    read: (userId: string | null, origin: string): Destination | null => {
      for (const store of [inTab, onDevice]) {
        const kept = readKept(store.read());
        const isTheirs = kept?.userId === null || kept?.userId === userId;
        if (kept && isTheirs && clock.now() - kept.atMs < KEPT_MS) {
          return readDestination(kept.address, origin);
        }
      }
      return null;
    },
    forget: () => {
      inTab.write(null);
      onDevice.write(null);
    },
  };
}

const KEY = 'destination';

export const destination = createDestination({
  inTab: createStoredText(KEY, tabStorage()),
  onDevice: createStoredText(KEY),
  clock: systemClock,
});
