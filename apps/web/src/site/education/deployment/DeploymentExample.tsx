import { formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import { ProseTable } from '../../prose/ProseTable.tsx';
import { DEPLOYMENT_EXAMPLE } from './deployment-example.ts';

const signed = (value: number) =>
  `${value > 0 ? '+' : ''}${formatPrice(value, Number.isInteger(value) ? 0 : 2)}`;

/** Thirty bars, step by step. */
export function DeploymentExample() {
  const { closeLocation, flow, deployment, percentage, last } = DEPLOYMENT_EXAMPLE;
  return (
    <ProseTable
      caption="Deployment of length 15 before and after one bar"
      columns={[
        { label: 'Step' },
        { label: 'Bars 1–29', isNumber: true },
        { label: 'Bar 30', isNumber: true },
      ]}
      rows={[
        { key: 'close', cells: ['Close, in a range of 100 to 104', '103', '100'] },
        { key: 'volume', cells: ['Volume', '1,000', '2,000'] },
        {
          key: 'location',
          cells: ['Close location', signed(closeLocation), signed(last.closeLocation)],
        },
        {
          key: 'mean',
          cells: ['Mean volume of 15 bars', '1,000.00', formatPrice(last.meanVolume, 2)],
        },
        { key: 'flow', cells: ['Sum over 15 bars', signed(flow), signed(last.flow)] },
        {
          key: 'deployment',
          cells: ['Deployment, mean of 15 sums', signed(deployment), signed(last.deployment)],
          isMarked: true,
        },
        {
          key: 'percentage',
          cells: [
            'Long/Short %',
            formatSignedPercent(percentage),
            formatSignedPercent(last.percentage),
          ],
        },
      ]}
    />
  );
}
