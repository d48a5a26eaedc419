import type { ChartComparison, ComparedInstrument, ComparedReading } from '@moneytrail/chart';
import { COMPARED_LINE } from '@moneytrail/chart/model';
import type { QueryClient } from '@tanstack/react-query';
import { symbolQuery } from '../../../api/queries.ts';
import { decimalsOf, directionOf, formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import type { Run } from '../exports/picture-words.ts';
import { SIMULATED } from '../model/messages.ts';

function infoOf(queryClient: QueryClient, symbol: string) {
  return queryClient.getQueryData(symbolQuery(symbol).queryKey);
}

/** The closes of the compared instruments, one CSV column each, with a value for each bar of the chart. */
export function comparedColumns(
  compared: ReturnType<ChartComparison['closes']>,
  queryClient: QueryClient,
): { head: string; values: Float64Array }[] {
  return compared.map(({ symbol, closes }) => {
    const note = infoOf(queryClient, symbol)?.simulated ? ` (${SIMULATED})` : '';
    return { head: `close of ${symbol}${note}`, values: closes };
  });
}

/** The visible compared instruments, one row of the picture each: sample, name, price and percentage. */
export function comparedRows(
  compared: { of: readonly ComparedInstrument[]; read: readonly ComparedReading[] },
  queryClient: QueryClient,
): Run[][] {
  const shown = compared.of.filter(({ isVisible }) => isVisible);
  return shown.flatMap(({ symbol, colour }) => {
    const reading = compared.read.find((one) => one.symbol === symbol);
    const info = infoOf(queryClient, symbol);
    if (!info || !reading || reading.close === null) return [];
    const direction = directionOf(reading.percent);
    const row: Run[] = [
      { text: info.name, colour: 'text', isStrong: true, line: { colour, line: COMPARED_LINE } },
      { text: info.exchange, colour: 'text-dim' },
      ...(info.simulated ? [{ text: SIMULATED, colour: 'warning-text' } as const] : []),
      { text: formatPrice(reading.close, decimalsOf(info.pricescale)), colour: 'text' },
      {
        text: formatSignedPercent(reading.percent),
        colour: direction === 'none' ? 'text' : `${direction}-text`,
      },
    ];
    return [row];
  });
}
