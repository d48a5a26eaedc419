import { ActionIcon, Loader, Menu } from '@mantine/core';
import { approveUser, type ManagedUser, setUserAccess } from '@moneytrail/contract';
import { IconDots } from '@tabler/icons-react';
import { authorizedRequest } from '../../api/authorized-request.ts';
import { fullName } from '../../lib/person-name.ts';
import classes from './RowMenu.module.css';
import { CHANGE_TEXTS } from './texts.ts';
import { useUserChange } from './use-user-change.ts';
import { useUsersChange } from './use-users-route.ts';

/** The action that needs a dialog first. */
export type Asked = { what: 'revoke' | 'delete'; user: ManagedUser };

type Props = {
  user: ManagedUser;
  /** Administrators cannot decide about themselves. */
  isOwn: boolean;
  onAsk: (asked: Asked) => void;
};

export function RowMenu({ user, isOwn, onAsk }: Props) {
  const params = { id: user._id };
  const change = useUsersChange();
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
          <Menu.Item onClick={() => onAsk({ what: 'revoke', user })}>Revoke access</Menu.Item>
        )}
        {!isOwn && user.accessRevoked && (
          <Menu.Item onClick={() => restore.mutate(undefined)}>Restore access</Menu.Item>
        )}
        {!isOwn && (
          <Menu.Item
            className={classes.danger ?? ''}
            onClick={() => onAsk({ what: 'delete', user })}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
