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

/** A symbol that takes longer to read is not waited for. */
const TOO_SLOW_MS = 15 * SECOND_MS;

type ShownSymbol = {
  /** Undefined before the first, and where there is an error. */
  info: SymbolInfo | undefined;
  error: Error | null;
  unreached: UnreachedSymbol | null;
  /** What is waited for while `info` is of the symbol before. */
  awaited: AwaitedSymbol | null;
  retry: () => void;
};

/** Goes on asking for a symbol that was missed; whether it is there by now, or refused for good. */
function useIsAnswered(missed: string | null): boolean {
  const { data, error } = useQuery({ ...symbolQuery(missed ?? ''), enabled: missed !== null });
  if (missed === null) return false;
  return data !== undefined || (error !== null && !isWorthRetrying(error));
}

type Wait = { symbol: string; sinceMs: number; isTooLong: boolean };

/** How long a symbol has been waited for; null where none is, and before the first moment has passed. */
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
 * The symbol of the address. One that is locked, cannot be reached or is too slow leaves the one before on the screen; the
 * address goes back to that, or to the symbol that everybody may see, so that it never claims for long what is not
 * shown. One that could not be reached comes later by itself; one that was too slow does not, as its asker has gone on.
 * `onLocked` is told of the locked one.
 */
export function useShownSymbol(
  { symbol: asked, setSymbol, restoreSymbol }: ChartRoute,
  onLocked: (symbol: string) => void,
): ShownSymbol {
  const isOnline = useConnection() === 'online';
  const [shown, setShown] = useState<{ asked: string; info: SymbolInfo } | null>(null);
  const [missed, setMissed] = useState<string | null>(null);
  const [wasSlow, setWasSlow] = useState(false);
  /** The locked symbol of the address, once it is told, until the address has left it. */
  const [toldLocked, setToldLocked] = useState<string | null>(null);
  const query = useQuery({ ...symbolQuery(asked), placeholderData: keepPreviousData });
  const { data, error } = query;
  const isMissedAnswered = useIsAnswered(wasSlow ? null : missed);
  const wait = useWait(query.isPlaceholderData ? asked : null);
  const isSlow = wait?.isTooLong ?? false;
  const outcome = symbolOutcome(query, { isOnline, isSlow, hasFormer: shown !== null });
  const other = shown && shown.asked !== asked ? shown.asked : DEFAULT_CHART.symbol;
  const isLocked = outcome === 'locked' && other !== asked;
  useEffect(() => {
    if (outcome === 'there' && data && shown?.asked !== asked) {
      setShown({ asked, info: data });
      setMissed(null);
    } else if (toldLocked !== null && toldLocked !== asked) {
      setToldLocked(null);
    } else if (isLocked && toldLocked === null) {
      setToldLocked(asked);
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
  /** Of the symbol before while `isPlaceholderData`. */
  data: SymbolInfo | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
};

/**
 * What to do about a symbol that was asked for: show it; keep the one before, as it is locked, cannot be reached or is too
 * slow; or wait, or say why there is none. A symbol that is there stays, whatever became of reading it again, unless it is
 * locked by now.
 */
export function symbolOutcome(
  { data, error, isPlaceholderData }: SymbolAnswer,
  { isOnline, isSlow, hasFormer }: { isOnline: boolean; isSlow: boolean; hasFormer: boolean },
): 'there' | 'locked' | 'missed' | 'open' {
  if (error instanceof ApiError && error.code === 'SOURCE_LOCKED') return 'locked';
  if (data !== undefined && !isPlaceholderData) return 'there';
  const isFailing = isPlaceholderData
    ? !isOnline || isSlow
    : error !== null && isWorthRetrying(error);
  return hasFormer && isFailing ? 'missed' : 'open';
}
