import { Skeleton, Tabs } from '@mantine/core';
import type { Account } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { ACCOUNT_TABS, type AccountTab } from '../../lib/account-search.ts';
import { maySubscribe } from '../../lib/may-subscribe.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadFailed } from '../../ui/form/LoadFailed.tsx';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import classes from './AccountDialog.module.css';
import { OverviewTab } from './OverviewTab.tsx';
import { PrivacyTab } from './privacy/PrivacyTab.tsx';
import { SharingTab } from './sharing/SharingTab.tsx';
import { SubscriptionTab } from './subscription/SubscriptionTab.tsx';
import { usePaymentReturn } from './subscription/use-payment-return.ts';
import { ACCOUNT_TEXTS } from './texts.ts';
import { readTab, useAccountRoute } from './use-account-route.ts';

/** Opens over any page; a press outside does not close it. */
export function AccountDialog() {
  const { tab, setTab, close } = useAccountRoute();
  const { data: user, isError, isFetching, refetch } = useQuery(currentUserQuery);
  return (
    <Dialog
      title={ACCOUNT_TEXTS.title}
      width={750}
      closeLabel="Close account"
      onClose={close}
      isPersistent="outside"
      onPhone="full"
      isFlush
    >
      {user && <AccountTabs user={user} tab={tab} onTab={setTab} />}
      {!user && (
        <div className={classes.pending}>
          {isError ? (
            <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
              {ACCOUNT_TEXTS.loadFailed}
            </LoadFailed>
          ) : (
            <AccountSkeleton />
          )}
        </div>
      )}
    </Dialog>
  );
}

type Props = { user: Account; tab: AccountTab; onTab: (tab: AccountTab) => void };

const PANELS = {
  overview: OverviewTab,
  privacy: PrivacyTab,
  subscription: SubscriptionTab,
  sharing: SharingTab,
} as const;

/** Only commercial main accounts may have sub-users. */
function tabsOf(user: Account): readonly AccountTab[] {
  const has: Partial<Record<AccountTab, boolean>> = {
    subscription: maySubscribe(user),
    sharing: user.userType === 'commercial' && !user.isSubUser,
  };
  return ACCOUNT_TABS.filter((name) => has[name] !== false);
}

function AccountTabs({ user, tab: asked, onTab }: Props) {
  const isPhone = useIsPhone();
  usePaymentReturn(user);
  const tabs = tabsOf(user);
  const tab = tabs.includes(asked) ? asked : 'overview';
  const Panel = PANELS[tab];
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab(readTab(value ?? undefined))}
      orientation={isPhone ? 'horizontal' : 'vertical'}
      color="orange"
      keepMounted={false}
      className={classes.tabs ?? ''}
      classNames={{ tabLabel: classes.label ?? '' }}
    >
      <Tabs.List className={classes.list ?? ''}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {ACCOUNT_TEXTS.tabs[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={classes.panel ?? ''}>
        <Panel user={user} />
      </Tabs.Panel>
    </Tabs>
  );
}

function AccountSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <Skeleton circle height={64} />
      <Skeleton height={24} width="45%" />
      <Skeleton height={20} width="60%" />
      <Skeleton height={20} width="30%" />
    </div>
  );
}
