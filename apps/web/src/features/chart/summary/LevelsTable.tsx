import type { Summary } from '@moneytrail/indicators';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import { distancePercent, LEVELS, type LevelKey, levelLook } from '../../../lib/levels.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { usePreferences, useStyledStudies } from '../preferences/preferences.ts';
import { LineSample } from '../studies/LineSample.tsx';
import { Known } from './Known.tsx';
import classes from './LevelsTable.module.css';
import { whyNoDistance, whyUnknown } from './why-unknown.ts';

type Props = {
  summary: Summary;
  depthLevel: LevelKey | null;
  onToggleDepth: (level: LevelKey) => void;
};

/** The four levels in the order of the chart, each with its distance from the price and its depth. */
export function LevelsTable({ summary, depthLevel, onToggleDepth }: Props) {
  const { decimals } = useChartScreen();
  const { inputs } = usePreferences();
  const studies = useStyledStudies();
  const needed = { long: inputs.longTermLength, short: inputs.shortTermLength };
  const ref = useOpenedInSight(depthLevel);
  return (
    <table ref={ref} className={classes.table}>
      <caption className="visually-hidden">Resistance and support</caption>
      <thead>
        <tr>
          <th scope="col">Level at last close</th>
          <th scope="col">Price</th>
          <th scope="col">Distance</th>
          <th scope="col">
            <span className="visually-hidden">Depth</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {LEVELS.map((level) => {
          const look = levelLook(level, studies);
          const { value } = summary.levels[level.key];
          const distance = distancePercent(value, summary.currentPrice);
          return (
            <tr key={level.key}>
              <th scope="row">
                {look && <LineSample output={look} />}
                {shortName(look?.label ?? level.key)}
              </th>
              <td>
                <Known value={value} why={whyUnknown(needed[level.term], summary.barCount)}>
                  {formatPrice(value, decimals)}
                </Known>
              </td>
              <td className={classes.distance}>
                <Known value={distance} why={whyNoDistance(value)}>
                  {formatSignedPercent(distance)}
                </Known>
              </td>
              <td>
                <button
                  type="button"
                  className={classes.info}
                  aria-label={`${look?.label} depth`}
                  aria-expanded={depthLevel === level.key}
                  onClick={() => onToggleDepth(level.key)}
                >
                  <IconInfoCircle size={18} stroke={1.75} />
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A depth may cover a part of the list that it was opened from: its level comes back into sight. */
function useOpenedInSight(depthLevel: LevelKey | null) {
  const ref = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const opened = depthLevel && ref.current?.querySelector('[aria-expanded="true"]');
    if (opened) opened.scrollIntoView({ block: 'nearest' });
  }, [depthLevel]);
  return ref;
}

/** `Long resistance`: as short as a column is. */
function shortName(label: string): string {
  return label.replace('-term', '');
}
