import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

type Props = {
  label: string;
  placeholder: string;
  /** The value in the address. */
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  className: string | undefined;
};

const PAUSE_MS = 250;

/** Searches when typing pauses; typed text stays unless the address changes for another reason. */
export function SearchInput({ label, placeholder, value = '', onSearch, className }: Props) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  /** Searches not yet reflected in the address. */
  const pending = useRef<string[]>([]);
  const search = useDebouncedCallback(
    (text: string) => {
      const trimmed = text.trim();
      if (trimmed !== (pending.current.at(-1) ?? value)) pending.current.push(trimmed);
      onSearch(trimmed || undefined);
    },
    { delay: PAUSE_MS, flushOnUnmount: false },
  );
  useEffect(() => {
    const known = pending.current.indexOf(value);
    pending.current = known < 0 ? [] : pending.current.slice(known + 1);
    if (known >= 0) return;
    search.cancel();
    setTyped(value);
  }, [value, search]);
  const type = (text: string) => {
    setTyped(text);
    search(text);
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
