import { restoreSubUser, revokeSubUser, type SubUser } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';
import { fullName } from '../../../lib/person-name.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { SeatTable } from './SeatTable.tsx';
import sharing from './SharingTab.module.css';
import { subUsersQuery, useSeatChange } from './seats.ts';

type Props = { isLocked: boolean };

const TEXTS = ACCOUNT_TEXTS.sharing;

export function SubUsersPanel({ isLocked }: Props) {
  return (
    <div className={sharing.panel}>
      <SeatTable
        label={TEXTS.users}
        columns={[TEXTS.name, TEXTS.username, TEXTS.state]}
        query={useQuery(subUsersQuery)}
        texts={{ failed: TEXTS.failures.listUsers, empty: TEXTS.noUsers }}
        row={(user) => <SubUserRow key={user._id} user={user} isLocked={isLocked} />}
      />
      <p className={sharing.hint}>{TEXTS.listedOnce}</p>
    </div>
  );
}

type SubUserRowProps = { user: SubUser; isLocked: boolean };

function SubUserRow({ user, isLocked }: SubUserRowProps) {
  const { username, seatSuspendedByParent: isSuspended } = user;
  // A long address wraps at its @.
  const at = username.lastIndexOf('@');
  return (
    <tr>
      <td data-label={TEXTS.name}>{fullName(user)}</td>
      <td data-label={TEXTS.username}>
        <span>
          {username.slice(0, at)}
          <wbr />
          {username.slice(at)}
        </span>
      </td>
      <td data-label={TEXTS.state}>
        <Chip kind={isSuspended ? 'warning' : 'success'}>
          {isSuspended ? TEXTS.suspended : TEXTS.active}
        </Chip>
      </td>
      <td>
        <AccessButton user={user} isLocked={isLocked} />
      </td>
    </tr>
  );
}

/** One button for both states, so that it keeps the focus. Only revoking asks for confirmation. */
function AccessButton({ user, isLocked }: SubUserRowProps) {
  const [isAsking, setAsking] = useState(false);
  const isSuspended = user.seatSuspendedByParent;
  const endpoint = isSuspended ? restoreSubUser : revokeSubUser;
  const { change, isPending } = useSeatChange(
    () => authorizedRequest(endpoint, { params: { id: user._id } }),
    {
      failureText: isSuspended ? TEXTS.failures.restoreUser : TEXTS.failures.revokeUser,
      onDone: () => setAsking(false),
    },
  );
  return (
    <>
      <ActionButton
        variant="default"
        size="xs"
        disabled={isLocked}
        isBusy={isPending && isSuspended}
        onClick={isSuspended ? change : () => setAsking(true)}
      >
        {isSuspended ? TEXTS.restoreUser : TEXTS.revokeUser}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title={`Revoke the access of ${fullName(user)}?`}
          action={TEXTS.revokeUser}
          isPending={isPending}
          onConfirm={change}
          onCancel={() => setAsking(false)}
        >
          {TEXTS.revokeUserWarning}
        </ConfirmDialog>
      )}
    </>
  );
}
