import { Loader } from '@mantine/core';
import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/Chip.tsx';
import classes from './RowControls.module.css';
import rows from './Rows.module.css';
import { INSTRUMENT_TEXTS } from './texts.ts';
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
  /** It keeps its place. */
  isHidden?: boolean;
  onPress: () => void;
};

/** A button in a 30 px row. After a failed call it turns red, shows the reason and retries. */
export function RowButton(props: Props) {
  const { label, icon, state = IDLE, failure, isDisabled = false, isHidden = false } = props;
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
      data-hidden={isHidden || undefined}
      onClick={() => {
        if (!isPending) props.onPress();
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

type EnableButtonProps = {
  code: string;
  state: RowState;
  isEnabled: boolean;
  onEnable: () => void;
};

/** Enables an instrument of a vendor's list; afterwards its place does nothing. */
export function EnableButton({ code, state, isEnabled, onEnable }: EnableButtonProps) {
  const { nowEnabled, failures } = INSTRUMENT_TEXTS;
  return (
    <span className={rows.buttons}>
      {isEnabled && <Chip kind="success">{nowEnabled}</Chip>}
      <RowButton
        label={`Enable ${code}`}
        icon={<IconPlus size={16} stroke={1.75} />}
        state={state}
        failure={failures.toggle}
        isHidden={isEnabled}
        onPress={onEnable}
      />
    </span>
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
