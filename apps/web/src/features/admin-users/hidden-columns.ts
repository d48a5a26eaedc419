import { createStoredValue } from '../../lib/stored-value.ts';

/** Ids of the columns that this device does not show. */
export const hiddenColumns = createStoredValue<readonly string[]>(
  'users.hiddenColumns',
  (stored) => (Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []),
);
