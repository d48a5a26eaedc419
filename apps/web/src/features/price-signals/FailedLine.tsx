import { IconAlertCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import classes from './SignalCard.module.css';
import { SIGNAL_TEXTS } from './texts.ts';

type Props = { text: string; query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> };

/** Says in its place what could not be read, and why; what was read before stays beside it. */
export function FailedLine({ text, query: { error, isFetching, refetch } }: Props) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={classes.failed} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
      <p>
        {text} {error?.message}
        {requestId !== null && <span className={classes.request}>Request {requestId}</span>}
      </p>
      <ActionButton size="xs" variant="default" isBusy={isFetching} onClick={() => void refetch()}>
        {SIGNAL_TEXTS.retry}
      </ActionButton>
    </div>
  );
}
