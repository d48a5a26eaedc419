import { Checkbox } from '@mantine/core';
import type { Account } from '@moneytrail/contract';
import type { ReactNode } from 'react';
import { serverClock } from '../../api/server-clock.ts';
import { formatDate } from '../../lib/format-time.ts';
import { maySubscribe } from '../../lib/may-subscribe.ts';
import { fullName, initialsOf } from '../../lib/person-name.ts';
import { Chip } from '../../ui/Chip.tsx';
import { PersonHead } from '../../ui/PersonHead.tsx';
import {
  paymentStatus,
  rightSource,
  subscriptionDate,
  subscriptionStatus,
} from './account-status.ts';
import classes from './OverviewTab.module.css';
import { ACCOUNT_TEXTS } from './texts.ts';

type Props = { user: Account };

export function OverviewTab({ user }: Props) {
  const isCommercial = user.userType === 'commercial';
  const { isDetailedSummaryAllowed, isSuffixAllowed } = user.permissions;
  return (
    <div className={classes.overview}>
      <PersonHead
        name={fullName(user)}
        initials={initialsOf(user)}
        username={user.username}
        kind={isCommercial ? ACCOUNT_TEXTS.commercial : ACCOUNT_TEXTS.retail}
      >
        <Chip kind={user.isApproved ? 'success' : 'error'}>
          {user.isApproved ? ACCOUNT_TEXTS.approved : ACCOUNT_TEXTS.pending}
        </Chip>
      </PersonHead>
      <dl className={classes.facts}>
        {maySubscribe(user) ? <PlanFacts user={user} /> : <PaymentFacts user={user} />}
      </dl>
      <div className={classes.rights}>
        <Right
          label={ACCOUNT_TEXTS.detailedSummary}
          isSet={isDetailedSummaryAllowed}
          source={rightSource(user, 'isDetailedSummaryAllowed')}
        >
          The panel beside the chart with the price, four levels and their distance, and market
          depth.
        </Right>
        <Right
          label={ACCOUNT_TEXTS.suffix}
          isSet={isSuffixAllowed}
          source={rightSource(user, 'isSuffixAllowed')}
        >
          International listings: codes with an exchange suffix, such as NPN.JO (Johannesburg) and
          VOD.L (London).
        </Right>
      </div>
    </div>
  );
}

function PlanFacts({ user }: Props) {
  return (
    <>
      <dt>Subscription plan</dt>
      <dd>{user.subscription?.displayName ?? 'None'}</dd>
      <dt>Subscription status</dt>
      <dd>
        {subscriptionStatus(user.subscription)}
        {subscriptionDate(user.subscription)}
      </dd>
    </>
  );
}

function PaymentFacts({ user }: Props) {
  const { status, paidUntil, graceUntil } = paymentStatus(user, serverClock.now());
  return (
    <>
      <dt>Subscription plan</dt>
      <dd>{user.isSubUser ? 'Shared by your main user' : 'Commercial'}</dd>
      <dt>Subscription status</dt>
      <dd>{status}</dd>
      <dt>Paid until</dt>
      <dd>
        {paidUntil === null || graceUntil === null
          ? 'N/A'
          : `${formatDate(Date.parse(paidUntil))}, access through ${formatDate(Date.parse(graceUntil))}`}
      </dd>
    </>
  );
}

type RightProps = { label: string; isSet: boolean; source: string; children: ReactNode };

/** A right with what it is, and where it comes from or how to get it. */
function Right({ label, isSet, source, children }: RightProps) {
  return (
    <Checkbox
      label={label}
      description={
        <>
          {children} {source}
        </>
      }
      checked={isSet}
      disabled
      classNames={{
        labelWrapper: classes.words ?? '',
        label: classes.right ?? '',
        description: classes.about ?? '',
        input: classes.box ?? '',
      }}
    />
  );
}
