import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './InstrumentCard.module.css';

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
