import { IconAlertCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import classes from './RetryLine.module.css';

type Props = { text: string; query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> };

/** Says in its place what could not be read, and why; what was read before stays beside it. */
export function RetryLine({ text, query: { error, isFetching, refetch } }: Props) {
  return (
    <p className={classes.line} role="alert">
      <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
      <span>
        {text} {error?.message}
      </span>
      <button type="button" disabled={isFetching} onClick={() => void refetch()}>
        Retry
      </button>
    </p>
  );
}
