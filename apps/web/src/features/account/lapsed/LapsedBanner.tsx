import { BRAND } from '@moneytrail/contract';
import { IconCreditCardOff, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUserQuery } from '../../../api/queries.ts';
import { SUBSCRIPTION_SEARCH } from '../../../lib/account-search.ts';
import { Banner } from '../../../ui/Banner.tsx';
import classes from './LapsedBanner.module.css';
import { dismissedLapse, untoldLapse } from './untold-lapse.ts';

/** Warns on every page of a missing payment until it arrives or the message is dismissed. */
export function LapsedBanner() {
  const { data: user } = useQuery(currentUserQuery);
  const [read, setRead] = useState<string | null>(null);
  const lapsed = user ? untoldLapse(user) : null;
  if (!lapsed || read === lapsed.told) return null;
  const dismiss = () => {
    dismissedLapse.write(lapsed.told);
    setRead(lapsed.told);
  };
  return (
    <div className={classes.lapsed}>
      <Banner kind="warning" icon={<IconCreditCardOff size={20} stroke={1.75} />}>
        <span className={classes.line}>
          <span>
            {lapsed.text} <LapseLink leadsTo={lapsed.leadsTo} />
          </span>
          <button
            type="button"
            className={classes.close}
            aria-label="Dismiss the message about your payment"
            onClick={dismiss}
          >
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </span>
      </Banner>
    </div>
  );
}

function LapseLink({ leadsTo }: { leadsTo: 'tab' | 'support' }) {
  if (leadsTo === 'support') {
    return <a href={`mailto:${BRAND.contactAddress}`}>Contact {BRAND.contactAddress}</a>;
  }
  return (
    <Link to="." search={(former) => ({ ...former, ...SUBSCRIPTION_SEARCH })}>
      See your subscription
    </Link>
  );
}
