import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { useIsPhone } from '../../lib/use-is-phone.ts';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import classes from './AccountDialog.module.css';
import { AccountSkeleton } from './AccountSkeleton.tsx';
import { AccountTabs } from './AccountTabs.tsx';
import { ACCOUNT_TEXTS } from './texts.ts';
import { useAccountRoute } from './use-account-route.ts';

/** One's own account, over whatever page is open; it stays until it is closed by its button. */
export function AccountDialog() {
  const isPhone = useIsPhone();
  const { tab, setTab, close } = useAccountRoute();
  const { data: user, isError } = useQuery(currentUserQuery);
  return (
    <Modal
      opened
      onClose={close}
      title="Manage Account"
      size={750}
      centered
      fullScreen={isPhone}
      radius={isPhone ? 0 : 'lg'}
      padding={0}
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close account', size: 36 }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      {user && <AccountTabs user={user} tab={tab} onTab={setTab} />}
      {!user && (
        <div className={classes.waiting}>
          {isError ? <FormAlert>{ACCOUNT_TEXTS.loadFailed}</FormAlert> : <AccountSkeleton />}
        </div>
      )}
    </Modal>
  );
}
