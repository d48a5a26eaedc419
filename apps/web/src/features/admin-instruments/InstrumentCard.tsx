import { Skeleton, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './InstrumentCard.module.css';
import rows from './Rows.module.css';
import { INSTRUMENT_TEXTS } from './texts.ts';

/** Height of a row of a list, px; a second line on a phone. */
export const ROW_PX = 30;
export const PHONE_ROW_PX = 60;
/** Height of a list of instruments before it scrolls. */
export const LIST_PX = 420;
/** Height of a list of contracts inside its group. */
export const CONTRACTS_PX = 200;

const SEARCH_PX = 200;

type Props = {
  title: string;
  count: number;
  search: { label: string; text: string; setText: (text: string) => void };
  children: ReactNode;
};

/** A list of instruments with its search. */
export function InstrumentCard({ title, count, search, children }: Props) {
  const { label, text, setText } = search;
  return (
    <section className={classes.card}>
      <header className={classes.head}>
        <h3>
          {title} <span className={classes.count}>{count.toLocaleString('en-US')}</span>
        </h3>
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

/** Stands for the list of an exchange that is offline. */
export function Unavailable() {
  return (
    <p>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {INSTRUMENT_TEXTS.unavailable}
    </p>
  );
}

/** Stands for rows that are being read. */
export function RowsPending() {
  return (
    <div aria-busy="true" className={rows.pending}>
      {PLACEHOLDERS.map((row) => (
        <Skeleton key={row} height={18} />
      ))}
    </div>
  );
}
