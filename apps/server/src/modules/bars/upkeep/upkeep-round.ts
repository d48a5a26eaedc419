import type { ExchangeName } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';

/** A bounded piece of work on the stored bars of one feed, done by the process that owns the feed. */
export type UpkeepRound = {
  exchange: ExchangeName;
  /** Enabled instruments of every exchange, those somebody looks at first. */
  instruments: readonly Instrument[];
  /** Whether to go on is pointless: the feed is offline, or no longer ours. */
  isPointless: () => boolean;
};
