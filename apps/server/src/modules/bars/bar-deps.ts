import type { ExchangeName } from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';
import type { Db } from './store/series.ts';

/** What the bars of a process need. */
export type BarDeps = {
  db: Db;
  feeds: Record<ExchangeName, Pick<Feed, 'history' | 'isSimulated'>>;
  clock: { now: () => number };
  log: { warn: (detail: object, message: string) => void };
};
