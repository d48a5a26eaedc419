import { RESOLUTIONS, type Resolution } from '@moneytrail/calendar';
import { record } from '../../../lib/record.ts';
import {
  type ExitReason,
  FIRST_ACCOUNT,
  type Fill,
  type FormerLevels,
  type PaperPosition,
  type PaperTrade,
} from './paper-account.ts';
import type { OpenPaper, PaperRecord } from './paper-ledger.ts';
import { SPEEDS, type Speed } from './replay-player.ts';

/** Where a replay stands: a reload of the page goes on from there. */
export type ReplayPlace = {
  ticker: string;
  resolution: Resolution;
  atMs: number;
  speed: Speed;
  stepBy: Resolution | null;
  paper: OpenPaper;
};

/** The trades of ended replays, and the places of those that went on when the page was left. */
export type KeptRecord = PaperRecord & { replays: readonly ReplayPlace[] };

const REASONS: readonly ExitReason[] = ['closed', 'stop', 'target', 'left'];

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Times that every calendar supports, epoch ms: the years 1900 to 2200. */
function isMoment(value: unknown): value is number {
  return isNumber(value) && value >= Date.UTC(1900, 0) && value <= Date.UTC(2200, 0);
}

const isPriceOrNone = (value: unknown): value is number | null => value === null || isNumber(value);

/** The readable items of a stored list. */
function readAll<Item>(stored: unknown, read: (one: unknown) => Item | null): Item[] {
  const all: unknown[] = Array.isArray(stored) ? stored : [];
  return all.map(read).filter((one) => one !== null);
}

function readFill(stored: unknown): Fill | null {
  const { price, atMs } = record(stored);
  return isNumber(price) && isMoment(atMs) ? { price, atMs } : null;
}

function readFormer(stored: unknown): FormerLevels | null {
  const { stop, target, untilMs } = record(stored);
  const isValid = isPriceOrNone(stop) && isPriceOrNone(target) && isMoment(untilMs);
  return isValid ? { stop, target, untilMs } : null;
}

function readPosition(stored: unknown): PaperPosition | null {
  const { ticker, side, size, stop, target, ...rest } = record(stored);
  const entry = readFill(rest.entry);
  if (typeof ticker !== 'string' || (side !== 'long' && side !== 'short')) return null;
  if (!isNumber(size) || size <= 0 || !isPriceOrNone(stop) || !isPriceOrNone(target)) return null;
  const former = readAll(rest.former, readFormer);
  return entry && { ticker, side, size, stop, target, former, entry };
}

function readTrade(stored: unknown): PaperTrade | null {
  const position = readPosition(stored);
  const fields = record(stored);
  const exit = readFill(fields.exit);
  const reason = REASONS.find((one) => one === fields.reason);
  return position && exit && reason ? { ...position, exit, reason } : null;
}

function readSeen(stored: unknown): OpenPaper['seen'][number] | null {
  const [ticker, fills]: unknown[] = Array.isArray(stored) ? stored : [];
  return typeof ticker === 'string' ? [ticker, readAll(fills, readFill)] : null;
}

function readPaper(stored: unknown): OpenPaper {
  const { trades: storedTrades, olderTrades, positions, seen } = record(stored);
  const trades = readAll(storedTrades, readTrade);
  // At most one position an instrument.
  const byTicker = new Map(readAll(positions, readPosition).map((one) => [one.ticker, one]));
  return {
    trades,
    olderTrades: isNumber(olderTrades) ? Math.min(Math.max(0, olderTrades), trades.length) : 0,
    positions: [...byTicker.values()],
    seen: readAll(seen, readSeen),
  };
}

function resolutionIn(stored: unknown): Resolution | null {
  return RESOLUTIONS.find((one) => one === stored) ?? null;
}

function readPlace(stored: unknown): ReplayPlace | null {
  const { ticker, atMs, speed: label, stepBy, ...rest } = record(stored);
  const resolution = resolutionIn(rest.resolution);
  const speed = SPEEDS.find((one) => one.label === record(label).label);
  if (typeof ticker !== 'string' || !resolution || !isMoment(atMs) || !speed) return null;
  return {
    ticker,
    resolution,
    atMs,
    speed,
    stepBy: resolutionIn(stepBy),
    paper: readPaper(rest.paper),
  };
}

/** The record of a user in a stored text; null for that of another one, and for a text that is none. */
export function readKept(text: string | null, owner: string | null): KeptRecord | null {
  try {
    const { userId, capital, trades, replays } = record(JSON.parse(text ?? 'null'));
    if (userId !== owner || !Array.isArray(trades)) return null;
    return {
      capital: isNumber(capital) && capital > 0 ? capital : FIRST_ACCOUNT.capital,
      trades: readAll(trades, readTrade),
      replays: readAll(replays, readPlace),
    };
  } catch {
    return null;
  }
}
