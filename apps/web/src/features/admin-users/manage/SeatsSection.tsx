import { NumberInput } from '@mantine/core';
import { getUser, type ManagedUser, MOST_SEATS, updateUser } from '@moneytrail/contract';
import { type FormEvent, useState } from 'react';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { CHANGE_TEXTS } from '../texts.ts';
import { useUserChange } from '../use-user-change.ts';
import classes from './Section.module.css';
import { Section } from './Section.tsx';

/** How many people may share a commercial account. */
export function SeatsSection({ user }: { user: ManagedUser }) {
  const [seats, setSeats] = useState<number | string>(user.maxSeats ?? '');
  const params = { id: user._id };
  const { mutate, isPending } = useUserChange({
    userId: user._id,
    send: async (maxSeats: number) => {
      await authorizedRequest(updateUser, { params, body: { maxSeats } });
      return authorizedRequest(getUser, { params });
    },
    texts: CHANGE_TEXTS.seats,
  });
  const isChanged = typeof seats === 'number' && seats !== user.maxSeats;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !isPending) mutate(seats);
  };
  return (
    <form onSubmit={submit}>
      <Section title="Seats">
        <div className={classes.line}>
          <NumberInput
            label="Seat maximum"
            placeholder="The usual number"
            min={0}
            max={MOST_SEATS}
            allowDecimal={false}
            clampBehavior="strict"
            value={seats}
            onChange={setSeats}
          />
          <ActionButton type="submit" variant="default" disabled={!isChanged} isBusy={isPending}>
            Set seats
          </ActionButton>
        </div>
      </Section>
    </form>
  );
}
