import { Switch } from '@mantine/core';
import {
  getUser,
  type ManagedUser,
  setUserFeedAccess,
  setUserOverride,
  setUserPermission,
} from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/session/session.ts';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import { type UserEdit, useUserChange } from '../use-user-change.ts';
import { FIELD_LABELS, type UserFields } from '../user-fields.ts';
import { SaveSection } from './SaveSection.tsx';
import classes from './Section.module.css';
import { useDraft } from './use-draft.ts';

const PERMISSIONS = ['isDetailedSummaryAllowed', 'isSuffixAllowed'] as const;
const FEEDS = ['isBVGAllowed', 'isFMPAllowed', 'isBitfinexAllowed', 'isTiingoAllowed'] as const;

/** The specified calls take one flag: each is based on the answer to the one before. */
async function sendFlags(
  user: ManagedUser,
  endpoint: typeof setUserPermission | typeof setUserFeedAccess,
  { seen, changes }: UserEdit,
): Promise<ManagedUser> {
  const params = { id: user._id };
  let { revision } = seen;
  let answer: ManagedUser | null = null;
  for (const [flag, isSet] of Object.entries(changes)) {
    answer = await authorizedRequest(endpoint, { params, body: { [flag]: isSet, revision } });
    revision = answer.revision;
  }
  return answer ?? authorizedRequest(getUser, { params });
}

type Props = { user: ManagedUser };

export function PermissionSection({ user }: Props) {
  return (
    <FlagSection
      title="Permissions"
      user={user}
      flags={PERMISSIONS}
      note={user.isSubUser ? MANAGE_TEXTS.subUser : null}
      send={(edit) => sendFlags(user, setUserPermission, edit)}
      texts={CHANGE_TEXTS.permissions}
    />
  );
}

export function FeedSection({ user }: Props) {
  return (
    <FlagSection
      title="Feed access"
      user={user}
      flags={FEEDS}
      note={user.isSubUser ? MANAGE_TEXTS.subUser : null}
      send={(edit) => sendFlags(user, setUserFeedAccess, edit)}
      texts={CHANGE_TEXTS.feeds}
    />
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
export function OverrideSection({ user }: Props) {
  return (
    <FlagSection
      title="Subscription override"
      user={user}
      flags={['hasSubscriptionOverride']}
      note={obstacle(user)}
      send={({ seen: { revision }, changes: { hasSubscriptionOverride = false } }) =>
        authorizedRequest(setUserOverride, {
          params: { id: user._id },
          body: { hasSubscriptionOverride, revision },
        })
      }
      texts={CHANGE_TEXTS.override}
    />
  );
}

type Flag = (typeof PERMISSIONS)[number] | (typeof FEEDS)[number] | 'hasSubscriptionOverride';

type FlagSectionProps = {
  title: string;
  user: ManagedUser;
  flags: readonly Flag[];
  /** The reason why nothing can be changed here. */
  note: string | null;
  send: (edit: UserEdit) => Promise<ManagedUser>;
  texts: { done: string; failed: string };
};

function FlagSection({ title, user, flags, note, send, texts }: FlagSectionProps) {
  const draft = useDraft(user, title);
  const change = useUserChange({ user, send, texts, onDone: draft.discard });
  return (
    <SaveSection
      title={title}
      note={note}
      isChanged={draft.isChanged}
      isPending={change.isPending}
      isDisabled={note !== null}
      onSave={() => change.mutate(draft.edit())}
      onDiscard={draft.discard}
    >
      <div className={classes.flags}>
        {flags.map((flag) => (
          <Switch
            key={flag}
            label={FIELD_LABELS[flag]}
            checked={draft.values[flag]}
            disabled={note !== null || change.isPending}
            onChange={({ currentTarget }) =>
              draft.set({ [flag]: currentTarget.checked } satisfies Partial<UserFields>)
            }
          />
        ))}
      </div>
    </SaveSection>
  );
}
