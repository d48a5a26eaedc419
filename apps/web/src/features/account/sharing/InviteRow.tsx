import { Button } from '@mantine/core';
import { revokeSeatInvite, type SeatInvite } from '@moneytrail/contract';
import { useState } from 'react';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { formatMoment, formatSince } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { useSeatChange } from './use-seat-change.ts';

type Props = { invite: SeatInvite; isLocked: boolean };

const TEXTS = ACCOUNT_TEXTS.sharing;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const CHIPS = {
  pending: 'info',
  accepted: 'success',
  expired: 'neutral',
  revoked: 'neutral',
} as const;

/** A moment that is broken before its clock, if at all, and never before its zone. */
const inTwoLines = (moment: string) => moment.replace(/ (?=\S+$)/, '\u00a0');

/** One invite; a pending one can be revoked. */
export function InviteRow({ invite, isLocked }: Props) {
  const { createdAt, expiresAt, status } = invite;
  const createdMs = Date.parse(createdAt);
  return (
    <tr>
      <td data-label={TEXTS.created}>
        <time dateTime={createdAt} title={formatMoment(createdMs, ZONE)}>
          {inTwoLines(formatSince(createdMs, serverClock.now(), ZONE))}
        </time>
      </td>
      <td data-label={TEXTS.expires}>
        <time dateTime={expiresAt}>{inTwoLines(formatMoment(Date.parse(expiresAt), ZONE))}</time>
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
