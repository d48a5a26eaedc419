import { Accordion } from '@mantine/core';
import { type Account, BRAND } from '@moneytrail/contract';
import { serverClock } from '../../../api/server-clock.ts';
import { paymentStatus } from '../overview/payment-status.ts';
import { ACCOUNT_TEXTS, STATUS_TEXTS } from '../texts.ts';
import { InvitesPanel } from './InvitesPanel.tsx';
import { SeatsBar } from './SeatsBar.tsx';
import classes from './SharingTab.module.css';
import { SubUsersPanel } from './SubUsersPanel.tsx';

type Props = { user: Account };

const TEXTS = ACCOUNT_TEXTS.sharing;
const PANELS = [
  { value: 'invites', title: TEXTS.invites, Panel: InvitesPanel },
  { value: 'users', title: TEXTS.users, Panel: SubUsersPanel },
] as const;

/** Whom a commercial main user shares their account with, and the seats there are. */
export function SharingTab({ user }: Props) {
  if (!user.hasPaid) return <NoAccess />;
  const isPaid = paymentStatus(user, serverClock.now()).status === STATUS_TEXTS.active;
  return (
    <div className={classes.tab}>
      {!isPaid && <p className={classes.notice}>{TEXTS.lapsed}</p>}
      <SeatsBar />
      <Accordion
        multiple
        defaultValue={['invites', 'users']}
        variant="separated"
        radius="md"
        keepMounted={false}
        chevronSize={16}
        order={3}
      >
        {PANELS.map(({ value, title, Panel }) => (
          <Accordion.Item key={value} value={value}>
            <Accordion.Control>{title}</Accordion.Control>
            <Accordion.Panel>
              <Panel isLocked={!isPaid} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </div>
  );
}

/** The specified text, whose last words lead to whom it names. */
function NoAccess() {
  const [before, after] = TEXTS.noAccess.split(TEXTS.contact);
  return (
    <p>
      {before}
      <a href={`mailto:${BRAND.contactAddress}`}>{TEXTS.contact}</a>
      {after}
    </p>
  );
}
