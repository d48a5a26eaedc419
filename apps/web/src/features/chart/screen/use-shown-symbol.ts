import { SECOND_MS } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, isWorthRetrying } from '../../../api/api-error.ts';
import { symbolQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { useConnection } from '../../../api/use-connection.ts';
import { DEFAULT_CHART } from '../../../lib/chart-search.ts';
import type { AwaitedSymbol, UnreachedSymbol } from '../model/chart-context.ts';
import type { ChartRoute } from '../model/use-chart-route.ts';

/** Longest wait for a symbol. Below the 15 s of a request, whose end would tell a slow symbol as one out of reach. */
const TOO_SLOW_MS = 12 * SECOND_MS;

type ShownSymbol = {
  /** Undefined before the first symbol and after an error. */
  info: SymbolInfo | undefined;
  error: Error | null;
  unreached: UnreachedSymbol | null;
  /** The requested symbol while `info` is still the previous one. */
  awaited: AwaitedSymbol | null;
  retry: () => void;
};

/** Keeps requesting a missed symbol; true once it has come or was refused for good. */
function useIsAnswered(missed: string | null): boolean {
  const { data, error } = useQuery({ ...symbolQuery(missed ?? ''), enabled: missed !== null });
  if (missed === null) return false;
  return data !== undefined || (error !== null && !isWorthRetrying(error));
}

type Wait = { symbol: string; sinceMs: number; isTooLong: boolean };

/** The wait for a symbol; null without one, and in the first render of one. */
function useWait(awaited: string | null): Wait | null {
  const [wait, setWait] = useState<Wait | null>(null);
  useEffect(() => {
    if (awaited === null) return;
    const begun = { symbol: awaited, sinceMs: serverClock.now(), isTooLong: false };
    setWait(begun);
    const timer = window.setTimeout(() => setWait({ ...begun, isTooLong: true }), TOO_SLOW_MS);
    return () => {
      window.clearTimeout(timer);
      setWait(null);
    };
  }, [awaited]);
  return wait?.symbol === awaited ? wait : null;
}

/**
 * The symbol of the address. If it is locked, unreachable or too slow, the previous one stays on the screen and the
 * address returns to it, or to the symbol that everybody may see, so that address and chart agree. An unreachable
 * symbol is opened as soon as it comes; one that was too slow is not, as the person has moved on. `onLocked` is called
 * with a locked symbol.
 */
export function useShownSymbol(
  { symbol: asked, setSymbol, restoreSymbol }: ChartRoute,
  onLocked: (symbol: string) => void,
): ShownSymbol {
  const isOnline = useConnection() === 'online';
  const [shown, setShown] = useState<{ asked: string; info: SymbolInfo } | null>(null);
  const [missed, setMissed] = useState<string | null>(null);
  const [wasSlow, setWasSlow] = useState(false);
  /** The locked symbol that was reported, until the address has left it. */
  const [reportedLocked, setReportedLocked] = useState<string | null>(null);
  const query = useQuery({ ...symbolQuery(asked), placeholderData: keepPreviousData });
  const { data, error } = query;
  const isMissedAnswered = useIsAnswered(wasSlow ? null : missed);
  const wait = useWait(query.isPlaceholderData ? asked : null);
  const isSlow = wait?.isTooLong ?? false;
  const outcome = symbolOutcome(query, { isOnline, isSlow, hasPrevious: shown !== null });
  const other = shown && shown.asked !== asked ? shown.asked : DEFAULT_CHART.symbol;
  const isLocked = outcome === 'locked' && other !== asked;
  // In the render and not in an effect: the page around the chart is rendered once then, and not twice.
  if (outcome === 'there' && data && shown?.asked !== asked) {
    setShown({ asked, info: data });
    setMissed(null);
  }
  useEffect(() => {
    if (reportedLocked !== null && reportedLocked !== asked) {
      setReportedLocked(null);
    } else if (isLocked && reportedLocked === null) {
      setReportedLocked(asked);
      setMissed(null);
      onLocked(asked);
      restoreSymbol(other);
    } else if (outcome === 'missed' && shown && shown.asked !== asked) {
      setMissed(asked);
      setWasSlow(isOnline && isSlow);
      restoreSymbol(shown.asked);
    } else if (isMissedAnswered && missed !== null) {
      setMissed(null);
      setSymbol(missed);
    }
  });
  const isAwaited = outcome === 'open' && query.isPlaceholderData;
  return {
    info: outcome === 'missed' || isLocked ? shown?.info : data,
    error: outcome === 'missed' || isLocked ? null : error,
    awaited: isAwaited ? { symbol: asked, sinceMs: wait?.sinceMs ?? null } : null,
    unreached: missed === null ? null : { symbol: missed, wasSlow, retry: () => setSymbol(missed) },
    retry: () => void query.refetch(),
  };
}

type SymbolAnswer = {
  /** The previous symbol while `isPlaceholderData`. */
  data: SymbolInfo | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
};

/**
 * The state of a requested symbol: `there` is shown; for `locked` and `missed`, which is unreachable or too slow, the
 * previous one stays; `open` is pending, refused, or failed without a previous one. A symbol that was read stays `there`
 * if reading it again fails, unless it is locked by now.
 */
export function symbolOutcome(
  { data, error, isPlaceholderData }: SymbolAnswer,
  { isOnline, isSlow, hasPrevious }: { isOnline: boolean; isSlow: boolean; hasPrevious: boolean },
): 'there' | 'locked' | 'missed' | 'open' {
  if (error instanceof ApiError && error.code === 'SOURCE_LOCKED') return 'locked';
  if (data !== undefined && !isPlaceholderData) return 'there';
  const isFailing = isPlaceholderData
    ? !isOnline || isSlow
    : error !== null && isWorthRetrying(error);
  return hasPrevious && isFailing ? 'missed' : 'open';
}
