import { Button, Loader } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { SUBSCRIPTION_TEXTS } from '../texts.ts';
import classes from './SubscriptionTab.module.css';

type Props = {
  /** The buyer has just come back, and the provider is being asked. */
  isConfirming?: boolean;
  /** What else can be done, for who never paid. */
  children?: ReactNode;
};

/** A payment that its provider has not decided yet. */
export function Processing({ isConfirming, children }: Props) {
  const [isOtherShown, setOtherShown] = useState(false);
  return (
    <>
      <div className={classes.notice} role="status">
        {isConfirming ? (
          <Loader size={24} aria-hidden="true" />
        ) : (
          <IconHourglass size={24} stroke={1.75} aria-hidden="true" className={classes.icon} />
        )}
        <div>
          <p>{isConfirming ? 'Confirming your payment…' : SUBSCRIPTION_TEXTS.processing}</p>
          {!isConfirming && (
            <p className={classes.dim}>This page looks again by itself every few seconds.</p>
          )}
        </div>
      </div>
      {children && !isOtherShown && (
        <div className={classes.aside}>
          <span className={classes.dim}>The payment did not go through, or you stopped it?</span>
          <Button variant="default" onClick={() => setOtherShown(true)}>
            Choose a plan again
          </Button>
        </div>
      )}
      {isOtherShown && children}
    </>
  );
}
