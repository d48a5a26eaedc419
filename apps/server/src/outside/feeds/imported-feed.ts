import { IMPORTED } from '@moneytrail/contract';
import type { Feed } from '@moneytrail/feeds';

const ONLINE = { isOffline: false, lastError: null, lastSuccessMs: null };

/** Files have no vendor: there is nothing to list, to read or to follow. */
export const IMPORTED_FEED: Feed = {
  exchange: IMPORTED,
  isSimulated: false,
  list: async () => [],
  search: async () => [],
  history: async () => [],
  live: () => ({ follow: () => {}, close: async () => {} }),
  clockLeadMs: () => 0,
  health: () => ONLINE,
  onHealthChange: () => () => {},
};
