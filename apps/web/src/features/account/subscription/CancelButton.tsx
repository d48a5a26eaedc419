import { Button } from '@mantine/core';
import type { Subscription } from '@moneytrail/contract';
import { useState } from 'react';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import { CancelDialog } from './CancelDialog.tsx';
import classes from './SubscriptionTab.module.css';

type Props = { subscription: Subscription };

/** The first click of the two that cancel a subscription. */
export function CancelButton({ subscription }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" className={classes.cancel ?? ''} onClick={() => setAsking(true)}>
        {SUBSCRIPTION_TEXTS.cancel}
      </Button>
      {isAsking && <CancelDialog subscription={subscription} onClose={() => setAsking(false)} />}
    </>
  );
}
