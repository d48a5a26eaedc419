import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { InviteLink } from './InviteLink.tsx';
import { InviteRow } from './InviteRow.tsx';
import { RetryList } from './RetryList.tsx';
import tables from './SeatTable.module.css';
import classes from './SharingTab.module.css';
import { seatInvitesQuery, seatSummaryQuery } from './seat-queries.ts';
import { useCreateInvite } from './use-create-invite.ts';

type Props = { isLocked: boolean };

const TEXTS = ACCOUNT_TEXTS.sharing;

/** Makes invites, whose links go to the clipboard, and lists them with where each stands. */
export function InvitesPanel({ isLocked }: Props) {
  const { data: summary } = useQuery(seatSummaryQuery);
  const { create, isPending, uncopiedUrl } = useCreateInvite();
  const isFull = summary && summary.seatsUsed + summary.seatsPending >= summary.maxSeats;
  return (
    <div className={classes.panel}>
      <ActionButton
        color="orange"
        disabled={isLocked || isFull === true}
        isBusy={isPending}
        onClick={create}
      >
        {TEXTS.create}
      </ActionButton>
      {isFull && <p className={classes.hint}>{TEXTS.full}</p>}
      {uncopiedUrl !== null && <InviteLink url={uncopiedUrl} />}
      <Invites isLocked={isLocked} />
    </div>
  );
}

function Invites({ isLocked }: Props) {
  const query = useQuery(seatInvitesQuery);
  const { data: invites } = query;
  if (!invites && query.errorUpdateCount > 0) {
    return <RetryList text={TEXTS.failures.listInvites} query={query} />;
  }
  if (!invites) return <Skeleton height={88} />;
  if (invites.length === 0) return <p className={classes.hint}>{TEXTS.noInvites}</p>;
  return (
    <table className={tables.table} aria-label={TEXTS.invites}>
      <thead>
        <tr>
          <th scope="col">{TEXTS.created}</th>
          <th scope="col">{TEXTS.expires}</th>
          <th scope="col">{TEXTS.status}</th>
          <th scope="col">
            <span className="visually-hidden">{TEXTS.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invites.map((invite) => (
          <InviteRow key={invite._id} invite={invite} isLocked={isLocked} />
        ))}
      </tbody>
    </table>
  );
}
