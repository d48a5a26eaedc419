import type { SignalInstrument } from '@moneytrail/contract';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/Chip.tsx';
import classes from './SignalCard.module.css';
import { SIGNAL_TEXTS } from './texts.ts';

type Props = {
  id: string;
  instrument: SignalInstrument;
  /** What is known of its bars; null for nothing. */
  detail: string | null;
  /** At the right end. */
  children?: ReactNode;
};

/** What the card is of. */
export function CardHead({ id, instrument, detail, children }: Props) {
  const { symbol, description, simulated } = instrument;
  return (
    <header className={classes.head}>
      <div className={classes.names}>
        <h2 id={id} className={classes.title}>
          {description}
        </h2>
        <p className={classes.detail}>
          <span>{symbol}</span>
          {simulated && <Chip kind="warning">{SIGNAL_TEXTS.simulated}</Chip>}
        </p>
        {detail !== null && <p className={classes.detail}>{detail}</p>}
      </div>
      {children}
    </header>
  );
}
