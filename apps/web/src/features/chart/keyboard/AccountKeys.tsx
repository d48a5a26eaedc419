import { MINUTE_MS } from '@moneytrail/calendar';
import { getChartKeys, type AccountKeys as Stored, saveChartKeys } from '@moneytrail/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { currentUserQuery } from '../../../api/queries.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { record } from '../../../lib/record.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { areSameKeys, joinedKeys, mergedKeys } from './change-keys.ts';
import { type ChangedKeys, readChangedKeys } from './changed-keys.ts';
import { INITIAL_KEYS } from './chart-keys.ts';
import { changedKeys, useChangedKeys } from './use-keys.ts';

/** The keys of an account as this device had them last: other keys of the device are its own later changes. */
type Known = { userId: string; revision: number; keys: ChangedKeys };

const known = createStoredValue<Known | null>('accountKeys', (stored) => {
  const { userId, revision, keys } = record(stored);
  if (typeof userId !== 'string') return null;
  return {
    userId,
    revision: typeof revision === 'number' ? revision : 0,
    keys: readChangedKeys(INITIAL_KEYS, keys),
  };
});

/** Another device's changes show within a minute. */
function keysQuery(userId: string) {
  return queryOptions({
    queryKey: ['chartKeys', userId],
    queryFn: ({ signal }) => authorizedRequest(getChartKeys, {}, { signal }),
    enabled: userId !== '',
    staleTime: 0,
    refetchInterval: MINUTE_MS,
    meta: { failure: 'silent' },
  });
}

function mapOf({ keys }: Pick<Stored, 'keys'>): Record<string, string> {
  return Object.fromEntries(keys.map(({ command, keys }) => [command, keys]));
}

/** The keys that this device should have, given those of its account. */
function keysFor(userId: string, account: ChangedKeys, device: ChangedKeys): ChangedKeys {
  const before = known.get();
  if (!before) return joinedKeys(INITIAL_KEYS, { account, device });
  // The device has the keys of another account.
  if (before.userId !== userId) return account;
  return mergedKeys(INITIAL_KEYS, { account, known: before.keys, device });
}

/** Keeps the keys of the device and those of the account equal; shows nothing. Visitors have those of the device alone. */
export function AccountKeys() {
  const client = useQueryClient();
  const { data: user } = useQuery(currentUserQuery);
  const userId = user?._id ?? '';
  const { data: stored, dataUpdatedAt } = useQuery(keysQuery(userId));
  const device = useChangedKeys();
  const { queryKey } = keysQuery(userId);
  const { mutate: save } = useMutation({
    mutationFn: (body: { baseRevision: number; keys: Stored['keys'] }) =>
      authorizedRequest(saveChartKeys, { body }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    // Any other failure waits for the next read.
    onError: (error) => {
      const isChanged = error instanceof ApiError && error.code === 'RECORD_CHANGED';
      if (isChanged) void client.invalidateQueries({ queryKey });
    },
    meta: { failure: 'silent' },
  });
  const askedAgain = useRef<number | null>(null);
  const settle = useEffectEvent((account: Stored) => {
    const before = known.get();
    if (before?.userId === userId && account.revision < before.revision) {
      // Another tab has read a later answer. Each older one is read again once, so that no read follows another without end.
      if (askedAgain.current === account.revision) return;
      askedAgain.current = account.revision;
      void client.invalidateQueries({ queryKey });
      return;
    }
    const all = mapOf(account);
    const keys = readChangedKeys(INITIAL_KEYS, all);
    const next = keysFor(userId, keys, device);
    known.set({ userId, revision: account.revision, keys });
    if (!areSameKeys(next, device)) changedKeys.set(next);
    if (areSameKeys(next, keys)) return;
    // Commands of a newer page keep their keys.
    const unknown = Object.entries(all).filter(([id]) => !Object.hasOwn(INITIAL_KEYS, id));
    const wanted = Object.entries({ ...Object.fromEntries(unknown), ...next });
    save({
      baseRevision: account.revision,
      keys: wanted.map(([command, combination]) => ({ command, keys: combination })),
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the device is saved; a failed save is repeated after the next read.
  useEffect(() => {
    if (stored) settle(stored);
  }, [stored, dataUpdatedAt, device]);
  return null;
}
