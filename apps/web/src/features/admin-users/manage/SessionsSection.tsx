import { Skeleton } from '@mantine/core';
import { endAllSessions, listSessions, type ManagedUser } from '@moneytrail/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readAnew } from '../../../api/read-anew.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { deviceZone, formatSince } from '../../../lib/format-time.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import { Section } from './Section.tsx';
import classes from './SessionsSection.module.css';

type Props = { user: ManagedUser; isOwn: boolean };

function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['sessions', userId],
    queryFn: ({ signal }) =>
      authorizedRequest(listSessions, { params: { id: userId } }, { signal }),
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
}

export function SessionsSection({ user, isOwn }: Props) {
  const query = sessionsQuery(user._id);
  const { data: sessions, isError } = useQuery(query);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withReauthentication(() => authorizedRequest(endAllSessions, { params: { id: user._id } })),
    onSuccess: () => showToast({ kind: 'success', text: CHANGE_TEXTS.sessions.done }),
    onSettled: () => readAnew(queryClient, { queryKey: query.queryKey }),
    meta: { failureText: CHANGE_TEXTS.sessions.failed },
  });
  return (
    <Section title="Sessions" note={isOwn ? MANAGE_TEXTS.ownSessions : null}>
      {isError && <FormAlert>Could not load the sessions.</FormAlert>}
      {!sessions && !isError && <Skeleton height={48} />}
      {sessions?.length === 0 && <p className={classes.dim}>Not signed in anywhere.</p>}
      {sessions && sessions.length > 0 && (
        <ul className={classes.list}>
          {sessions.map(({ _id, deviceInfo, address, lastUsedAt }) => (
            <li key={_id} className={classes.session}>
              <span>{deviceInfo || 'Unknown device'}</span>
              <span className={classes.dim}>
                {address} · {formatSince(Date.parse(lastUsedAt), serverClock.now(), deviceZone())}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!isOwn && sessions && sessions.length > 0 && (
        <ActionButton
          variant="default"
          className={classes.end ?? ''}
          isBusy={isPending}
          onClick={() => mutate()}
        >
          End all sessions
        </ActionButton>
      )}
    </Section>
  );
}
