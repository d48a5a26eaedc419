import { Button } from '@mantine/core';
import type { Account } from '@moneytrail/contract';
import { BRAND } from '@moneytrail/contract/brand';
import { IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { SUBSCRIPTION_SEARCH } from '../../lib/account-search.ts';
import { maySubscribe } from '../../lib/may-subscribe.ts';
import { paths } from '../../paths.ts';
import { PRESETS } from './conditions/presets.ts';
import classes from './LockedScreener.module.css';

/** Tells an account without the right to the summary about the screener, and how to get it. */
export function LockedScreener({ user }: { user: Account }) {
  const navigate = useNavigate();
  const subscribes = maySubscribe(user);
  const manage = () =>
    void navigate({ to: '.', search: (former) => ({ ...former, ...SUBSCRIPTION_SEARCH }) });
  return (
    <div className={classes.page} id="screener" tabIndex={-1}>
      <section className={classes.card} aria-labelledby="locked-screener">
        <IconLock size={40} stroke={1.5} aria-hidden="true" className={classes.lock} />
        <h2 id="locked-screener" className={classes.title}>
          The screener comes with the detailed summary
        </h2>
        <p>
          It searches every instrument of your account by its figures: levels and their distances,
          tightness, long/short, deployment, changes, volume, RSI and the newest marks, at one hour,
          four hours, a day and a week. Results change when a bar closes, while the page is open.
        </p>
        <ul className={classes.presets} aria-label="Ready screens">
          {PRESETS.map(({ name, about }) => (
            <li key={name}>
              <strong>{name}.</strong> {about}
            </li>
          ))}
        </ul>
        {subscribes ? (
          <div className={classes.actions}>
            <Button color="orange" onClick={manage}>
              Manage Your Subscriptions
            </Button>
            <a href={paths.plans}>Plans and prices</a>
          </div>
        ) : (
          <p>
            Your account does not include it. An administrator can add it: write to{' '}
            <a href={`mailto:${BRAND.contactAddress}`}>{BRAND.contactAddress}</a>.
          </p>
        )}
      </section>
    </div>
  );
}
