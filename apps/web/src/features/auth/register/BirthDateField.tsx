import { Button, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { birthDateRange, localDay } from './birth-date.ts';
import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { Dialog } from '../../../ui/Dialog.tsx';
import classes from './BirthDateField.module.css';

type Props = {
  /** `YYYY-MM-DD`; empty if none is chosen. */
  value: string;
  error?: ReactNode;
  onChange: (day: string) => void;
  onBlur?: (() => void) | undefined;
  'data-path'?: string;
};

const OPENS = new Set(['Enter', ' ', 'ArrowDown']);

/** Shown in the browser's locale, picked in a calendar dialog. */
export function BirthDateField({ value, error, onChange, onBlur, ...field }: Props) {
  const [isOpen, setOpen] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENS.has(event.key)) return;
    event.preventDefault();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    onBlur?.();
  };
  return (
    <>
      <TextInput
        data-path={field['data-path']}
        label="Date of birth"
        value={localDay(value)}
        error={error}
        readOnly
        pointer
        aria-haspopup="dialog"
        rightSection={<IconCalendar size={16} stroke={1.75} aria-hidden="true" />}
        rightSectionPointerEvents="none"
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <BirthDateDialog
          value={value}
          onCancel={close}
          onSave={(day) => {
            onChange(day);
            close();
          }}
        />
      )}
    </>
  );
}

type BirthDateDialogProps = {
  value: string;
  onCancel: () => void;
  onSave: (day: string) => void;
};

/** The calendar starts at the decade and ends 18 years ago today. */
function BirthDateDialog({ value, onCancel, onSave }: BirthDateDialogProps) {
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
