import { signedInUserId } from '../../../api/session/guard.ts';
import { onForgetDrafts, PAPER_TRADES } from '../../../lib/draft-storage.ts';
import { record } from '../../../lib/record.ts';
import { createStoredText, type StoredText } from '../../../lib/stored-text.ts';
import { tabStorage } from '../../../lib/tab-storage.ts';
import {
  type ExitReason,
  FIRST_ACCOUNT,
  type Fill,
  type FormerLevels,
  type PaperTrade,
} from './paper-account.ts';
import type { PaperRecord } from './paper-ledger.ts';

/** The newest trades that a tab keeps; one takes some 250 bytes of the 5 MB that browsers allow. */
export const MOST_KEPT = 2_000;

/** The kept trades as one replay sees them. Several charts of a page are replayed side by side. */
export type KeptTrades = {
  /** The capital and the trades to begin with. */
  first: () => PaperRecord;
  /** Keeps the trades of this replay instead of those it had before. */
  keep: (own: PaperRecord) => void;
  /** Removes the trades of earlier replays; returns how to bring them back. */
  clear: () => () => void;
};

const REASONS: readonly ExitReason[] = ['closed', 'stop', 'target', 'left'];

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

const isPriceOrNone = (value: unknown): value is number | null => value === null || isNumber(value);

function readFill(stored: unknown): Fill | null {
  const { price, atMs } = record(stored);
  return isNumber(price) && isNumber(atMs) ? { price, atMs } : null;
}

function readFormer(stored: unknown): FormerLevels[] {
  const all: unknown[] = Array.isArray(stored) ? stored : [];
  return all.flatMap((one) => {
    const { stop, target, untilMs } = record(one);
    const isValid = isPriceOrNone(stop) && isPriceOrNone(target) && isNumber(untilMs);
    return isValid ? [{ stop, target, untilMs }] : [];
  });
}

function readTrade(stored: unknown): PaperTrade | null {
  const { ticker, side, size, stop, target, ...rest } = record(stored);
  const [entry, exit] = [readFill(rest.entry), readFill(rest.exit)];
  const reason = REASONS.find((one) => one === rest.reason);
  if (typeof ticker !== 'string' || (side !== 'long' && side !== 'short')) return null;
  if (!isNumber(size) || size <= 0 || !isPriceOrNone(stop) || !isPriceOrNone(target)) return null;
  if (!entry || !exit || !reason) return null;
  const former = readFormer(rest.former);
  return { ticker, side, size, stop, target, former, entry, exit, reason };
}

/** The record of a user in a stored text; null for that of another one, and for a text that is none. */
function readRecord(text: string | null, owner: string | null): PaperRecord | null {
  try {
    const { userId, capital, trades } = record(JSON.parse(text ?? 'null'));
    if (userId !== owner || !Array.isArray(trades)) return null;
    return {
      capital: isNumber(capital) && capital > 0 ? capital : FIRST_ACCOUNT.capital,
      trades: trades.flatMap((each) => readTrade(each) ?? []),
    };
  } catch {
    return null;
  }
}

/**
 * The paper trades of a tab: they outlive its replays and a reload, and belong to the user who made them. `user` is null for a
 * visitor.
 */
export function createTradeShelf(text: StoredText, user: () => string | null) {
  let owner: string | null = null;
  let before: PaperRecord | null = null;
  /** The trades of this page's replays, in the order of their starts. */
  const replays = new Map<object, PaperRecord['trades']>();
  const forget = () => {
    before = null;
    replays.clear();
    text.write(null);
  };
  const present = () => before ?? FIRST_ACCOUNT;
  const all = () => [...present().trades, ...[...replays.values()].flat()].slice(-MOST_KEPT);
  const write = (next: PaperRecord) => {
    before = next;
    text.write(JSON.stringify({ userId: owner, capital: next.capital, trades: all() }));
  };
  return {
    /** Nothing of a user is left for the next one. */
    forget,
    begin(): KeptTrades {
      const begunBy = user();
      if (!before || owner !== begunBy) {
        replays.clear();
        before = readRecord(text.read(), begunBy) ?? FIRST_ACCOUNT;
      }
      owner = begunBy;
      const replay = {};
      return {
        first: () => ({ capital: present().capital, trades: all() }),
        keep({ capital, trades }) {
          if (user() !== begunBy || owner !== begunBy) return;
          replays.set(replay, trades);
          write({ ...present(), capital });
        },
        clear() {
          const own = replays.get(replay) ?? [];
          replays.delete(replay);
          const cleared = all();
          replays.clear();
          replays.set(replay, own);
          write({ ...present(), trades: [] });
          return () => write({ ...present(), trades: [...cleared, ...present().trades] });
        },
      };
    },
  };
}

export const tradeShelf = createTradeShelf(
  createStoredText(PAPER_TRADES, tabStorage()),
  signedInUserId,
);
onForgetDrafts(tradeShelf.forget);
