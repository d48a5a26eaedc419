import { Loader } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './RowControls.module.css';
import { IDLE, type RowState } from './use-row-calls.ts';

type Props = {
  /** The accessible name: the action and its object. */
  label: string;
  icon: ReactNode;
  /** The state of its call; absent if the button makes none. */
  state?: RowState;
  /** Prefix of the error message. */
  failure?: string;
  isDisabled?: boolean;
  onPress: () => void;
};

/** A button in a 30 px row. After a failed call it turns red, shows the reason and retries. */
export function RowButton(props: Props) {
  const { label, icon, state = IDLE, failure, isDisabled = false, onPress } = props;
  const { isPending, error } = state;
  const name = error ? `${failure}: ${error.message} Retry: ${label}` : label;
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={name}
      title={name}
      disabled={isDisabled}
      aria-busy={isPending || undefined}
      data-failed={error !== null || undefined}
      onClick={() => {
        if (!isPending) onPress();
      }}
    >
      {isPending ? (
        <Loader size={14} />
      ) : error ? (
        <IconAlertCircle size={16} stroke={1.75} />
      ) : (
        icon
      )}
      {error && <span className={classes.retry}>Retry</span>}
    </button>
  );
}

type RetryLineProps = {
  text: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
};

/** Shows the error in place, beside any data read before. */
export function RetryLine({ text, query: { error, isFetching, refetch } }: RetryLineProps) {
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
