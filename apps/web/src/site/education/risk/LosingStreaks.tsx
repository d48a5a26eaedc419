import { formatPrice } from '../../../lib/format.ts';
import { ProseTable } from '../../prose/ProseTable.tsx';
import { gainToRecover, leftAfterLosses } from './losing-streak.ts';

const RISKS_PERCENT = [1, 2, 5, 10] as const;
const STREAKS = [1, 3, 5, 10, 20] as const;

/** `90.4 %`: short enough for a phone. */
const percent = (fraction: number) => `${formatPrice(100 * fraction, 1)}\u00a0%`;

/** What losses in a row leave of the capital. */
export function LosingStreaks() {
  return (
    <>
      <ProseTable
        caption="Capital that is left after losses in a row, by risk for each trade"
        columns={[
          { label: 'Losses' },
          ...RISKS_PERCENT.map((risk) => ({ label: `${risk} %`, isNumber: true })),
        ]}
        rows={STREAKS.map((losses) => ({
          key: String(losses),
          cells: [
            losses,
            ...RISKS_PERCENT.map((risk) => percent(leftAfterLosses(risk / 100, losses))),
          ],
          isMarked: losses === 10,
        }))}
      />
      <ProseTable
        caption="Gain that is needed after ten losses to be where one began"
        columns={[
          { label: 'Risk for each trade' },
          { label: 'Left', isNumber: true },
          { label: 'Gain needed', isNumber: true },
        ]}
        rows={RISKS_PERCENT.map((risk) => {
          const left = leftAfterLosses(risk / 100, 10);
          return {
            key: String(risk),
            cells: [`${risk} %`, percent(left), percent(gainToRecover(left))],
          };
        })}
      />
    </>
  );
}
