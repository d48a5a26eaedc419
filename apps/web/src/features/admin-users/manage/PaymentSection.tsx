import '@mantine/dates/styles.css';
import { ActionIcon, Popover, Switch, Textarea, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { wallClockOf } from '@moneytrail/calendar';
import {
  GRACE_DAYS,
  lastGraceDay,
  type ManagedUser,
  paymentValidUntilOf,
  setUserPayment,
} from '@moneytrail/contract';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { readTypedDay, typedDay } from '../../../lib/typed-day.ts';
import { LAYERS } from '../../../ui/theme/layers.ts';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import { type UserEdit, useUserChange } from '../use-user-change.ts';
import { FIELD_LABELS } from '../user-fields.ts';
import { SaveSection } from './SaveSection.tsx';
import classes from './Section.module.css';
import { useUnsaved } from './unsaved.ts';
import { useDraft } from './use-draft.ts';

function noteOf({ isSubUser, userType }: ManagedUser): string | null {
  if (isSubUser) return MANAGE_TEXTS.subUser;
  return userType === 'retail' ? MANAGE_TEXTS.retailPayment : null;
}

/** The earliest day to pay until, in Johannesburg. */
function today(): string {
  const { year, month, day } = wallClockOf('Africa/Johannesburg', serverClock.now());
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** The whole note of a payment is sent: the changed fields over those that were seen. */
function sendPayment({ _id }: ManagedUser, { seen: { revision, fields }, changes }: UserEdit) {
  const { hasPaid, paidUntil, paymentDetails } = { ...fields, ...changes };
  const until = hasPaid && paidUntil !== null ? paymentValidUntilOf(paidUntil) : null;
  const validUntil = until === null ? {} : { paymentValidUntil: until };
  const body = { hasPaid, ...validUntil, paymentDetails: paymentDetails.trim(), revision };
  return authorizedRequest(setUserPayment, { params: { id: _id }, body });
}

export function PaymentSection({ user }: { user: ManagedUser }) {
  const draft = useDraft(user, 'Payment details');
  const [typed, setTyped] = useState<string | null>(null);
  const discard = () => {
    draft.discard();
    setTyped(null);
  };
  const change = useUserChange({
    user,
    send: (edit) => sendPayment(user, edit),
    texts: CHANGE_TEXTS.payment,
    onDone: discard,
  });
  const { hasPaid, paidUntil, paymentDetails } = draft.values;
  const chosen = paidUntil === null ? '' : typedDay(paidUntil);
  const day = dayProblem(typed, draft.edit().changes.paidUntil ?? null);
  const isTypedAmiss = typed !== null && day !== null;
  useUnsaved('Paid until', isTypedAmiss);
  const onType = (text: string) => {
    setTyped(text);
    const read = readTypedDay(text);
    if ('day' in read) draft.set({ paidUntil: read.day });
  };
  const isDisabled = user.isSubUser;
  const until = paidUntil === null ? null : paymentValidUntilOf(paidUntil);
  const grace = hasPaid && day === null && until !== null ? lastGraceDay(until) : null;
  // The field itself tells what is wrong with it.
  const wrongDay = hasPaid && day !== null ? 'The day has to be corrected.' : null;
  const missingDay = hasPaid && paidUntil === null ? 'A day is needed.' : null;
  const missingNote =
    paymentDetails.trim() === '' ? 'A note is needed, such as the invoice.' : null;
  return (
    <SaveSection
      title="Payment details"
      note={noteOf(user)}
      action="Update"
      isChanged={draft.isChanged || isTypedAmiss}
      isPending={change.isPending}
      isDisabled={isDisabled}
      problem={wrongDay ?? missingDay ?? missingNote}
      onSave={() => change.mutate(draft.edit())}
      onDiscard={discard}
    >
      <Switch
        label={FIELD_LABELS.hasPaid}
        checked={hasPaid}
        disabled={isDisabled}
        onChange={({ currentTarget }) => draft.set({ hasPaid: currentTarget.checked })}
      />
      {hasPaid && (
        <div className={classes.day}>
          <TextInput
            label={FIELD_LABELS.paidUntil}
            description="The last day paid for, such as 31 Dec 2026."
            placeholder="31 Dec 2026"
            autoComplete="off"
            value={typed ?? chosen}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
            onBlur={() => day === null && setTyped(null)}
            error={day}
            disabled={isDisabled}
            rightSection={
              <DayPicker
                day={paidUntil}
                onPick={(picked) => {
                  setTyped(null);
                  draft.set({ paidUntil: picked });
                }}
              />
            }
          />
          {grace !== null && (
            <span className={classes.through}>
              Valid through {formatDate(Date.parse(grace))}, with {GRACE_DAYS} days of grace
            </span>
          )}
        </div>
      )}
      <Textarea
        label={FIELD_LABELS.paymentDetails}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        disabled={isDisabled}
        value={paymentDetails}
        onChange={({ currentTarget }) => draft.set({ paymentDetails: currentTarget.value })}
      />
    </SaveSection>
  );
}

/** The problem with the day as typed, or with a day that was changed to one that is over; null without one. */
function dayProblem(typed: string | null, changed: string | null): string | null {
  const read = typed === null ? null : readTypedDay(typed);
  if (read && 'problem' in read) return read.problem;
  if (changed === null || changed >= today()) return null;
  return `${typedDay(changed)} is over. The first possible day is ${typedDay(today())}.`;
}

type DayPickerProps = { day: string | null; onPick: (day: string) => void };

function DayPicker({ day, onPick }: DayPickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} zIndex={LAYERS.popover} trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" aria-label="Choose the day" onClick={() => setOpen(!isOpen)}>
          <IconCalendar size={18} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          value={day}
          defaultDate={day ?? today()}
          minDate={today()}
          weekendDays={[]}
          onChange={(picked) => {
            if (picked) onPick(picked);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
