import type { CurrentUser, ExchangeName } from '@moneytrail/contract';
import type { TickBus } from '../../bus/index.ts';
import type { Db } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Audit } from '../audit/index.ts';
import type { HistoryWanted } from '../bars/index.ts';
import type { Catalogue } from '../catalogue/index.ts';

export type InstrumentDeps = {
  db: Db;
  clock: { now: () => number };
  feeds: Record<ExchangeName, { readonly isSimulated: boolean }>;
  feedStates: () => Record<ExchangeName, boolean>;
  catalogue: Pick<Catalogue, 'reload'>;
  bus: Pick<TickBus, 'publish'>;
  jobs: Pick<Jobs, 'enqueue' | 'isUnderWay'>;
  audit: Pick<Audit, 'append'>;
  /** The days up to now that a backfill reads. */
  backfillDays: HistoryWanted['days'];
  /** The device that a caller is signed in on. */
  deviceOf: (user: CurrentUser) => string;
};

/** The author of a change, for the audit log. */
export type Author = {
  actorId: string;
  address: string;
  requestId: string;
  deviceId: string;
};

export type Caller = { user: CurrentUser | null; ip: string; requestId: string };

export function authorOf(
  { deviceOf }: { deviceOf: (user: CurrentUser) => string },
  { user, ip, requestId }: Caller,
): Author {
  if (!user) throw new Error('nobody is signed in');
  return { actorId: user._id, address: ip, requestId, deviceId: deviceOf(user) };
}
