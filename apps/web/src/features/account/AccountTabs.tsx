import { Tabs } from '@mantine/core';
import type { Account } from '@moneytrail/contract';
import { ACCOUNT_TABS, type AccountTab } from '../../lib/account-search.ts';
import { maySubscribe } from '../../lib/may-subscribe.ts';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import classes from './AccountDialog.module.css';
import { OverviewTab } from './overview/OverviewTab.tsx';
import { PrivacyTab } from './privacy/PrivacyTab.tsx';
import { SharingTab } from './sharing/SharingTab.tsx';
import { SubscriptionTab } from './subscription/SubscriptionTab.tsx';
import { usePaymentReturn } from './subscription/use-payment-return.ts';
import { ACCOUNT_TEXTS } from './texts.ts';
import { readTab } from './use-account-route.ts';

type Props = { user: Account; tab: AccountTab; onTab: (tab: AccountTab) => void };

const PANELS = {
  overview: OverviewTab,
  privacy: PrivacyTab,
  subscription: SubscriptionTab,
  sharing: SharingTab,
} as const;

/** Sharing is for those who may have sub-users: not for retail accounts, nor for sub-users themselves. */
function tabsOf(user: Account): readonly AccountTab[] {
  const has: Partial<Record<AccountTab, boolean>> = {
    subscription: maySubscribe(user),
    sharing: user.userType === 'commercial' && !user.isSubUser,
  };
  return ACCOUNT_TABS.filter((name) => has[name] !== false);
}

/** The dialog's parts: tabs at the left, on phones in a row above. */
export function AccountTabs({ user, tab: asked, onTab }: Props) {
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
