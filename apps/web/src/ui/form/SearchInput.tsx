import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  placeholder: string;
  /** The value in the address. */
  value: string | undefined;
  onAsk: (text: string | undefined) => void;
  className: string | undefined;
};

const PAUSE_MS = 250;

/** Searches when typing pauses; typed text stays unless the address changes for another reason. */
export function SearchInput({ label, placeholder, value = '', onAsk, className }: Props) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  /** Searches not yet reflected in the address. */
  const asked = useRef<string[]>([]);
  const ask = useDebouncedCallback(
    (text: string) => {
      const trimmed = text.trim();
      if (trimmed !== (asked.current.at(-1) ?? value)) asked.current.push(trimmed);
      onAsk(trimmed || undefined);
    },
    { delay: PAUSE_MS, flushOnUnmount: false },
  );
  useEffect(() => {
    const known = asked.current.indexOf(value);
    asked.current = known < 0 ? [] : asked.current.slice(known + 1);
    if (known >= 0) return;
    ask.cancel();
    setTyped(value);
  }, [value, ask]);
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
