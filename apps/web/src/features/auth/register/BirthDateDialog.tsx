import { Button } from '@mantine/core';
import { useState } from 'react';
import { birthDateRange } from './birth-date.ts';
import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { Dialog } from '../../../ui/Dialog.tsx';
import classes from './BirthDateField.module.css';

type Props = {
  value: string;
  onCancel: () => void;
  onSave: (day: string) => void;
};

/** The calendar starts at the decade and ends 18 years ago today. */
export function BirthDateDialog({ value, onCancel, onSave }: Props) {
  const [day, setDay] = useState<string | null>(value || null);
  const { earliest, latest } = birthDateRange(Date.now());
  return (
    <Dialog title="Date of birth" width={340} onClose={onCancel}>
      <div className={classes.calendar}>
        <DatePicker
          value={day}
          onChange={setDay}
          minDate={earliest}
          maxDate={latest}
          defaultDate={value || latest}
          weekendDays={[]}
          defaultLevel={value ? 'month' : 'decade'}
          size="md"
          ariaLabels={{
            nextDecade: 'Next decade',
            previousDecade: 'Previous decade',
            nextYear: 'Next year',
            previousYear: 'Previous year',
            nextMonth: 'Next month',
            previousMonth: 'Previous month',
          }}
        />
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button color="orange" disabled={day === null} onClick={() => day !== null && onSave(day)}>
          Save
        </Button>
      </div>
    </Dialog>
  );
}
