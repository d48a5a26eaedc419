import { Button, Skeleton } from '@mantine/core';
import { SECOND_MS } from '@moneytrail/calendar';
import type { Mark, PriceSignal, SignalInstrument, SymbolInfo } from '@moneytrail/contract';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { exchangesQuery, symbolQuery } from '../../api/queries.ts';
import { systemClock } from '../../lib/clock.ts';
import { decimalsOf, formatPrice, formatSignedPercent } from '../../lib/format.ts';
import { formatDate } from '../../lib/format-time.ts';
import { distancePercent, isBroken, LEVELS, levelLook } from '../../lib/levels.ts';
import { paths } from '../../paths.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { analysisText } from './analysis-text.ts';
import { recordPoints } from './record-points.ts';
import classes from './SignalCard.module.css';
import { signalQuery } from './signal-queries.ts';
import { noChartText, noSignalText, SIGNAL_TEXTS, stillLoadingText } from './texts.ts';

/** Daily bars with levels and marks. */
export type SignalChart = ComponentType<{
  info: SymbolInfo;
  marks: readonly Mark[] | null;
  isExchangeOffline: boolean;
}>;

type Props = { instrument: SignalInstrument; Chart: SignalChart; onUnlock: () => void };

/** An instrument the list said is unlocked; locked if that has changed since. */
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

type LockedCardProps = { instrument: SignalInstrument; onUnlock: () => void };

/** A locked instrument: its title and the way to unlock it. */
export function LockedCard({ instrument, onUnlock }: LockedCardProps) {
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

type CardHeadProps = {
  id: string;
  instrument: SignalInstrument;
  /** Known facts about its bars; null if there are none. */
  detail: string | null;
  /** Right-aligned. */
  children?: ReactNode;
};

function CardHead({ id, instrument, detail, children }: CardHeadProps) {
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

type SideChipProps = { signal: Pick<PriceSignal, 'side' | 'lastMark'> };

/** The current mark's side and strength. */
function SideChip({ signal: { side, lastMark } }: SideChipProps) {
  if (side === 'none') return <Chip kind="neutral">{SIGNAL_TEXTS.noMark}</Chip>;
  const strength = lastMark?.strong ? ' · strong' : '';
  return side === 'buy' ? (
    <Chip kind="success">▲ BUY{strength}</Chip>
  ) : (
    <Chip kind="error">▼ SELL{strength}</Chip>
  );
}

/** The four levels of the last closed bar with their line styles and distances from the close. */
function LevelsTable({ signal }: { signal: PriceSignal }) {
  const close = signal.currentPrice ?? Number.NaN;
  return (
    <table className={classes.levels}>
      <thead>
        <tr>
          <th scope="col">{SIGNAL_TEXTS.level}</th>
          <th scope="col">{SIGNAL_TEXTS.levelPrice}</th>
          <th scope="col">{SIGNAL_TEXTS.fromClose}</th>
        </tr>
      </thead>
      <tbody>
        {LEVELS.map((level) => {
          const look = levelLook(level);
          const price = signal[level.key] ?? Number.NaN;
          const distance = distancePercent(price, close);
          const style = {
            borderTopColor: `var(--mt-line-${look?.colour})`,
            borderTopStyle: look?.line.dash,
          };
          return (
            <tr key={level.key}>
              <th scope="row">
                <span aria-hidden="true" className={classes.line} style={style} />
                {look?.label}
              </th>
              <td>{formatPrice(price, decimalsOf(signal.priceScale))}</td>
              <td>
                {formatSignedPercent(distance)}
                {isBroken(level.key, price, close) && (
                  <span className={classes.broken}>broken</span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const LONG_MS = 4 * SECOND_MS;

/** Placeholder while the signal is computed; after 4 s it says so. */
export function CardPending({ source }: { source: string }) {
  const [startedMs] = useState(systemClock.now);
  const isLong = useNow(systemClock.now) - startedMs > LONG_MS;
  return (
    <div className={classes.pending}>
      {isLong && <p role="status">{stillLoadingText(source)}</p>}
      <Skeleton height={76} />
      <Skeleton height={120} />
      <Skeleton height={220} />
    </div>
  );
}

type FailedLineProps = {
  text: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
};

/** Shows the error in place, beside any data read before. */
export function FailedLine({ text, query: { error, isFetching, refetch } }: FailedLineProps) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={classes.failed} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
      <p>
        {text} {error?.message}
        {requestId !== null && <span className={classes.request}>Request {requestId}</span>}
      </p>
      <ActionButton size="xs" variant="default" isBusy={isFetching} onClick={() => void refetch()}>
        {SIGNAL_TEXTS.retry}
      </ActionButton>
    </div>
  );
}
