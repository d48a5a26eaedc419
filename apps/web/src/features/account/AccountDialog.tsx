import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import form from '../../ui/form/form.module.css';
import classes from './AccountDialog.module.css';
import { AccountSkeleton } from './AccountSkeleton.tsx';
import { AccountTabs } from './AccountTabs.tsx';
import { ACCOUNT_TEXTS } from './texts.ts';
import { useAccountRoute } from './use-account-route.ts';

/** One's own account, over whatever page is open; it stays until it is closed by its button. */
export function AccountDialog() {
  const { tab, setTab, close } = useAccountRoute();
  const { data: user, isError, refetch } = useQuery(currentUserQuery);
  return (
    <Dialog
      title={ACCOUNT_TEXTS.title}
      width={750}
      closeLabel="Close account"
      onClose={close}
      isPersistent
      onPhone="full"
      isFlush
    >
      {user && <AccountTabs user={user} tab={tab} onTab={setTab} />}
      {!user && (
        <div className={classes.pending}>
          {isError ? <LoadFailed onRetry={() => void refetch()} /> : <AccountSkeleton />}
        </div>
      )}
    </Dialog>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={form.fields}>
      <FormAlert>{ACCOUNT_TEXTS.loadFailed}</FormAlert>
      <div className={form.actions}>
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      </div>
    </div>
  );
}
