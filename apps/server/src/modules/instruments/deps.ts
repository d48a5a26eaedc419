import type { CurrentUser, ExchangeName } from '@moneytrail/contract';
import type { TickBus } from '../../bus/index.ts';
import type { Db } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalogue } from '../catalogue/index.ts';

/** What the administration of instruments works with. */
export type InstrumentDeps = {
  db: Db;
  clock: { now: () => number };
  feeds: Record<ExchangeName, { readonly isSimulated: boolean }>;
  /** Whether each feed is offline. */
  feedStates: () => Record<ExchangeName, boolean>;
  catalogue: Pick<Catalogue, 'reload'>;
  bus: Pick<TickBus, 'publish'>;
  jobs: Pick<Jobs, 'enqueue'>;
  audit: Pick<Audit, 'append'>;
  /** The device that a caller is signed in on. */
  deviceOf: (user: CurrentUser) => string;
};
