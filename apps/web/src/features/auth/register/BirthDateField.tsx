import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useWhenIdle } from '../../../ui/hooks/use-when-idle.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import { localDay } from './birth-date.ts';

const birthDateDialog = lazyPart(
  async () => (await import('./BirthDateDialog.tsx')).BirthDateDialog,
);

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
  const save = (day: string) => {
    onChange(day);
    close();
  };
  // The focus that moves into the dialog does not leave the field.
  const leave = () => {
    if (!isOpen) onBlur?.();
  };
  useWhenIdle(birthDateDialog.preload);
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
        onBlur={leave}
      />
      {isOpen && (
        <LazyPart
          part={birthDateDialog}
          props={{ value, onCancel: close, onSave: save }}
          onGiveUp={close}
        />
      )}
    </>
  );
}
