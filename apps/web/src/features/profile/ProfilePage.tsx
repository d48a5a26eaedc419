import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/queries.ts';
import { brandedTitle } from '../../lib/brand.ts';
import { fullName, initialsOf } from '../../lib/person-name.ts';
import { USER_TYPE_TEXTS } from '../../lib/user-type-text.ts';
import { JsonText } from '../../ui/JsonText.tsx';
import { PersonHead } from '../../ui/PersonHead.tsx';
import classes from './ProfilePage.module.css';
import { ProfilePending } from './ProfilePending.tsx';

/** Who is signed in, and everything that the product tells of them. */
export function ProfilePage() {
  useDocumentTitle(brandedTitle('Profile'));
  const { data: user, isError, refetch } = useQuery(currentUserQuery);
  return (
    <div className={classes.page} id="profile" tabIndex={-1}>
      <div className={classes.card}>
        {user ? (
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
          <ProfilePending hasFailed={isError} onRetry={() => void refetch()} />
        )}
      </div>
    </div>
  );
}
