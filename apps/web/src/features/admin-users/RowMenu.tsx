import { ActionIcon, Loader, Menu } from '@mantine/core';
import type { ManagedUser } from '@moneytrail/contract';
import { IconDots } from '@tabler/icons-react';
import { fullName } from '../../lib/person-name.ts';
import type { PendingDecision } from './DecisionDialogs.tsx';
import classes from './RowMenu.module.css';
import { useAccess, useApproval, useLetter, useRestoration } from './use-user-change.ts';

type Props = {
  user: ManagedUser;
  /** Administrators cannot decide about themselves. */
  isOwn: boolean;
  onDecide: (decision: PendingDecision) => void;
  onOpen: (user: ManagedUser) => void;
};

export function RowMenu({ user, isOwn, onDecide, onOpen }: Props) {
  const approval = useApproval(user);
  const access = useAccess(user);
  const restoration = useRestoration(user);
  const reset = useLetter(user, 'passwordReset');
  const isBusy = approval.isPending || access.isPending || restoration.isPending || reset.isPending;
  const isDeleted = user.status === 'deleted';
  const isWaiting = !isOwn && !isDeleted && !user.isApproved && !user.accessRevoked;
  const approve = () =>
    user.isEmailConfirmed ? approval.approve() : onDecide({ what: 'approve-unconfirmed', user });
  return (
    <Menu disabled={isBusy} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size={28}
          className={classes.button ?? ''}
          aria-label={`Actions for ${fullName(user)}`}
          // A disabled button would lose the keyboard focus.
          aria-busy={isBusy}
        >
          {isBusy ? <Loader size={16} /> : <IconDots size={16} stroke={1.75} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isDeleted && <Menu.Item onClick={restoration.restoreDeleted}>Restore</Menu.Item>}
        {isWaiting && <Menu.Item onClick={approve}>Approve</Menu.Item>}
        {isWaiting && (
          <Menu.Item onClick={() => onDecide({ what: 'reject', user })}>Reject</Menu.Item>
        )}
        {!isDeleted && <Menu.Item onClick={() => onOpen(user)}>Manage</Menu.Item>}
        {!isDeleted && !isOwn && <Menu.Item onClick={reset.send}>Send password reset</Menu.Item>}
        {!isDeleted && !isOwn && !user.accessRevoked && (
          <Menu.Item onClick={() => onDecide({ what: 'revoke', user })}>Revoke access</Menu.Item>
        )}
        {!isDeleted && !isOwn && user.accessRevoked && (
          <Menu.Item onClick={access.restore}>Restore access</Menu.Item>
        )}
        {!isDeleted && !isOwn && (
          <Menu.Item
            className={classes.danger ?? ''}
            onClick={() => onDecide({ what: 'delete', user })}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
