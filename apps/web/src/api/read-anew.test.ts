import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { createQueryClient } from './query-client.ts';
import { readAfterRunning, readAnew } from './read-anew.ts';

/** A list that is read by hand: each answer is what the server had when it was asked, and comes when it is let. */
function heldList() {
  const client = createQueryClient(() => {});
  let present = 'old';
  const held: (() => void)[] = [];
  const query = {
    queryKey: ['list'],
    queryFn: () => {
      const answer = present;
      return new Promise<string>((done) => held.push(() => done(answer)));
    },
    staleTime: Number.POSITIVE_INFINITY,
  };
  const show = () => onTestFinished(new QueryObserver(client, query).subscribe(() => {}));
  return {
    client,
    query,
    show,
    change: () => {
      present = 'new';
    },
    asked: () => held.length,
    letCome: (count: number) => {
      for (const come of held.slice(0, count)) come();
    },
    data: () => client.getQueryData(query.queryKey),
  };
}

test('a first fetch that was running at the change is followed by another', async () => {
  const { client, show, change, asked, letCome, data } = heldList();
  show();
  change();
  const done = readAnew(client, { queryKey: ['list'] });
  letCome(1);
  await eventually(() => expect(asked()).toBe(2));
  letCome(2);
  await done;
  expect(data()).toBe('new');
  expect(asked()).toBe(2);
});

test('shown data is refetched at once, and once', async () => {
  const { client, query, show, change, asked, letCome, data } = heldList();
  client.setQueryData(query.queryKey, 'older');
  show();
  void client.refetchQueries({ queryKey: query.queryKey });
  expect(asked()).toBe(1);
  change();
  const done = readAnew(client);
  expect(asked()).toBe(2);
  letCome(2);
  await done;
  expect(data()).toBe('new');
  expect(asked()).toBe(2);
});

test('prefetched data is refetched once it is shown', async () => {
  const { client, query, show, change, asked, letCome, data } = heldList();
  const fetched = client.fetchQuery(query);
  change();
  const done = readAnew(client);
  letCome(1);
  // A caller that waits for the first answer gets it.
  expect(await fetched).toBe('old');
  await done;
  expect(asked()).toBe(1);
  show();
  expect(asked()).toBe(2);
  letCome(2);
  await eventually(() => expect(data()).toBe('new'));
});

test('a fetch that was running while its data was set is repeated', async () => {
  const { client, query, show, change, asked, letCome, data } = heldList();
  client.setQueryData(query.queryKey, 'older');
  show();
  void client.refetchQueries({ queryKey: query.queryKey });
  change();
  client.setQueryData(query.queryKey, 'new');
  const done = readAfterRunning(client, { queryKey: ['list'] });
  letCome(1);
  await eventually(() => expect(asked()).toBe(2));
  letCome(2);
  await done;
  expect(data()).toBe('new');
});
