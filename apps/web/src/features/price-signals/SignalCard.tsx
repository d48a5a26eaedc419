import { Skeleton } from '@mantine/core';
import type { Mark, PriceSignal, SignalInstrument, SymbolInfo } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, useId } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { exchangesQuery, symbolQuery } from '../../api/queries.ts';
import { formatDate } from '../../lib/format-time.ts';
import { paths } from '../../paths.ts';
import { analysisText } from './analysis-text.ts';
import { CardHead } from './CardHead.tsx';
import { CardPending } from './CardPending.tsx';
import { FailedLine } from './FailedLine.tsx';
import { LevelsTable } from './LevelsTable.tsx';
import { LockedCard } from './LockedCard.tsx';
import { recordPoints } from './record-points.ts';
import { SideChip } from './SideChip.tsx';
import classes from './SignalCard.module.css';
import { signalQuery } from './signal-queries.ts';
import { noChartText, noSignalText, SIGNAL_TEXTS } from './texts.ts';

/** The chart of a card: daily bars with levels and marks. */
export type SignalChart = ComponentType<{
  info: SymbolInfo;
  marks: readonly Mark[] | null;
  isExchangeOffline: boolean;
}>;

type Props = { instrument: SignalInstrument; Chart: SignalChart; onUnlock: () => void };

/** The signal of one instrument that the person may see, as the list said; where that has changed meanwhile, locked. */
export function SignalCard({ instrument, Chart, onUnlock }: Props) {
  const titleId = useId();
  const { symbol, exchange } = instrument;
  const query = useQuery(signalQuery(symbol));
  const { data: signal, error } = query;
  if (error instanceof ApiError && error.code === 'SOURCE_LOCKED') {
    return <LockedCard instrument={instrument} onUnlock={onUnlock} />;
  }
  const time = signal?.time ?? null;
  const detail = time === null ? 'Daily bars' : `Daily bars to ${formatDate(time)}`;
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <CardHead id={titleId} instrument={instrument} detail={detail}>
        {signal && <SideChip signal={signal} />}
      </CardHead>
      <ChartPlace instrument={instrument} Chart={Chart} marks={signal?.marks ?? null} />
      {error && <FailedLine text={noSignalText(exchange)} query={query} />}
      {query.isPending && <CardPending source={exchange} />}
      {signal && <SignalText signal={signal} />}
    </article>
  );
}

type PlaceProps = Pick<Props, 'instrument' | 'Chart'> & { marks: readonly Mark[] | null };

function ChartPlace({ instrument: { symbol, exchange }, Chart, marks }: PlaceProps) {
  const query = useQuery(symbolQuery(symbol));
  const { data: exchanges } = useQuery(exchangesQuery);
  const isExchangeOffline = exchanges?.[exchange]?.isOffline ?? false;
  return (
    <div className={classes.chart}>
      {query.data && (
        <Chart info={query.data} marks={marks} isExchangeOffline={isExchangeOffline} />
      )}
      {query.isPending && <Skeleton height="100%" radius={0} />}
      {query.isError && !query.data && <FailedLine text={noChartText(exchange)} query={query} />}
    </div>
  );
}

function SignalText({ signal }: { signal: PriceSignal }) {
  return (
    <>
      <LevelsTable signal={signal} />
      <section className={classes.part}>
        <h3>{SIGNAL_TEXTS.analysis}</h3>
        <p>{analysisText(signal)}</p>
      </section>
      <section className={classes.part}>
        <h3>{SIGNAL_TEXTS.points}</h3>
        <ul className={classes.points}>
          {recordPoints(signal).map(({ key, head, text }) => (
            <li key={key} data-point={key}>
              <strong>{head}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </section>
      {signal.warning !== undefined && <p className={classes.warning}>{signal.warning}</p>}
      <footer className={classes.foot}>
        <p>{SIGNAL_TEXTS.note}</p>
        <Link to={paths.liveChart} search={{ symbol: signal.symbol, resolution: '1D' }}>
          {SIGNAL_TEXTS.openChart}
        </Link>
      </footer>
    </>
  );
}
