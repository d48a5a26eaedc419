import { Switch } from '@mantine/core';
import {
  type ManagedUser,
  setUserFeedAccess,
  setUserOverride,
  setUserPermission,
} from '@moneytrail/contract';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import { useUserChange } from '../use-user-change.ts';
import classes from './Section.module.css';
import { Section } from './Section.tsx';

const FLAGS = [
  ['isDetailedSummaryAllowed', 'Access to Detailed Summary'],
  ['isSuffixAllowed', 'Access to Suffix'],
] as const;

export function PermissionSection({ user }: { user: ManagedUser }) {
  return (
    <Section title="Permissions" note={user.isSubUser ? MANAGE_TEXTS.subUser : null}>
      <div className={classes.flags}>
        {FLAGS.map(([flag, label]) => (
          <FlagSwitch
            key={flag}
            label={label}
            user={user}
            isSet={user.permissions[flag]}
            isDisabled={user.isSubUser}
            send={(isSet) =>
              authorizedRequest(setUserPermission, {
                params: { id: user._id },
                body: { [flag]: isSet },
              })
            }
            texts={CHANGE_TEXTS.permissions}
          />
        ))}
      </div>
    </Section>
  );
}

const FEEDS = [
  ['isBVGAllowed', 'BVG'],
  ['isFMPAllowed', 'FMP'],
  ['isBitfinexAllowed', 'Bitfinex'],
  ['isTiingoAllowed', 'Tiingo'],
] as const;

export function FeedSection({ user }: { user: ManagedUser }) {
  return (
    <Section title="Feed access" note={user.isSubUser ? MANAGE_TEXTS.subUser : null}>
      <div className={classes.flags}>
        {FEEDS.map(([flag, label]) => (
          <FlagSwitch
            key={flag}
            label={label}
            user={user}
            isSet={user.feedAccess[flag]}
            isDisabled={user.isSubUser}
            send={(isSet) =>
              authorizedRequest(setUserFeedAccess, {
                params: { id: user._id },
                body: { [flag]: isSet },
              })
            }
            texts={CHANGE_TEXTS.feeds}
          />
        ))}
      </div>
    </Section>
  );
}

/** The reason an account cannot have an override; null if it can. */
function obstacle({ isSubUser, userType, subscription }: ManagedUser): string | null {
  if (isSubUser) return MANAGE_TEXTS.subUser;
  if (userType !== 'retail') return MANAGE_TEXTS.overrideForRetail;
  const { isActive, isProcessing, isPastDue, isPaused } = subscription ?? {};
  return isActive || isProcessing || isPastDue || isPaused ? MANAGE_TEXTS.overrideWithout : null;
}

/** Full access for a retail user without a subscription. */
export function OverrideSection({ user }: { user: ManagedUser }) {
  const why = obstacle(user);
  return (
    <Section title="Subscription override" note={why}>
      <FlagSwitch
        label="Full access without a subscription"
        user={user}
        isSet={user.hasSubscriptionOverride}
        isDisabled={why !== null}
        send={(hasSubscriptionOverride) =>
          withReauthentication(() =>
            authorizedRequest(setUserOverride, {
              params: { id: user._id },
              body: { hasSubscriptionOverride },
            }),
          )
        }
        texts={CHANGE_TEXTS.override}
      />
    </Section>
  );
}

type Props = {
  label: string;
  user: ManagedUser;
  isSet: boolean;
  isDisabled: boolean;
  send: (isSet: boolean) => Promise<ManagedUser>;
  texts: { done: string; failed: string };
};

/** Saves at once and keeps its position until the server answers. */
function FlagSwitch({ label, user, isSet, isDisabled, send, texts }: Props) {
  const { mutate, isPending, variables } = useUserChange({ userId: user._id, send, texts });
  return (
    <Switch
      label={label}
      checked={isPending ? variables : isSet}
      disabled={isDisabled}
      aria-busy={isPending}
      onChange={({ currentTarget }) => {
        if (!isPending) mutate(currentTarget.checked);
      }}
    />
  );
}
