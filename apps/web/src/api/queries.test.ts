import { MINUTE_MS } from '@moneytrail/calendar';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { exchangesQuery } from './queries.ts';
import { createQueryClient } from './query-client.ts';

const EMPTY = { isOffline: false, flatSymbols: [], pairs: {} };
const CATALOGUE = { BVG: EMPTY, FMP: EMPTY, Bitfinex: EMPTY, Tiingo: EMPTY, Imported: EMPTY };

it('the catalogue of symbols is refetched by its interval alone, not on focus', async () => {
  const client = createQueryClient(() => {});
  let asked = 0;
  const queryFn = async () => {
    asked += 1;
    return CATALOGUE;
  };
  const read = { ...exchangesQuery, queryFn };
  client.setQueryData(read.queryKey, CATALOGUE, { updatedAt: Date.now() - 9 * MINUTE_MS });
  client.mount();
  const watch = () => new QueryObserver(client, read).subscribe(() => {});
  const ends = [watch(), watch()];
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await client.prefetchQuery(read);
  expect(asked).toBe(0);
  expect(read.refetchInterval).toBe(10 * MINUTE_MS);
  await client.invalidateQueries({ queryKey: read.queryKey });
  expect(asked).toBe(1);
  for (const end of ends) end();
  client.unmount();
  focusManager.setFocused(undefined);
});
