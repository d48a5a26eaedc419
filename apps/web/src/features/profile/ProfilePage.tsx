import { Skeleton } from '@mantine/core';
import type { Account } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { serverClock } from '../../api/server-clock.ts';
import { hasFullAccess } from '../../lib/payment-of.ts';
import { fullName, initialsOf, USER_TYPE_TEXTS } from '../../lib/person-name.ts';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { LoadFailed } from '../../ui/form/LoadFailed.tsx';
import { JsonText } from '../../ui/JsonText.tsx';
import { PersonHead } from '../../ui/PersonHead.tsx';
import { accountFields } from './account-fields.ts';
import { ApiKeysCard } from './api-keys/ApiKeysCard.tsx';
import classes from './ProfilePage.module.css';

/** The signed-in user with the account data as JSON, and its fields in words. */
export function ProfilePage() {
  usePageTitle('Profile');
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
            <div className={classes.json}>
              <JsonText label="Account data as JSON" value={user} />
            </div>
          </>
        ) : (
          <ProfileSkeleton />
        )}
      </div>
      {user && (
        <div className={classes.card}>
          <ApiKeysCard mayMake={hasFullAccess(user, serverClock.now())} />
        </div>
      )}
      {user && (
        <div className={classes.card}>
          <FieldsTable user={user} />
        </div>
      )}
    </div>
  );
}

/** The fields of the account data in words. */
function FieldsTable({ user }: { user: Account }) {
  return (
    <>
      <h2 className={classes.title}>Account data in words</h2>
      <dl className={classes.fields}>
        {accountFields(user, serverClock.now()).map(({ name, meaning, now }) => (
          <div key={name} className={classes.field}>
            <dt>
              <code>{name}</code>
              <span className={classes.meaning}>{meaning}</span>
            </dt>
            <dd>{now}</dd>
          </div>
        ))}
      </dl>
    </>
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
