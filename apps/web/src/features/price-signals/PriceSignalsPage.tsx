import type { SignalInstrument } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '../../stores/use-page-title.ts';
import { HowToRead } from '../../ui/HowToRead.tsx';
import classes from './PriceSignalsPage.module.css';
import cardClasses from './SignalCard.module.css';
import {
  CardPending,
  FailedLine,
  LockedCard,
  SignalCard,
  type SignalChart,
} from './SignalCard.tsx';
import { signalListQuery } from './signal-queries.ts';
import { MEANINGS, SIGNAL_TEXTS } from './texts.ts';

const PLACES = ['first', 'second', 'third'] as const;

type Props = {
  Chart: SignalChart;
  /** The unlock button of a locked instrument was pressed. */
  onUnlock: (instrument: SignalInstrument) => void;
};

/** Three instruments with their current signal and the record of past ones. */
export function PriceSignalsPage({ Chart, onUnlock }: Props) {
  usePageTitle('Price Signals');
  const query = useQuery(signalListQuery);
  const { data: instruments } = query;
  return (
    <div id="signals" className={classes.page} tabIndex={-1}>
      {query.isError && <FailedLine text={SIGNAL_TEXTS.noList} query={query} />}
      {instruments?.length === 0 && <p>{SIGNAL_TEXTS.noInstruments}</p>}
      <div className={classes.cards}>
        {query.isPending &&
          PLACES.map((place) => (
            <div key={place} className={cardClasses.card}>
              <CardPending source="the server" />
            </div>
          ))}
        {instruments?.map((instrument) => {
          const given = { instrument, onUnlock: () => onUnlock(instrument) };
          return instrument.locked ? (
            <LockedCard key={instrument.symbol} {...given} />
          ) : (
            <SignalCard key={instrument.symbol} {...given} Chart={Chart} />
          );
        })}
      </div>
      {instruments && instruments.length > 0 && <HowToRead meanings={MEANINGS} />}
    </div>
  );
}
