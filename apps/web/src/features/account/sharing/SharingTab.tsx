import { Accordion, Skeleton } from '@mantine/core';
import { type Account, BRAND } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { serverClock } from '../../../api/server-clock.ts';
import { paymentStatus } from '../account-status.ts';
import { ACCOUNT_TEXTS, STATUS_TEXTS } from '../texts.ts';
import { InvitesPanel } from './InvitesPanel.tsx';
import { RetryList } from './SeatTable.tsx';
import classes from './SharingTab.module.css';
import { SubUsersPanel } from './SubUsersPanel.tsx';
import { seatSummaryQuery } from './seats.ts';

type Props = { user: Account };

const TEXTS = ACCOUNT_TEXTS.sharing;
const PANELS = [
  { value: 'invites', title: TEXTS.invites, Panel: InvitesPanel },
  { value: 'users', title: TEXTS.users, Panel: SubUsersPanel },
] as const;

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

/** The specified text; its last words link to support. */
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

/** `2 used, 1 invited, 5 in all` */
function SeatsBar() {
  const query = useQuery(seatSummaryQuery);
  const { data } = query;
  if (!data && query.errorUpdateCount > 0) {
    return <RetryList text={ACCOUNT_TEXTS.sharing.failures.summary} query={query} />;
  }
  if (!data) return <Skeleton height={40} />;
  const { seatsUsed, seatsPending, maxSeats } = data;
  const free = Math.max(0, maxSeats - seatsUsed - seatsPending);
  return (
    <div className={classes.seats}>
      <p className={classes.count}>
        {seatsUsed} used, {seatsPending} invited, {maxSeats} in all
      </p>
      <div className={classes.bar} aria-hidden="true">
        <span className={classes.used} style={{ flexGrow: seatsUsed }} />
        <span className={classes.pending} style={{ flexGrow: seatsPending }} />
        <span style={{ flexGrow: free }} />
      </div>
    </div>
  );
}
