import { Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { brandedTitle } from '../../lib/brand.ts';
import { fullName, initialsOf, USER_TYPE_TEXTS } from '../../lib/person-name.ts';
import { LoadFailed } from '../../ui/form/LoadFailed.tsx';
import { JsonText } from '../../ui/JsonText.tsx';
import { PersonHead } from '../../ui/PersonHead.tsx';
import classes from './ProfilePage.module.css';

/** The signed-in user with the account data as JSON. */
export function ProfilePage() {
  useDocumentTitle(brandedTitle('Profile'));
  const { data: user, isError, isFetching, refetch } = useQuery(currentUserQuery);
  return (
    <div className={classes.page} id="profile" tabIndex={-1}>
      <div className={classes.card}>
        {isError && !user ? (
          <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
            Your account could not be loaded.
          </LoadFailed>
        ) : user ? (
          <>
            <PersonHead
              name={fullName(user)}
              initials={initialsOf(user)}
              username={user.username}
              kind={USER_TYPE_TEXTS[user.userType]}
              headingLevel={2}
            />
            <h3 className={classes.label}>Account data</h3>
            <JsonText label="Account data as JSON" value={user} />
          </>
        ) : (
          <ProfileSkeleton />
        )}
      </div>
    </div>
  );
}

function ProfileSkeleton() {
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
