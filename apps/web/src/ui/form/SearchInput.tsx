import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';

type Props = {
  label: string;
  placeholder: string;
  /** What the address says when the page is opened. */
  value: string | undefined;
  onAsk: (text: string | undefined) => void;
  className: string | undefined;
};

const PAUSE_MS = 250;

/** Asks when typing pauses; the field keeps what is typed, whatever the address says meanwhile. */
export function SearchInput({ label, placeholder, value = '', onAsk, className }: Props) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const ask = useDebouncedCallback((text: string) => onAsk(text.trim() || undefined), {
    delay: PAUSE_MS,
    flushOnUnmount: false,
  });
  const type = (text: string) => {
    setTyped(text);
    ask(text);
  };
  return (
    <TextInput
      ref={field}
      type="text"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      className={className ?? ''}
      maxLength={100}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      rightSection={
        typed !== '' && (
          <CloseButton
            aria-label={`Clear: ${label}`}
            size="sm"
            onClick={() => {
              type('');
              field.current?.focus();
            }}
          />
        )
      }
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
