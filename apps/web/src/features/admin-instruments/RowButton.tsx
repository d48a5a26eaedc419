import { Loader } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './RowButton.module.css';
import { QUIET, type RowState } from './use-row-calls.ts';

type Props = {
  /** Names the act and what it is done to. */
  label: string;
  icon: ReactNode;
  /** Of the call that it makes; nothing where it makes none. */
  state?: RowState;
  /** What is said where that failed, before the reason. */
  failure?: string;
  isDisabled?: boolean;
  onPress: () => void;
};

/** A button of a row of 30 px. Where its call failed it is red, says why, and tries again. */
export function RowButton(props: Props) {
  const { label, icon, state = QUIET, failure, isDisabled = false, onPress } = props;
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
