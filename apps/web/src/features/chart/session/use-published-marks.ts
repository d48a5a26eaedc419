import { historyWindowMs, type Resolution } from '@moneytrail/calendar';
import type { PublishedMark } from '@moneytrail/chart';
import type { Mark, SymbolInfo } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type BarsAddress, marksQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { useValue } from '../../../lib/use-value.ts';
import { haveDefaultSignals, usePreferences } from '../preferences/preferences.ts';
import type { ChartSession } from './chart-session.ts';

const DAY_MS = 86_400_000;

function published({ id, time, price, side, strong, text, notes }: Mark): PublishedMark {
  return { id, time, price, side, strong, text, notes };
}

/** The loaded bars in whole windows, so that scrolling back asks seldom. */
function spanOf(firstBarMs: number, resolution: Resolution): { fromTs: number; toTs: number } {
  const windowMs = historyWindowMs(resolution);
  const fromMs = Math.floor(firstBarMs / windowMs) * windowMs;
  const endMs = Math.ceil(serverClock.now() / DAY_MS) * DAY_MS + DAY_MS;
  return { fromTs: fromMs / 1_000, toTs: endMs / 1_000 };
}

function hasAddress(queryKey: readonly unknown[], address: BarsAddress): boolean {
  const [, query] = queryKey;
  const asked: Partial<BarsAddress> = typeof query === 'object' && query !== null ? query : {};
  return (
    asked.e === address.e && asked.fsym === address.fsym && asked.resolution === address.resolution
  );
}

/** Shows the published marks where the chart's inputs are those they were made with, else its own. */
export function usePublishedMarks(
  session: ChartSession,
  info: SymbolInfo,
  resolution: Resolution,
): void {
  const { inputs } = usePreferences();
  const isPublished = haveDefaultSignals(inputs);
  const firstBarMs = useValue(session.firstBarMs);
  const address = { e: info.exchange, fsym: info.name, resolution };
  const { data } = useQuery({
    ...marksQuery({ ...address, ...spanOf(firstBarMs ?? 0, resolution) }),
    enabled: isPublished && firstBarMs !== null,
    // A longer span of the same chart: its newer marks stay until the answer.
    placeholderData: (former, query) =>
      query && hasAddress(query.queryKey, address) ? former : undefined,
  });
  useEffect(() => {
    session.engine.setPublishedMarks(isPublished && data ? data.marks.map(published) : null);
  }, [session, isPublished, data]);
}
