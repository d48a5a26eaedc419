import { listWatchlists, saveWatchlist, type Watchlist } from '@moneytrail/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import type { authorizedRequest } from '../../../api/session/session.ts';
import { eventually } from '../../../testing/eventually.ts';
import { createWatchlistEditor, watchlistsQuery } from './watchlists.ts';

const LIST: Watchlist = {
  id: 1,
  name: 'Mine',
  colour: null,
  revision: 1,
  changedAtMs: 0,
  entries: [],
};

/** A server whose reads are answered when the test says so; saves are answered at once. */
function startServer() {
  let list = LIST;
  const reads: (() => void)[] = [];
  const request = async (endpoint: unknown, options: { body?: object }) => {
    if (endpoint === saveWatchlist) {
      list = { ...list, ...options.body, revision: list.revision + 1 };
      return list;
    }
    if (endpoint !== listWatchlists) throw new Error('this is not answered');
    const read = { watchlists: [list] };
    await new Promise<void>((done) => reads.push(done));
    return read;
  };
  const answer = () => reads.shift()?.();
  return { request: request as unknown as typeof authorizedRequest, reads, answer };
}

test('a read that began before a change does not take it back, and is made again', async () => {
  const { request, reads, answer } = startServer();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = async () => (await request(listWatchlists, {})).watchlists;
  const stop = new QueryObserver(client, { ...watchlistsQuery, queryFn }).subscribe(() => {});
  onTestFinished(stop);
  const names = () => client.getQueryData(watchlistsQuery.queryKey)?.map(({ name }) => name);
  await eventually(() => expect(reads).toHaveLength(1));
  answer();
  await eventually(() => expect(names()).toEqual(['Mine']));

  const editor = createWatchlistEditor(client, request);
  void client.invalidateQueries({ queryKey: watchlistsQuery.queryKey });
  await eventually(() => expect(reads).toHaveLength(1));
  const isSaved = editor.change(1, (list) => ({ ...list, name: 'Ours' }));
  answer();
  expect(await isSaved).toBe(true);
  expect(names()).toEqual(['Ours']);
  await eventually(() => expect(reads).toHaveLength(1));
  answer();
  await eventually(() => expect(client.isFetching()).toBe(0));
  expect(names()).toEqual(['Ours']);
});
