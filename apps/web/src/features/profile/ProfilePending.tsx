import { Button, Skeleton } from '@mantine/core';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import classes from './ProfilePage.module.css';

type Props = { hasFailed: boolean; onRetry: () => void };

/** What stands in the card until the account is known. */
export function ProfilePending({ hasFailed, onRetry }: Props) {
  if (hasFailed) {
    return (
      <div className={classes.failed}>
        <FormAlert>Your account could not be loaded.</FormAlert>
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.pending} role="status" aria-label="Loading your account…">
      <Skeleton height={64} width={64} circle />
      <div className={classes.lines}>
        <Skeleton height={20} width="40%" />
        <Skeleton height={16} width="60%" />
      </div>
    </div>
  );
}
