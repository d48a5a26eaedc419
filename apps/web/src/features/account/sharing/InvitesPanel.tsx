import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { InviteLink } from './InviteLink.tsx';
import { InviteRow } from './InviteRow.tsx';
import { SeatTable } from './SeatTable.tsx';
import classes from './SharingTab.module.css';
import { seatInvitesQuery, seatSummaryQuery } from './seat-queries.ts';
import { useCreateInvite } from './use-create-invite.ts';

type Props = { isLocked: boolean };

const TEXTS = ACCOUNT_TEXTS.sharing;

/** Makes invites, whose links go to the clipboard, and lists them with where each stands. */
export function InvitesPanel({ isLocked }: Props) {
  const { data: summary } = useQuery(seatSummaryQuery);
  const invites = useQuery(seatInvitesQuery);
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
      <SeatTable
        label={TEXTS.invites}
        columns={[TEXTS.created, TEXTS.expires, TEXTS.status]}
        query={invites}
        texts={{ failed: TEXTS.failures.listInvites, empty: TEXTS.noInvites }}
        row={(invite) => <InviteRow key={invite._id} invite={invite} isLocked={isLocked} />}
      />
    </div>
  );
}
