import { Button, Skeleton } from '@mantine/core';
import { type Account, endSession, listSessions, type SessionEntry } from '@moneytrail/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnew } from '../../../api/read-anew.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { deviceZone, formatMoment, formatSince } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { LoadFailed } from '../../../ui/form/LoadFailed.tsx';
import classes from './SessionsPanel.module.css';

type Props = { user: Account };

/** Most recently used first. */
function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['sessions', userId],
    queryFn: ({ signal }) =>
      authorizedRequest(listSessions, { params: { id: userId } }, { signal }),
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
}

async function endSessions(userId: string, entries: readonly SessionEntry[]): Promise<void> {
  for (const { _id: sessionId } of entries) {
    await authorizedRequest(endSession, { params: { id: userId, sessionId } });
  }
}

/** Lists every session; all but the current one can be ended. */
export function SessionsPanel({ user }: Props) {
  const query = sessionsQuery(user._id);
  const { data: sessions, isError, isFetching, refetch } = useQuery(query);
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<readonly SessionEntry[]>([]);
  const { mutate: end, isPending } = useMutation({
    mutationFn: (entries: readonly SessionEntry[]) =>
      withReauthentication(() => endSessions(user._id, entries)),
    onSettled: () => {
      setAsked([]);
      return readAnew(queryClient, { queryKey: query.queryKey });
    },
  });
  if (isError) {
    return (
      <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
        Could not load your sessions.
      </LoadFailed>
    );
  }
  if (!sessions) return <Skeleton height={96} />;
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <div className={classes.panel}>
      <ul className={classes.list}>
        {sessions.map((entry) => (
          <SessionRow
            key={entry._id}
            entry={entry}
            isBusy={isPending}
            onEnd={() => setAsked([entry])}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button variant="default" disabled={isPending} onClick={() => setAsked(others)}>
          End all others
        </Button>
      )}
      {asked.length > 0 && (
        <ConfirmDialog
          title={questionOf(asked)}
          action="End"
          isPending={isPending}
          onConfirm={() => end(asked)}
          onCancel={() => setAsked([])}
        >
          Using the account there again takes a new sign-in.
        </ConfirmDialog>
      )}
    </div>
  );
}

const deviceOf = ({ deviceInfo }: SessionEntry) => deviceInfo || 'Unknown device';

function questionOf(entries: readonly SessionEntry[]): string {
  const [first] = entries;
  if (first && entries.length === 1) return `End the session on ${deviceOf(first)}?`;
  return `End all ${entries.length} other sessions?`;
}

type SessionRowProps = { entry: SessionEntry; isBusy: boolean; onEnd: () => void };

function SessionRow({ entry, isBusy, onEnd }: SessionRowProps) {
  const lastUsedMs = Date.parse(entry.lastUsedAt);
  const device = deviceOf(entry);
  return (
    <li className={classes.row}>
      <div className={classes.place}>
        <span className={classes.device}>
          {device}
          {entry.isCurrent && <Chip kind="info">This device</Chip>}
        </span>
        <span className={classes.dim}>
          {entry.address} ·{' '}
          <time dateTime={entry.lastUsedAt} title={formatMoment(lastUsedMs, deviceZone())}>
            {formatSince(lastUsedMs, serverClock.now(), deviceZone())}
          </time>
        </span>
      </div>
      {!entry.isCurrent && (
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          onClick={onEnd}
          aria-label={`End the session on ${device}`}
        >
          End
        </Button>
      )}
    </li>
  );
}
