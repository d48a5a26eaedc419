import { useDocumentTitle } from '@mantine/hooks';
import { brandedTitle } from '../../../lib/brand.ts';
import { formatChange, formatPrice } from '../../../lib/format.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';

/** Names the browser's tab by the newest price and its change since the bar before, as in the legend. */
export function PriceTitle({ controller }: { controller: ChartController }) {
  const { info, decimals } = useChartScreen();
  const newest = useValue(controller.newest);
  const price = newest ? `${formatPrice(newest.price, decimals)} ` : '';
  const change = newest?.before == null ? '' : formatChange(newest.price, newest.before, decimals);
  useDocumentTitle(brandedTitle(newest ? `${info.name} ${price}${change}`.trim() : info.name));
  return null;
}
