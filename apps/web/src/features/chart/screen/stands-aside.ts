import type { OpenPanel } from '../model/chart-context.ts';
import type { ChartLayout } from '../model/use-chart-layout.ts';

/** Whether what is open stands beside the chart, in the place of the summary, as what it changes is to be watched. */
export function standsAside({ kind }: OpenPanel, layout: ChartLayout): boolean {
  return kind === 'inputs' || (layout === 'wide' && (kind === 'settings' || kind === 'drawings'));
}
