import type { Summary } from '@moneytrail/indicators';
import { useChartScreen } from '../model/chart-context.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import { usePreferences } from '../preferences/preferences.ts';
import classes from './Figures.module.css';
import { type Figure, studyFigures, windowFigures } from './summary-figures.ts';

type Props = { summary: Summary };

/** Positioning, tightness and spread, then the statistics of the long-term window. */
export function Figures({ summary }: Props) {
  const { decimals } = useChartScreen();
  const { inputs } = usePreferences();
  const { longTermLength, shortTermLength, length } = inputs;
  const lengths = { short: shortTermLength, long: longTermLength, flow: length };
  return (
    <>
      <FigureList figures={studyFigures(summary, lengths)} />
      <h3 className={classes.heading}>Last {longTermLength} bars</h3>
      <FigureList figures={windowFigures(summary, decimals, longTermLength)} />
    </>
  );
}

function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.list}>
      {figures.map(({ name, value, text, note, why }) => (
        <div key={name} className={classes.row}>
          <dt>{name}</dt>
          <dd>
            <ValueOrReason value={value} why={why}>
              {text}
            </ValueOrReason>
          </dd>
          {note && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
