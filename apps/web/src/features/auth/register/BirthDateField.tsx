import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { BirthDateDialog } from './BirthDateDialog.tsx';
import { localDay } from './birth-date.ts';

type Props = {
  /** `YYYY-MM-DD`, empty while none is chosen. */
  value: string;
  error?: ReactNode;
  onChange: (day: string) => void;
  onBlur?: (() => void) | undefined;
  /** The name by which the form finds the field. */
  'data-path'?: string;
};

const OPENS = new Set(['Enter', ' ', 'ArrowDown']);

/** The date of birth, chosen in a calendar dialog and shown as the browser's language writes it. */
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
