import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { FAILURE_TEXTS } from '../../../api/failure-text.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import classes from './SharingTab.module.css';

type Props = {
  /** The specified text of what could not be read. */
  text: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
};

/** Stands where something could not be read, and says why; it stays while that is asked for again. */
export function RetryList({ text, query: { error, isFetching, refetch } }: Props) {
  const [cause, setCause] = useState(error);
  if (error !== null && error !== cause) setCause(error);
  return (
    <div className={classes.retry}>
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
