import { useMediaQuery } from '@mantine/hooks';
import type { ComparedInstrument, LoadState } from '@moneytrail/chart';
import { COMPARED_LINE } from '@moneytrail/chart/model';
import { parseSymbol, type SymbolInfo } from '@moneytrail/contract';
import { IconEye, IconEyeOff, IconLock, IconRefresh, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { symbolQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { useConnection } from '../../../api/use-connection.ts';
import { decimalsOf, directionOf, formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import { sourceName } from '../../../lib/source-name.ts';
import { shownCode } from '../../../lib/ticker-code.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { Chip } from '../../../ui/Chip.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { retryLoads } from '../controller/retry-loads.ts';
import legend from '../legend/Legend.module.css';
import { useChartScreen } from '../model/chart-context.ts';
import { SIMULATED } from '../model/messages.ts';
import { useChartRoute } from '../model/use-chart-route.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import { LineSample } from '../studies/LineSample.tsx';
import classes from './ComparedRows.module.css';
import {
  isDrawn,
  isSourceLocked,
  loadOf,
  toggledCompared,
  withoutCompared,
} from './compared-instruments.ts';

type Props = { controller: ChartController };

/** The compared instruments, one legend line each. */
export function ComparedRows({ controller }: Props) {
  return useValue(controller.compared).map((instrument) => (
    <ComparedRow key={instrument.symbol} instrument={instrument} controller={controller} />
  ));
}

/**
 * One instrument: sample, name, price and percentage; eye and remove on hover or focus, or after a press on the name if
 * the device has no hover.
 */
function ComparedRow({ controller, instrument }: Props & { instrument: ComparedInstrument }) {
  const { symbol, colour, isVisible } = instrument;
  const { data: info } = useQuery(symbolQuery(symbol));
  const [isOpen, setOpen] = useState(false);
  const load = useValue({
    get: () => loadOf(controller, symbol),
    subscribe: controller.comparedReadings.subscribe,
  });
  useComparedRights(controller, symbol, load);
  useRetryCompared(controller, symbol);
  const name = info?.name ?? shownCode(symbol);
  return (
    <fieldset
      className={`${legend.study} ${classes.row}`}
      aria-label={`Compared: ${name}`}
      data-compared={symbol}
      data-hidden={!isVisible || undefined}
      data-open={isOpen || undefined}
    >
      <LineSample output={{ colour, line: COMPARED_LINE }} />
      <RowName name={name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {info && (
        <span className={`${legend.inputs} ${classes.exchange}`}>{sourceName(info.exchange)}</span>
      )}
      {isVisible && load.kind === 'failed' && (
        <ComparedFailure controller={controller} symbol={symbol} load={load} />
      )}
      {isVisible && load.kind !== 'failed' && (
        <ComparedValues controller={controller} symbol={symbol} info={info} />
      )}
      {info?.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
      <RowActions controller={controller} instrument={instrument} name={name} />
    </fieldset>
  );
}

type NameProps = { name: string; isOpen: boolean; onToggle: () => void };

function RowName({ name, isOpen, onToggle }: NameProps) {
  const hovers = useMediaQuery('(hover: hover)', undefined, { getInitialValueInEffect: false });
  if (hovers) return <span className={`${legend.name} ${classes.name}`}>{name}</span>;
  return (
    <button
      type="button"
      className={`${legend.name} ${classes.name}`}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {name}
    </button>
  );
}

type ActionProps = Props & { instrument: ComparedInstrument; name: string };

function RowActions({ controller, instrument, name }: ActionProps) {
  const { symbol, isVisible } = instrument;
  const { comparison } = controller.engine;
  const Eye = isVisible ? IconEye : IconEyeOff;
  return (
    <span className={legend.actions}>
      <button
        type="button"
        className={legend.action}
        aria-label={`${isVisible ? 'Hide' : 'Show'} ${name}`}
        onClick={() => comparison.set(toggledCompared(comparison.all(), symbol))}
      >
        <Eye size={16} stroke={1.75} />
      </button>
      <button
        type="button"
        className={legend.action}
        aria-label={`Remove ${name}`}
        onClick={() => comparison.set(withoutCompared(comparison.all(), symbol))}
      >
        <IconX size={16} stroke={1.75} />
      </button>
    </span>
  );
}

type ValuesProps = { controller: ChartController; symbol: string; info: SymbolInfo | undefined };

const NO_CLOSE = 'no close is known at this bar';
const NO_BASE = 'a percentage counts from a price above zero at the first bar in view';

/** Price and percentage at the crosshair, else at the newest bar. */
function ComparedValues({ controller, symbol, info }: ValuesProps) {
  const { comparedReadings } = controller;
  const readingOf = (all: ReturnType<typeof comparedReadings.get>) =>
    all.find((one) => one.symbol === symbol);
  const close = useSelected(comparedReadings, (all) => readingOf(all)?.close ?? null);
  const percent = useSelected(comparedReadings, (all) => readingOf(all)?.percent ?? null);
  const hasNoBase = useSelected(comparedReadings, (all) => readingOf(all)?.hasNoBase ?? false);
  const isLoading = useSelected(comparedReadings, (all) => {
    const load = readingOf(all)?.load;
    return load === undefined || (load.kind === 'first' && !load.hasBars);
  });
  if (!info || isLoading) return <span className={legend.inputs}>loading…</span>;
  return (
    <span className={legend.ohlc}>
      <ValueOrReason value={close} why={NO_CLOSE}>
        {formatPrice(close, decimalsOf(info.pricescale))}
      </ValueOrReason>
      <span className={legend.change} data-direction={directionOf(percent)}>
        <ValueOrReason value={percent} why={hasNoBase ? NO_BASE : NO_CLOSE}>
          {formatSignedPercent(percent)}
        </ValueOrReason>
      </span>
    </span>
  );
}

type FailureProps = {
  controller: ChartController;
  symbol: string;
  load: Extract<LoadState, { kind: 'failed' }>;
};

function ComparedFailure({ controller, symbol, load }: FailureProps) {
  const { refuse } = useChartScreen();
  const { comparison } = controller.engine;
  if (isSourceLocked(load.cause)) {
    const parsed = parseSymbol(symbol);
    const { exchange = 'FMP', code = symbol } = parsed.ok ? parsed.symbol : {};
    return (
      <button
        type="button"
        className={classes.help}
        onClick={() => refuse({ exchange, code, retry: () => comparison.reopen(symbol) })}
      >
        <IconLock size={14} stroke={1.75} aria-hidden="true" /> Locked
      </button>
    );
  }
  const text = load.part === 'older' ? 'older bars are missing' : 'could not be loaded';
  return (
    <>
      <span className={legend.problem} title={load.message}>
        {text}
      </span>
      <button type="button" className={classes.help} onClick={() => comparison.retry(symbol)}>
        <IconRefresh size={14} stroke={1.75} aria-hidden="true" /> Retry
      </button>
    </>
  );
}

/**
 * Follows the viewer's rights: an instrument that gets locked is removed from the chart, and drawn again once it is
 * unlocked. On a shared chart, instruments that the viewer may not see are dropped.
 */
function useComparedRights(controller: ChartController, symbol: string, load: LoadState): void {
  const { data, error, isFetching } = useQuery(symbolQuery(symbol));
  const { shared } = useChartRoute();
  const { comparison } = controller.engine;
  const isRefused = isSourceLocked(error);
  const isLocked = load.kind === 'failed' && isSourceLocked(load.cause);
  const isFree = data !== undefined && !isRefused && !isFetching;
  const isToReopen = (isRefused && isDrawn(load)) || (isFree && isLocked);
  const isToLeave = isLocked && shared !== undefined;
  const reopen = useEffectEvent(() => comparison.reopen(symbol));
  const leave = useEffectEvent(() =>
    comparison.replaceAll(withoutCompared(comparison.all(), symbol)),
  );
  useEffect(() => {
    if (isToLeave) leave();
    else if (isToReopen) reopen();
  }, [isToLeave, isToReopen]);
}

/** Retries failed loads of a compared instrument, at once when the network is back. */
function useRetryCompared(controller: ChartController, symbol: string): void {
  const isOnline = useConnection() === 'online';
  useEffect(() => {
    const load = createValueStore(loadOf(controller, symbol));
    const stop = controller.comparedReadings.subscribe(() => load.set(loadOf(controller, symbol)));
    const retrying = retryLoads({
      clock: serverClock,
      random: Math.random,
      load,
      retry: () => controller.engine.comparison.retry(symbol),
    });
    if (isOnline) retrying.retryNow();
    return () => {
      stop();
      retrying.end();
    };
  }, [controller, symbol, isOnline]);
}
