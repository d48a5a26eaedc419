import { Skeleton } from '@mantine/core';
import classes from './AccountDialog.module.css';

/** The overview's shape while the account is read. */
export function AccountSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <Skeleton circle height={64} />
      <Skeleton height={24} width="45%" />
      <Skeleton height={20} width="60%" />
      <Skeleton height={20} width="30%" />
    </div>
  );
}
