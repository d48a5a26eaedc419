import { Skeleton } from '@mantine/core';
import { endAllSessions, endSession, listSessions, type ManagedUser } from '@moneytrail/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnew } from '../../../api/read-anew.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { deviceZone, formatSince } from '../../../lib/format-time.ts';
import { fullName } from '../../../lib/person-name.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import classes from './Section.module.css';
import { Section } from './Section.tsx';

type Props = { user: ManagedUser; isOwn: boolean };

/** A session to end, or all of them. */
type Ending = { sessionId: string | null; what: string };

function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: ['user', userId, 'sessions'],
    queryFn: ({ signal }) =>
      authorizedRequest(listSessions, { params: { id: userId } }, { signal }),
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
}

/** Ends sessions once it is confirmed; their owner is told by mail. */
function useEnding(user: ManagedUser, onDone: () => void) {
  const queryClient = useQueryClient();
  const subject = fullName(user);
  return useMutation({
    mutationFn: ({ sessionId }: Ending) =>
      withReauthentication(() =>
        sessionId === null
          ? authorizedRequest(endAllSessions, { params: { id: user._id } })
          : authorizedRequest(endSession, { params: { id: user._id, sessionId } }),
      ),
    onSuccess: (_ended, { sessionId }) => {
      const { done } = sessionId === null ? CHANGE_TEXTS.sessions : CHANGE_TEXTS.session;
      showToast({ kind: 'success', text: done, subject });
    },
    onSettled: () => {
      onDone();
      return readAnew(queryClient, { queryKey: sessionsQuery(user._id).queryKey });
    },
    meta: { failureText: CHANGE_TEXTS.sessions.failed, subject },
  });
}

export function SessionsSection({ user, isOwn }: Props) {
  const { data: sessions, isError } = useQuery(sessionsQuery(user._id));
  const [asked, setAsked] = useState<Ending | null>(null);
  const { mutate, isPending } = useEnding(user, () => setAsked(null));
  const hasSessions = sessions !== undefined && sessions.length > 0;
  return (
    <Section title="Sessions" note={isOwn ? MANAGE_TEXTS.ownSessions : null}>
      {isError && <FormAlert>Could not load the sessions.</FormAlert>}
      {!sessions && !isError && <Skeleton height={48} />}
      {sessions?.length === 0 && <p className={classes.note}>Not signed in anywhere.</p>}
      {hasSessions && (
        <ul className={classes.list}>
          {sessions.map(({ _id, deviceInfo, address, lastUsedAt }) => {
            const device = deviceInfo || 'Unknown device';
            return (
              <li key={_id} className={classes.item}>
                <span>
                  {device}{' '}
                  <span className={classes.dim}>
                    {address} ·{' '}
                    {formatSince(Date.parse(lastUsedAt), serverClock.now(), deviceZone())}
                  </span>
                </span>
                {!isOwn && (
                  <ActionButton
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`End the session on ${device}`}
                    isBusy={isPending && asked?.sessionId === _id}
                    onClick={() => setAsked({ sessionId: _id, what: `the session on ${device}` })}
                  >
                    End
                  </ActionButton>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {!isOwn && hasSessions && (
        <ActionButton
          variant="default"
          className={classes.end ?? ''}
          isBusy={isPending && asked?.sessionId === null}
          onClick={() => setAsked({ sessionId: null, what: 'all sessions' })}
        >
          End all sessions
        </ActionButton>
      )}
      {asked && (
        <ConfirmDialog
          title={`End ${asked.what} of ${fullName(user)}?`}
          action={asked.sessionId === null ? 'End all' : 'End session'}
          isPending={isPending}
          onConfirm={() => mutate(asked)}
          onCancel={() => setAsked(null)}
        >
          They are signed out there at once, and told by mail.
        </ConfirmDialog>
      )}
    </Section>
  );
}
