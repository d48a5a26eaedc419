import type { SymbolInfo } from '@moneytrail/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isWorthRetrying } from '../../../api/api-error.ts';
import { symbolQuery } from '../../../api/queries.ts';
import { useConnection } from '../../../api/use-connection.ts';
import { DEFAULT_CHART } from '../../../lib/chart-search.ts';
import type { UnreachedSymbol } from './chart-context.ts';
import { judgeSymbol } from './judge-symbol.ts';
import type { ChartRoute } from './use-chart-route.ts';

type ShownSymbol = {
  /** Undefined before the first, and where there is an error. */
  info: SymbolInfo | undefined;
  error: Error | null;
  unreached: UnreachedSymbol | null;
  retry: () => void;
};

/** Goes on asking for a symbol that was missed; whether it is there by now, or refused for good. */
function useIsAnswered(missed: string | null): boolean {
  const { data, error } = useQuery({ ...symbolQuery(missed ?? ''), enabled: missed !== null });
  if (missed === null) return false;
  return data !== undefined || (error !== null && !isWorthRetrying(error));
}

/**
 * The symbol of the address. One that is locked, or cannot be reached, leaves the one before on the screen; the address
 * goes back to that, or to the symbol that everybody may see, so that it never claims what is not shown. `onLocked` is
 * told of the locked one.
 */
export function useShownSymbol(
  { symbol: asked, setSymbol, restoreSymbol }: ChartRoute,
  onLocked: (symbol: string) => void,
): ShownSymbol {
  const isOnline = useConnection() === 'online';
  const [shown, setShown] = useState<{ asked: string; info: SymbolInfo } | null>(null);
  const [missed, setMissed] = useState<string | null>(null);
  /** The locked symbol of the address, once it is told, until the address has left it. */
  const [toldLocked, setToldLocked] = useState<string | null>(null);
  const query = useQuery({ ...symbolQuery(asked), placeholderData: keepPreviousData });
  const { data, error } = query;
  const isMissedAnswered = useIsAnswered(missed);
  const judged = judgeSymbol(query, { isOnline, hasFormer: shown !== null });
  const other = shown && shown.asked !== asked ? shown.asked : DEFAULT_CHART.symbol;
  const isLocked = judged === 'locked' && other !== asked;
  useEffect(() => {
    if (judged === 'there' && data && shown?.asked !== asked) {
      setShown({ asked, info: data });
      setMissed(null);
    } else if (toldLocked !== null && toldLocked !== asked) {
      setToldLocked(null);
    } else if (isLocked && toldLocked === null) {
      setToldLocked(asked);
      setMissed(null);
      onLocked(asked);
      restoreSymbol(other);
    } else if (judged === 'missed' && shown && shown.asked !== asked) {
      setMissed(asked);
      restoreSymbol(shown.asked);
    } else if (isMissedAnswered && missed !== null) {
      setMissed(null);
      setSymbol(missed);
    }
  });
  return {
    info: judged === 'missed' || isLocked ? shown?.info : data,
    error: judged === 'missed' || isLocked ? null : error,
    unreached: missed === null ? null : { symbol: missed, retry: () => setSymbol(missed) },
    retry: () => void query.refetch(),
  };
}
