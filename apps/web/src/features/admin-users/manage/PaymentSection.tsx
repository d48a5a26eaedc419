import '@mantine/dates/styles.css';
import { Switch, Textarea } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { lastPaidDay, type ManagedUser, setUserPayment } from '@moneytrail/contract';
import { type FormEvent, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { LAYERS } from '../../../ui/theme/layers.ts';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import { useUserChange } from '../use-user-change.ts';
import { firstDay, pickedDay, storedDay } from './payment-day.ts';
import classes from './Section.module.css';
import { Section } from './Section.tsx';

type Payment = { hasPaid: boolean; paymentValidUntil?: string; paymentDetails: string };

function noteOf({ isSubUser, userType }: ManagedUser): string | null {
  if (isSubUser) return MANAGE_TEXTS.subUser;
  return userType === 'retail' ? MANAGE_TEXTS.retailPayment : null;
}

export function PaymentSection({ user }: { user: ManagedUser }) {
  const [hasPaid, setHasPaid] = useState(user.hasPaid);
  const [day, setDay] = useState(user.paymentValidUntil && pickedDay(user.paymentValidUntil));
  const [details, setDetails] = useState(user.paymentDetails ?? '');
  const { mutate, isPending } = useUserChange({
    userId: user._id,
    send: (body: Payment) =>
      withReauthentication(() =>
        authorizedRequest(setUserPayment, { params: { id: user._id }, body }),
      ),
    texts: CHANGE_TEXTS.payment,
  });
  const isComplete = details.trim() !== '' && (!hasPaid || day !== null);
  const through = hasPaid && day !== null ? lastPaidDay(storedDay(day)) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isPending) return;
    const until = hasPaid && day !== null ? { paymentValidUntil: storedDay(day) } : {};
    mutate({ hasPaid, ...until, paymentDetails: details.trim() });
  };
  const isDisabled = user.isSubUser;
  return (
    <form onSubmit={submit}>
      <Section title="Payment details" note={noteOf(user)}>
        <Switch
          label="Has paid"
          checked={hasPaid}
          disabled={isDisabled}
          onChange={({ currentTarget }) => setHasPaid(currentTarget.checked)}
        />
        {hasPaid && (
          <div className={classes.line}>
            <DateInput
              label="Paid until"
              placeholder="Choose a day"
              value={day}
              onChange={setDay}
              minDate={firstDay(serverClock.now())}
              valueFormat="D MMM YYYY"
              weekendDays={[]}
              disabled={isDisabled}
              popoverProps={{ zIndex: LAYERS.popover }}
            />
            {through !== null && (
              <span className={classes.through}>
                Valid through {formatDate(Date.parse(through))}
              </span>
            )}
          </div>
        )}
        <Textarea
          label="Payment details"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2_000}
          disabled={isDisabled}
          value={details}
          onChange={({ currentTarget }) => setDetails(currentTarget.value)}
        />
        <ActionButton
          type="submit"
          color="orange"
          className={classes.submit ?? ''}
          disabled={isDisabled || !isComplete}
          isBusy={isPending}
        >
          Update
        </ActionButton>
      </Section>
    </form>
  );
}
