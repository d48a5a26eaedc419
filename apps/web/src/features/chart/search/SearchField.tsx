import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './SymbolSearch.module.css';

type Props = {
  text: string;
  /** Index of the row that `Enter` takes; null without rows. */
  activeRow: number | null;
  onText: (text: string) => void;
  onKey: (event: KeyboardEvent) => void;
};

/** At once: the dialog gives it the focus a turn later, and a quick Enter before that would be lost. */
function focusField(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}

/** Where the search is typed; it has the focus and the keys of the rows. */
export function SearchField({ text, activeRow, onText, onKey }: Props) {
  return (
    <div className={classes.field}>
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <input
        className={classes.input}
        type="text"
        role="combobox"
        aria-label="Code or description"
        aria-expanded="true"
        aria-controls="symbol-list"
        aria-activedescendant={activeRow === null ? undefined : `symbol-${activeRow}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Code or description"
        data-autofocus
        ref={focusField}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
    </div>
  );
}
