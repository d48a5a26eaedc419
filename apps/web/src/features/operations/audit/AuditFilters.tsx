import { Autocomplete, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AuditSearch } from '../../../lib/operations-search.ts';
import { SearchInput } from '../../../ui/form/SearchInput.tsx';
import classes from '../OperationsPage.module.css';

type Props = {
  search: AuditSearch;
  onAsk: (change: { [Name in keyof AuditSearch]?: AuditSearch[Name] | undefined }) => void;
  /** Actions that are known, for who does not know their names. */
  actions: readonly string[];
  children: ReactNode;
};

/** Whose entries of which days are listed. */
export function AuditFilters({ search, onAsk, actions, children }: Props) {
  return (
    <search className={classes.bar}>
      <SearchInput
        className={classes.filter}
        label="Actor"
        placeholder="Actor’s e-mail"
        value={search.actor}
        onAsk={(actor) => onAsk({ actor })}
      />
      <SearchInput
        className={classes.filter}
        label="Subject"
        placeholder="Subject’s e-mail"
        value={search.subject}
        onAsk={(subject) => onAsk({ subject })}
      />
      <Autocomplete
        aria-label="Action"
        placeholder="Any action"
        className={classes.filter ?? ''}
        data={[...actions]}
        maxLength={100}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear: Action' }}
        value={search.action ?? ''}
        onChange={(action) => onAsk({ action: action || undefined })}
      />
      <TextInput
        type="date"
        aria-label="From"
        leftSection={<span className={classes.fieldName}>From</span>}
        leftSectionWidth={56}
        className={classes.day ?? ''}
        value={search.from ?? ''}
        onChange={({ currentTarget: { value } }) => onAsk({ from: value || undefined })}
      />
      <TextInput
        type="date"
        aria-label="To"
        leftSection={<span className={classes.fieldName}>To</span>}
        leftSectionWidth={40}
        className={classes.day ?? ''}
        value={search.to ?? ''}
        onChange={({ currentTarget: { value } }) => onAsk({ to: value || undefined })}
      />
      <span className={classes.spacer} />
      {children}
    </search>
  );
}
