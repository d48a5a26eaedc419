import type { QueryClient } from '@tanstack/react-query';
import { newestMarksOf } from '../../../api/queries.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { keptBarsIn } from '../history/kept-bars.ts';
import { presentPreferences } from '../preferences/preferences.ts';
import { neededBars } from '../preferences/studies-on-chart.ts';
import { type ChartController, chartKey, type OpenedChart } from './chart-controller.ts';
import { openInstrument } from './open-instrument.ts';

/** Opens an instrument in a chart of the page; what depends on closed bars is read again where one closes. */
export function openOnPage(
  controller: ChartController,
  queryClient: QueryClient,
  { info, resolution }: OpenedChart,
): void {
  const address = { e: info.exchange, fsym: info.name, resolution };
  const chart = chartKey(info.ticker, resolution);
  controller.openedAs(chart);
  openInstrument(controller, {
    info,
    resolution,
    keptBars: keptBarsIn(queryClient).of(chart),
    neededBars: () => neededBars(presentPreferences()),
    onClosedBar: () => {
      void readAnew(queryClient, newestMarksOf(address));
    },
  });
}
