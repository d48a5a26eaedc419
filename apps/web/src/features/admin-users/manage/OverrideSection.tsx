import { type ManagedUser, setUserOverride } from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import { FlagSwitch } from './FlagSwitch.tsx';
import { Section } from './Section.tsx';

/** Why an account cannot have an override; null where it can. */
function obstacle({ isSubUser, userType, subscription }: ManagedUser): string | null {
  if (isSubUser) return MANAGE_TEXTS.subUser;
  if (userType !== 'retail') return MANAGE_TEXTS.overrideForRetail;
  const { isActive, isProcessing, isPastDue, isPaused } = subscription ?? {};
  return isActive || isProcessing || isPastDue || isPaused ? MANAGE_TEXTS.overrideWithout : null;
}

/** Whether a retail user sees everything without a subscription. */
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
          authorizedRequest(setUserOverride, {
            params: { id: user._id },
            body: { hasSubscriptionOverride },
          })
        }
        texts={CHANGE_TEXTS.override}
      />
    </Section>
  );
}
