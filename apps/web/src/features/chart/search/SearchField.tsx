import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './SearchField.module.css';

/** The server finds symbols by texts of this length. */
const LONGEST = 80;

type Props = {
  label: string;
  /** Id of the list box that the keys act on. */
  listId: string;
  /** Id of the option that `Enter` chooses; null without options. */
  activeId: string | null;
  text: string;
  onText: (text: string) => void;
  onKey: (event: KeyboardEvent) => void;
};

/** Focuses at once: the dialog would do so a turn later, and a quick Enter would be lost. */
function focusField(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}

/** The field of a search, which keeps the focus and handles the keys for the options. */
export function SearchField({ label, listId, activeId, text, onText, onKey }: Props) {
  return (
    <div className={classes.field}>
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <input
        className={classes.input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId ?? undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        placeholder={label}
        data-autofocus
        ref={focusField}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
    </div>
  );
}

/** A line that moves while the server is asked. */
export function SearchProgress({ isAsking }: { isAsking: boolean }) {
  return <div className={classes.progress} data-on={isAsking || undefined} />;
}
