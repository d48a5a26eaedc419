import { Skeleton, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './InstrumentCard.module.css';
import rows from './Rows.module.css';
import { INSTRUMENT_TEXTS } from './texts.ts';

/** Row height; phones show a second line. */
export const ROW_PX = 30;
export const PHONE_ROW_PX = 60;
/** Height at which a list of instruments starts to scroll. */
export const LIST_PX = 420;
/** Height at which a group's contracts start to scroll. */
export const CONTRACTS_PX = 200;

const SEARCH_PX = 200;

type Props = {
  title: string;
  count: number;
  search: { label: string; text: string; setText: (text: string) => void };
  /** An action on the whole list. */
  action?: ReactNode;
  children: ReactNode;
};

export function InstrumentCard({ title, count, search, action, children }: Props) {
  const { label, text, setText } = search;
  return (
    <section className={classes.card}>
      <header className={classes.head}>
        <h3>
          {title} <span className={classes.count}>{count.toLocaleString('en-US')}</span>
        </h3>
        {action}
        <TextInput
          className={classes.search ?? ''}
          size="xs"
          w={SEARCH_PX}
          aria-label={label}
          placeholder="Search"
          maxLength={80}
          leftSection={<IconSearch size={14} stroke={1.75} />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

const PLACEHOLDERS = ['1', '2', '3', '4', '5'];

/** Replaces the list of an offline exchange. */
export function Unavailable() {
  return (
    <p>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {INSTRUMENT_TEXTS.unavailable}
    </p>
  );
}

export function RowsPending() {
  return (
    <div aria-busy="true" className={rows.pending}>
      {PLACEHOLDERS.map((row) => (
        <Skeleton key={row} height={18} />
      ))}
    </div>
  );
}
