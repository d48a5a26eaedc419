import { Button, TextInput } from '@mantine/core';
import { SECOND_MS } from '@moneytrail/calendar';
import { createSeatInvite, revokeSeatInvite, type SeatInvite } from '@moneytrail/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAnew } from '../../../api/read-anew.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { beginCopy, type PendingCopy } from '../../../lib/copy-text.ts';
import { deviceZone, formatMoment, formatSince } from '../../../lib/format-time.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { SeatTable } from './SeatTable.tsx';
import classes from './SharingTab.module.css';
import { SEATS, seatInvitesQuery, seatSummaryQuery, useSeatChange } from './seats.ts';

type Props = { isLocked: boolean };

const TEXTS = ACCOUNT_TEXTS.sharing;

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

type InviteRowProps = { invite: SeatInvite; isLocked: boolean };
const CHIPS = {
  pending: 'info',
  accepted: 'success',
  expired: 'neutral',
  revoked: 'neutral',
} as const;

/** Allows a line break before the time only, never before the zone. */
const inTwoLines = (moment: string) => moment.replace(/ (?=\S+$)/, '\u00a0');

function InviteRow({ invite, isLocked }: InviteRowProps) {
  const { createdAt, expiresAt, status } = invite;
  const createdMs = Date.parse(createdAt);
  return (
    <tr>
      <td data-label={TEXTS.created}>
        <time dateTime={createdAt} title={formatMoment(createdMs, deviceZone())}>
          {inTwoLines(formatSince(createdMs, serverClock.now(), deviceZone()))}
        </time>
      </td>
      <td data-label={TEXTS.expires}>
        <time dateTime={expiresAt}>
          {inTwoLines(formatMoment(Date.parse(expiresAt), deviceZone()))}
        </time>
      </td>
      <td data-label={TEXTS.status}>
        <Chip kind={CHIPS[status]}>{TEXTS.statuses[status]}</Chip>
      </td>
      <td>{status === 'pending' && <RevokeInvite id={invite._id} isLocked={isLocked} />}</td>
    </tr>
  );
}

function RevokeInvite({ id, isLocked }: { id: string; isLocked: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { change, isPending } = useSeatChange(
    () => authorizedRequest(revokeSeatInvite, { params: { id } }),
    { failureText: TEXTS.failures.revokeInvite, onDone: () => setAsking(false) },
  );
  return (
    <>
      <Button variant="default" size="xs" disabled={isLocked} onClick={() => setAsking(true)}>
        {TEXTS.revokeInvite}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={TEXTS.revokeInviteTitle}
          action={TEXTS.revokeInvite}
          isPending={isPending}
          onConfirm={change}
          onCancel={() => setAsking(false)}
        >
          {TEXTS.revokeInviteWarning}
        </ConfirmDialog>
      )}
    </>
  );
}

type Made = { url: string; isCopied: boolean };

async function createInvite(copy: PendingCopy): Promise<Made> {
  try {
    const { url } = await withReauthentication(() => authorizedRequest(createSeatInvite, {}));
    return { url, isCopied: url !== '' && (await copy.finish(url)) };
  } finally {
    copy.abandon();
  }
}

function tell({ url, isCopied }: Made): void {
  if (url === '') showToast({ kind: 'error', text: TEXTS.noUrl });
  else if (isCopied) showToast({ kind: 'success', text: TEXTS.copied });
  else showToast({ kind: 'error', text: TEXTS.notCopied });
}

/** Creates invites and copies their links; `uncopiedUrl` is the last link if the clipboard refused it. */
function useCreateInvite() {
  const queryClient = useQueryClient();
  const [uncopiedUrl, setUncopiedUrl] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: createInvite,
    onSuccess: (made) => {
      tell(made);
      setUncopiedUrl(made.isCopied || made.url === '' ? null : made.url);
    },
    onSettled: () => {
      setTimeout(() => void readAnew(queryClient, { queryKey: SEATS }), SECOND_MS);
    },
    meta: { failureText: TEXTS.failures.create },
  });
  return { create: () => mutate(beginCopy()), isPending, uncopiedUrl };
}

/** A link the clipboard refused, to copy by hand. The server never shows it again. */
function InviteLink({ url }: { url: string }) {
  return (
    <TextInput
      label={ACCOUNT_TEXTS.sharing.link}
      description={ACCOUNT_TEXTS.sharing.linkOnce}
      value={url}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
