import { Tabs } from '@mantine/core';
import type { Account } from '@moneytrail/contract';
import { useIsPhone } from '../../ui/hooks/use-is-phone.ts';
import classes from './AccountDialog.module.css';
import { OverviewTab } from './overview/OverviewTab.tsx';
import { PrivacyTab } from './privacy/PrivacyTab.tsx';
import { ACCOUNT_TEXTS } from './texts.ts';
import { ACCOUNT_TABS, type AccountTab, readTab } from './use-account-route.ts';

type Props = { user: Account; tab: AccountTab; onTab: (tab: AccountTab) => void };

const PANELS = { overview: OverviewTab, privacy: PrivacyTab } as const;

/** The dialog's parts: tabs at the left, on phones in a row above. */
export function AccountTabs({ user, tab, onTab }: Props) {
  const isPhone = useIsPhone();
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
        {ACCOUNT_TABS.map((name) => (
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
