import { type ManagedUser, setUserPermission } from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import { FlagSwitch } from './FlagSwitch.tsx';
import classes from './Section.module.css';
import { Section } from './Section.tsx';

const FLAGS = [
  ['isDetailedSummaryAllowed', 'Access to Detailed Summary'],
  ['isSuffixAllowed', 'Access to Suffix'],
] as const;

/** What an account may see besides prices. */
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
