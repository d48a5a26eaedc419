import { Button, Skeleton } from '@mantine/core';
import { type Account, endSession, type SessionEntry } from '@moneytrail/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { useChange } from '../use-change.ts';
import { SessionRow } from './SessionRow.tsx';
import classes from './SessionsPanel.module.css';
import { sessionsQuery } from './sessions-query.ts';

type Props = { user: Account };

/** Every place where the account is signed in; each but this one can be ended here. */
export function SessionsPanel({ user }: Props) {
  const query = sessionsQuery(user._id);
  const { data: sessions, isError, refetch } = useQuery(query);
  const queryClient = useQueryClient();
  const { change, isBusy } = useChange();
  const end = (entries: readonly SessionEntry[]) =>
    change(async () => {
      try {
        for (const { _id: sessionId } of entries) {
          await call(endSession, { params: { id: user._id, sessionId } });
        }
      } finally {
        void queryClient.invalidateQueries({ queryKey: query.queryKey });
      }
    });
  if (isError) {
    return (
      <div className={classes.panel}>
        <FormAlert>Could not load your sessions.</FormAlert>
        <Button variant="default" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
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
            isBusy={isBusy}
            onEnd={() => void end([entry])}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button variant="default" disabled={isBusy} onClick={() => void end(others)}>
          End all others
        </Button>
      )}
    </div>
  );
}
