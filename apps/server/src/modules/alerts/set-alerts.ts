import { MINUTE_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import type { Trx } from '../../db/index.ts';
import { findScreenIds } from '../screener/index.ts';
import { findWatchlistIds } from '../watchlists/index.ts';
import { activate, deleteAlerts, type LockedAlert, lockAlerts, pause } from './alert-states.ts';

type To =
  | { kind: 'active' | 'deleted' }
  | { kind: 'paused'; for?: 'noDrawing' | undefined }
  | { kind: 'snoozed'; minutes: number };

type Changes = {
  /** The alerts that were changed, without the rows of their instruments. */
  changed: number[];
  /** Evaluated rows that are gone. */
  deleted: number[];
  /** All rows that were changed. */
  rows: number;
};

/**
 * Changes the state of a user's alerts; those of others are left out. Of an alert on a watchlist, what has fired stays so
 * until all of it has, and instruments without the right to them wait for it. Throws `CONFLICT` if nothing can be changed
 * because the watchlists or screens were deleted.
 */
export async function changeStates(
  trx: Trx,
  { userId, ids, to, nowMs }: { userId: string; ids: readonly number[]; to: To; nowMs: number },
  mayWatch: (instrumentId: number) => boolean,
): Promise<Changes> {
  const locked = await lockAlerts(trx, { userId, ids });
  const own = locked.filter((one) => one.list_alert_id === null);
  if (to.kind === 'deleted') {
    const changed = own.map(({ id }) => id);
    await deleteAlerts(trx, changed);
    const evaluated = locked.filter((one) => one.watchlist_id === null);
    return { changed, deleted: evaluated.map(({ id }) => id), rows: locked.length };
  }
  const lists = await findWatchlistIds(trx, userId);
  const screens = await findScreenIds(trx, userId);
  const isThere = ({ watchlist_id: list, screen_id: screen }: LockedAlert) =>
    (list === null || lists.has(list)) && (screen === null || screens.has(screen));
  const listed = own.filter(isThere);
  if (listed.length === 0 && own.length > 0) {
    const gone = own.some((one) => one.screen_id !== null) ? 'screen' : 'watchlist';
    throw new AppError('CONFLICT', `Its ${gone} was deleted. Choose another one.`);
  }
  const reason = to.kind === 'paused' ? to.for : undefined;
  // One on a list that is over has nothing to pause, and what the owner has paused stays so whatever becomes of its drawing.
  const isKept = (one: LockedAlert) =>
    reason === undefined
      ? to.kind === 'paused' && one.watchlist_id !== null && isOver(one)
      : one.state !== 'active';
  const changing = listed.filter((one) => !isKept(one));
  const whole = new Map(changing.map((one) => [one.id, one]));
  const acts: Record<Act, number[]> = { begin: [], pause: [], wait: [], stay: [] };
  acts[to.kind === 'paused' ? 'pause' : 'begin'].push(...whole.keys());
  for (const one of locked) {
    const alert = whole.get(one.list_alert_id ?? 0);
    if (alert) acts[actOf(one, alert, to, mayWatch)].push(one.id);
  }
  const snoozedUntilMs = to.kind === 'snoozed' ? nowMs + to.minutes * MINUTE_MS : null;
  await activate(trx, acts.begin, { nowMs, snoozedUntilMs });
  await pause(trx, acts.pause, reason ?? 'byOwner');
  await pause(trx, acts.wait, 'noRight');
  const rows = acts.begin.length + acts.pause.length + acts.wait.length;
  return { changed: [...whole.keys()], deleted: [], rows };
}

const isOver = ({ state }: LockedAlert) => state === 'fired' || state === 'expired';

type Act = 'begin' | 'pause' | 'wait' | 'stay';

/** The change of one instrument of an alert on a list. */
function actOf(
  one: LockedAlert,
  alert: LockedAlert,
  to: To,
  mayWatch: (instrumentId: number) => boolean,
): Act {
  if (isOver(one) && (to.kind === 'paused' || !isOver(alert))) return 'stay';
  if (to.kind === 'paused') return 'pause';
  if (to.kind === 'snoozed' && alert.state === 'active' && one.state !== 'active') return 'stay';
  return mayWatch(one.instrument_id) ? 'begin' : 'wait';
}
