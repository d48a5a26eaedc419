import { Button } from '@mantine/core';
import type { SignalInstrument } from '@moneytrail/contract';
import { IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import { CardHead } from './CardHead.tsx';
import classes from './SignalCard.module.css';
import { SIGNAL_TEXTS } from './texts.ts';

type Props = { instrument: SignalInstrument; onUnlock: () => void };

/** An instrument that the person may not see: its title, and the way to it. */
export function LockedCard({ instrument, onUnlock }: Props) {
  const titleId = useId();
  return (
    <article className={classes.card} data-locked aria-labelledby={titleId}>
      <CardHead id={titleId} instrument={instrument} detail={null} />
      <div className={classes.lockedBody}>
        <IconLock size={40} stroke={1.5} aria-hidden="true" className={classes.lock} />
        <p>{SIGNAL_TEXTS.locked}</p>
        <Button variant="default" onClick={onUnlock}>
          {SIGNAL_TEXTS.unlock}
        </Button>
      </div>
    </article>
  );
}
