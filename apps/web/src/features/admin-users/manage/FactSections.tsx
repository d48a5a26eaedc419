import { Skeleton } from '@mantine/core';
import {
  getUserDetails,
  getUserSeats,
  listAudit,
  listUserPayments,
  type ManagedUser,
} from '@moneytrail/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { actionText } from '../../../lib/action-text.ts';
import { deviceZone, formatDate, formatMoment, formatSince } from '../../../lib/format-time.ts';
import { fullName } from '../../../lib/person-name.ts';
import { paths } from '../../../paths.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { paymentText } from '../UserChips.tsx';
import classes from './Section.module.css';
import { Section } from './Section.tsx';

type Props = { user: ManagedUser };

/** The key begins with the user's, so that a change of the account reads it again. */
function useOf<Data>(id: string, what: string, read: (signal: AbortSignal) => Promise<Data>) {
  return useQuery({
    queryKey: ['user', id, what],
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
}

/** The data once they are read; a skeleton before, and an alert if they could not be read. */
function Read<Data>({
  query: { data, isError },
  what,
  children,
}: {
  query: UseQueryResult<Data>;
  what: string;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  return isError ? <FormAlert>Could not load {what}.</FormAlert> : <Skeleton height={48} />;
}

const dayOf = (at: string) => formatDate(Date.parse(at.slice(0, 10)));
const sinceOf = (at: string) => formatSince(Date.parse(at), serverClock.now(), deviceZone());

export function FactSection({ user }: Props) {
  const query = useOf(user._id, 'details', (signal) =>
    authorizedRequest(getUserDetails, { params: { id: user._id } }, { signal }),
  );
  return (
    <Section title="About">
      <dl className={classes.facts}>
        <dt>Registered</dt>
        <dd>{dayOf(user.createdAt)}</dd>
        {user.revokedReason !== null && (
          <>
            <dt>Revoked because</dt>
            <dd>{user.revokedReason}</dd>
          </>
        )}
        <dt>Phone</dt>
        <dd>
          {user.phoneE164 ?? 'None'} ({user.phoneCountry})
        </dd>
        <dt>TradingView</dt>
        <dd>{user.tradingViewUsername ?? 'None'}</dd>
      </dl>
      <Read query={query} what="the details">
        {({ emailConfirmedAt, dateOfBirth, gender, lastActiveAt, layouts }) => (
          <dl className={classes.facts}>
            <dt>E-mail confirmed</dt>
            <dd>{emailConfirmedAt === null ? 'Not yet' : dayOf(emailConfirmedAt)}</dd>
            <dt>Born</dt>
            <dd>{dateOfBirth === null ? 'Unknown' : dayOf(dateOfBirth)}</dd>
            <dt>Gender</dt>
            <dd>{gender ?? 'Unknown'}</dd>
            <dt>Last active</dt>
            <dd>{lastActiveAt === null ? 'Never' : sinceOf(lastActiveAt)}</dd>
            <dt>Layouts</dt>
            <dd>{layouts}</dd>
          </dl>
        )}
      </Read>
    </Section>
  );
}

const PROVIDERS = { paypal: 'PayPal', lemon: 'Lemon Squeezy' } as const;

export function SubscriptionSection({ user }: Props) {
  const { subscription, validUntil } = user;
  const query = useOf(user._id, 'payments', (signal) =>
    authorizedRequest(listUserPayments, { params: { id: user._id } }, { signal }),
  );
  const until = subscription === null ? 'Paid until' : subscription.endDate ? 'Ends' : 'Renews';
  return (
    <Section title="Payment and plan">
      <dl className={classes.facts}>
        <dt>Access</dt>
        <dd>{paymentText(user)}</dd>
        <dt>{until}</dt>
        <dd>{validUntil === null ? '–' : dayOf(validUntil)}</dd>
        {subscription && (
          <>
            <dt>Plan</dt>
            <dd>{subscription.displayName}</dd>
            <dt>Provider</dt>
            <dd>
              {PROVIDERS[subscription.provider]}
              {subscription.isPastDue && ', a payment has failed'}
              {subscription.isPaused && ', paused'}
            </dd>
          </>
        )}
      </dl>
      <Read query={query} what="the payments">
        {({ payments }) =>
          payments.length === 0 ? (
            <p className={classes.note}>No payments through a provider.</p>
          ) : (
            <ul className={classes.list}>
              {payments.map((payment) => (
                <li key={payment._id} className={classes.item}>
                  <span>
                    {dayOf(payment.paidAt)}{' '}
                    <span className={classes.dim}>{payment.receiptNumber}</span>
                  </span>
                  <span>
                    {payment.amount.toFixed(2)} {payment.currency}, {payment.status}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </Section>
  );
}

/** The members and invites of a commercial main account. */
export function MembersSection({ user }: Props) {
  const query = useOf(user._id, 'seats', (signal) =>
    authorizedRequest(getUserSeats, { params: { id: user._id } }, { signal }),
  );
  return (
    <Section title="Members and invites">
      <Read query={query} what="the seats">
        {(seats) =>
          seats && (
            <>
              <p className={classes.note}>
                {seats.summary.seatsUsed} of {seats.summary.maxSeats} seats used,{' '}
                {seats.summary.seatsPending} promised by invites.
              </p>
              <ul className={classes.list}>
                {seats.subUsers.map((member) => (
                  <li key={member._id} className={classes.item}>
                    <Link to={paths.user} params={{ userId: member._id }} search={(now) => now}>
                      {fullName(member)}
                    </Link>
                    <span className={classes.dim}>
                      {member.username}
                      {member.seatSuspendedByParent && ', suspended'}
                    </span>
                  </li>
                ))}
                {seats.invites.map(({ _id, createdAt, expiresAt, status }) => (
                  <li key={_id} className={classes.item}>
                    <span>Invite of {dayOf(createdAt)}</span>
                    <span className={classes.dim}>
                      {status === 'pending' ? `open until ${dayOf(expiresAt)}` : status}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Read>
    </Section>
  );
}

const SHOWN_ENTRIES = 10;

/** The newest entries about the person. */
export function RecordSection({ user }: Props) {
  const query = useOf(user._id, 'audit', (signal) =>
    authorizedRequest(
      listAudit,
      { query: { subjectId: user._id, limit: SHOWN_ENTRIES } },
      { signal },
    ),
  );
  return (
    <Section title="Audit log">
      <Read query={query} what="the audit log">
        {({ entries }) => (
          <ul className={classes.list}>
            {entries.length === 0 && <li className={classes.note}>Nothing is recorded yet.</li>}
            {entries.map(({ seq, at, action, actorName, reason }) => (
              <li key={seq} className={classes.item}>
                <span>
                  {actionText(action)}
                  {reason !== null && `: ${reason}`}
                </span>
                <span className={classes.dim}>
                  {actorName === null || actorName === user.username ? '' : `${actorName}, `}
                  {formatMoment(Date.parse(at), deviceZone())}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Read>
      <Link to={paths.audit} search={{ subject: user.username }} className={classes.end ?? ''}>
        All entries
      </Link>
    </Section>
  );
}
