import type { SymbolInfo } from '@moneytrail/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { symbolQuery } from '../../../api/queries.ts';
import { useConnection } from '../../../api/use-connection.ts';
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

/**
 * The symbol of the address. One that cannot be reached leaves the one before on the screen; the address goes back to
 * that, so that it never claims what is not shown.
 */
export function useShownSymbol({
  symbol: asked,
  setSymbol,
  restoreSymbol,
}: ChartRoute): ShownSymbol {
  const isOnline = useConnection() === 'online';
  const [shown, setShown] = useState<{ asked: string; info: SymbolInfo } | null>(null);
  const [missed, setMissed] = useState<string | null>(null);
  const query = useQuery({ ...symbolQuery(asked), placeholderData: keepPreviousData });
  const { data, error } = query;
  const judged = judgeSymbol(query, { isOnline, hasFormer: shown !== null });
  useEffect(() => {
    if (judged === 'there' && data && shown?.asked !== asked) {
      setShown({ asked, info: data });
      setMissed(null);
    } else if (judged === 'missed' && shown && shown.asked !== asked) {
      setMissed(asked);
      restoreSymbol(shown.asked);
    }
  });
  return {
    info: judged === 'missed' ? shown?.info : data,
    error: judged === 'open' ? error : null,
    unreached: missed === null ? null : { symbol: missed, retry: () => setSymbol(missed) },
    retry: () => void query.refetch(),
  };
}
