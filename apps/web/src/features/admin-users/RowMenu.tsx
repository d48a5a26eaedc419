import { ActionIcon, Loader, Menu } from '@mantine/core';
import { approveUser, type ManagedUser, setUserAccess } from '@moneytrail/contract';
import { IconDots } from '@tabler/icons-react';
import { authorizedRequest } from '../../api/session/session.ts';
import { fullName } from '../../lib/person-name.ts';
import { readUsersSearch } from '../../lib/users-search.ts';
import { useChangePageSearch } from '../../ui/hooks/use-page-search.ts';
import classes from './RowMenu.module.css';
import { CHANGE_TEXTS } from './texts.ts';
import { useUserChange } from './use-user-change.ts';

/** The action that needs a dialog first. */
export type PendingDecision = { what: 'revoke' | 'delete'; user: ManagedUser };

type Props = {
  user: ManagedUser;
  /** Administrators cannot decide about themselves. */
  isOwn: boolean;
  onDecide: (decision: PendingDecision) => void;
};

export function RowMenu({ user, isOwn, onDecide }: Props) {
  const params = { id: user._id };
  const change = useChangePageSearch(readUsersSearch);
  const approve = useUserChange({
    userId: user._id,
    send: () => authorizedRequest(approveUser, { params }),
    texts: CHANGE_TEXTS.approve,
  });
  const restore = useUserChange({
    userId: user._id,
    send: () => authorizedRequest(setUserAccess, { params, body: { accessRevoked: false } }),
    texts: CHANGE_TEXTS.restore,
  });
  const isBusy = approve.isPending || restore.isPending;
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
        {!isOwn && !user.isApproved && !user.accessRevoked && (
          <Menu.Item onClick={() => approve.mutate(undefined)}>Approve</Menu.Item>
        )}
        <Menu.Item onClick={() => change({ user: user._id })}>Manage</Menu.Item>
        {!isOwn && !user.accessRevoked && (
          <Menu.Item onClick={() => onDecide({ what: 'revoke', user })}>Revoke access</Menu.Item>
        )}
        {!isOwn && user.accessRevoked && (
          <Menu.Item onClick={() => restore.mutate(undefined)}>Restore access</Menu.Item>
        )}
        {!isOwn && (
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
