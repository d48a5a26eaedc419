import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FAILURE_TEXTS } from '../../../api/failure-text.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { ACCOUNT_TEXTS } from '../texts.ts';
import classes from './SeatTable.module.css';
import sharing from './SharingTab.module.css';

type Props<Row> = {
  label: string;
  /** All but the column of actions. */
  columns: readonly string[];
  query: UseQueryResult<Row[]>;
  texts: { failed: string; empty: string };
  row: (row: Row) => ReactNode;
};

export function SeatTable<Row>({ label, columns, query, texts, row }: Props<Row>) {
  const { data: rows } = query;
  if (!rows && query.errorUpdateCount > 0) return <RetryList text={texts.failed} query={query} />;
  if (!rows) return <Skeleton height={88} />;
  if (rows.length === 0) return <p className={sharing.hint}>{texts.empty}</p>;
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{ACCOUNT_TEXTS.sharing.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>{rows.map(row)}</tbody>
    </table>
  );
}

type RetryListProps = {
  text: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
};

/** Keeps showing the last error while the query is retried. */
export function RetryList({ text, query: { error, isFetching, refetch } }: RetryListProps) {
  const [cause, setCause] = useState(error);
  if (error !== null && error !== cause) setCause(error);
  return (
    <div className={sharing.retry}>
      <FormAlert>
        {text}
        <br />
        {cause?.message || FAILURE_TEXTS.unexpected}
      </FormAlert>
      <ActionButton variant="default" size="xs" isBusy={isFetching} onClick={() => void refetch()}>
        Retry
      </ActionButton>
    </div>
  );
}
