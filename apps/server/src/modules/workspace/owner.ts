import { AppError, type CurrentUser } from '@moneytrail/contract';
import { sql } from 'kysely';
import { lockByName, type Trx } from '../../db/index.ts';
import { type CallerBudget, callerName } from '../../http/caller-budget.ts';
import { signedIn } from '../../http/check-access.ts';
import { customerOf } from '../../http/grant.ts';

/** A request of our own page. */
export type OwnCall = { user: CurrentUser | null; ip: string };

/**
 * An account's stored items of one charting client and one of its users, which see nothing of each other. `spaces` are
 * those that a call reads; new items belong to the first.
 */
export type Owner = { userId: string; spaces: readonly [string, ...string[]] };

/** The space of our own page. */
export const OWN_SPACE = '';
/** Items that other clients saved before they were kept apart; every client of the account sees them. */
export const SHARED_SPACE = '*';

/** The space of a charting client and its user. */
const spaceOf = (client: string, user: string): string => JSON.stringify([client, user]);

/** The owner of what our own API stores; a customer's token has a space of its own. */
export function ownerOf({ user }: OwnCall): Owner {
  const { _id: userId } = signedIn(user);
  const customer = customerOf(user);
  return { userId, spaces: [customer === null ? OWN_SPACE : spaceOf('', customer)] };
}

/** The owner of what a charting client stores; a customer's token sees nothing of before. */
export function ownerOfClient(user: CurrentUser, named: { client: string; user: string }): Owner {
  const space = spaceOf(named.client, named.user);
  const isCustomer = customerOf(user) !== null;
  return { userId: user._id, spaces: isCustomer ? [space] : [space, SHARED_SPACE] };
}

/** Charges the work of each request to its caller and queues it if the caller has too much at once. */
export const createTurns =
  (budget: CallerBudget) =>
  <T>(call: OwnCall, work: () => Promise<T>): Promise<T> =>
    budget.run(callerName(call), work, { mayWait: true, customer: customerOf(call.user) });

/** Limit of one owner's layouts including their shared copies, and of its templates, each in bytes of UTF-8. */
export const MOST_BYTES = 50 * 1_048_576;

/** Serialises the changes of one account, so that limits and revisions hold under concurrent requests. */
export async function lockOwner(trx: Trx, userId: string): Promise<void> {
  await lockByName(trx, `workspace ${userId}`);
}

/** A size limit, and its wording in a refusal. */
export type ContentLimit = { what: string; mostBytes: number; inWords: string };

/** The size of a content in UTF-8; throws `TOO_LARGE` with limit and size if it exceeds the limit. */
export function measureContent(content: string, limit: ContentLimit): number {
  const bytes = Buffer.byteLength(content);
  if (bytes <= limit.mostBytes) return bytes;
  const size = bytes.toLocaleString('en');
  const message = `${limit.what} may hold at most ${limit.inWords}; this one has ${size} bytes. What was saved before is kept.`;
  throw new AppError('TOO_LARGE', message);
}

/** Limits of one kind of stored items, in number and bytes of UTF-8; `tooMuch` is the message if they are too large. */
export type Kept = { kind: string; most: number; mostBytes: number; tooMuch: string };

type Held = { count: number; bytes: number };

/** Measures the items of an owner, or those of all other charting clients of the account together. */
type Measure = (of: 'owner' | 'clients') => Promise<Held>;

/** Many customers of one account share this much, in number and bytes of UTF-8. */
const CLIENTS = { most: 10_000, mostBytes: 10 * MOST_BYTES };

async function withinLimit<T>(
  measure: () => Promise<Held>,
  { kind, most, mostBytes, tooMuch }: Kept,
  change: () => Promise<T>,
): Promise<T> {
  const before = await measure();
  const changed = await change();
  const held = await measure();
  if (held.count > Math.max(most, before.count)) {
    throw new AppError('CONFLICT', `You may keep ${most} ${kind}. Delete one to save another.`);
  }
  if (held.bytes > Math.max(mostBytes, before.bytes)) throw new AppError('CONFLICT', tooMuch);
  return changed;
}

/**
 * Runs a change of an owner's stored items. Throws `CONFLICT` if their number or total size then exceeds its limit, or
 * with other clients that of all clients together, unless it has not grown: an owner over a limit may still save changes
 * that reduce it.
 */
export async function withinRoom<T>(
  { spaces }: Owner,
  measure: Measure,
  kept: Kept,
  change: () => Promise<T>,
): Promise<T> {
  const ofOwner = () => withinLimit(() => measure('owner'), kept, change);
  if (spaces[0] === OWN_SPACE) return ofOwner();
  const kind = `${kept.kind} of all charting clients together`;
  const tooMuch = `All charting clients of an account may keep 500 MB of ${kept.kind}.`;
  return withinLimit(() => measure('clients'), { ...CLIENTS, kind, tooMuch }, ofOwner);
}

/** Selects the items of an owner, or those of all other charting clients of the account together. */
export function heldBy({ spaces }: Owner, of: 'owner' | 'clients', space: string) {
  return of === 'owner'
    ? sql<boolean>`${sql.ref(space)} in (${sql.join(spaces)})`
    : sql<boolean>`${sql.ref(space)} <> ${OWN_SPACE}`;
}
