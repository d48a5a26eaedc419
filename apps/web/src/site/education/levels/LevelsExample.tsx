import { formatPrice } from '../../../lib/format.ts';
import { ProseTable } from '../../prose/ProseTable.tsx';
import { dayText } from '../day-text.ts';
import { LEVELS_EXAMPLE } from './levels-example.ts';

const price = (value: number | undefined) => formatPrice(value, 2);

/** Thirteen closes, and the levels that they give. */
export function LevelsExample() {
  const { length, days } = LEVELS_EXAMPLE;
  return (
    <ProseTable
      caption={`Gold, closes in US dollars; levels of ${length} bars`}
      columns={[
        { label: 'Day' },
        { label: 'Close', isNumber: true },
        { label: 'Resistance', isNumber: true },
        { label: 'Support', isNumber: true },
      ]}
      rows={days.map((each) => ({
        key: each.day,
        cells: [
          dayText(each.day),
          price(each.close),
          price('resistance' in each ? each.resistance : undefined),
          price('support' in each ? each.support : undefined),
        ],
      }))}
    />
  );
}

/** The bars that a resistance is made of, as the info button lists them. */
export function DepthExample() {
  const { depth } = LEVELS_EXAMPLE;
  return (
    <ProseTable
      caption={`Depth of the resistance on ${dayText(depth[0].day)}`}
      columns={[{ label: 'Day' }, { label: 'Close', isNumber: true }]}
      rows={depth.map(({ day, close }, index) => ({
        key: day,
        cells: [dayText(day), price(close)],
        isMarked: index === depth.length - 1,
      }))}
    />
  );
}
