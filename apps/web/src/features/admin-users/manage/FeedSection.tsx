import { type ManagedUser, setUserFeedAccess } from '@moneytrail/contract';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { CHANGE_TEXTS, MANAGE_TEXTS } from '../texts.ts';
import { FlagSwitch } from './FlagSwitch.tsx';
import classes from './Section.module.css';
import { Section } from './Section.tsx';

const FEEDS = [
  ['isBVGAllowed', 'BVG'],
  ['isFMPAllowed', 'FMP'],
  ['isBitfinexAllowed', 'Bitfinex'],
  ['isTiingoAllowed', 'Tiingo'],
] as const;

/** Which feeds are open to an account. */
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
