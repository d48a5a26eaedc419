import type { Summary } from '@moneytrail/indicators';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatPrice, formatSignedPercent } from '../../../lib/format.ts';
import {
  distancePercent,
  isBroken,
  LEVELS,
  type LevelKey,
  levelLook,
} from '../../../lib/levels.ts';
import { useValue } from '../../../stores/use-value.ts';
import { levelCondition } from '../alerts/open-alert.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import { usePreferences, useStyledStudies } from '../preferences/preferences.ts';
import { LineSample } from '../studies/LineSample.tsx';
import { TermName } from '../terms/TermName.tsx';
import classes from './LevelsTable.module.css';
import { livePriceOf } from './summary-figures.ts';
import { whyNoDistance, whyUnknown } from './why-unknown.ts';

type Props = {
  summary: Summary;
  controller: ChartController;
  depthLevel: LevelKey | null;
  onToggleDepth: (level: LevelKey) => void;
};

/** The four levels of the last close in the order of the chart, with their distances from the price above the table. */
export function LevelsTable({ summary, controller, depthLevel, onToggleDepth }: Props) {
  const { decimals, openPanel } = useChartScreen();
  const { inputs } = usePreferences();
  const studies = useStyledStudies();
  const { price } = livePriceOf(summary, useValue(controller.lastBar));
  const needed = { long: inputs.longTermLength, short: inputs.shortTermLength };
  const ref = useOpenedInSight(depthLevel);
  return (
    <table ref={ref} className={classes.table}>
      <caption className="visually-hidden">Resistance and support</caption>
      <thead>
        <tr>
          <th scope="col">Level at last close</th>
          <th scope="col">Price</th>
          <th scope="col">From price</th>
          <th scope="col">
            <span className="visually-hidden">Depth</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {LEVELS.map((level) => {
          const look = levelLook(level, studies);
          const { value } = summary.levels[level.key];
          const distance = distancePercent(value, price);
          return (
            <tr key={level.key}>
              <th scope="row">
                {look && <LineSample output={look} />}
                <TermName term={`${level.study}.${level.output}`}>
                  {shortName(look?.label ?? level.key)}
                </TermName>
              </th>
              <td>
                <ValueOrReason value={value} why={whyUnknown(needed[level.term], summary.barCount)}>
                  <button
                    type="button"
                    className={classes.price}
                    title={`Alert on the ${look?.label.toLowerCase()}`}
                    onClick={() =>
                      openPanel({ kind: 'alert', condition: levelCondition(level.key, inputs) })
                    }
                  >
                    {formatPrice(value, decimals)}
                  </button>
                </ValueOrReason>
              </td>
              <td className={classes.distance}>
                <ValueOrReason value={distance} why={whyNoDistance(value)}>
                  {formatSignedPercent(distance)}
                </ValueOrReason>
                {isBroken(level.key, value, price) && (
                  <span className={classes.broken}>broken</span>
                )}
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

/** The opened depth may cover its own level in the list, once its code has arrived: scrolls that back into view. */
function useOpenedInSight(depthLevel: LevelKey | null) {
  const ref = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const opened = depthLevel && ref.current?.querySelector('[aria-expanded="true"]');
    const scroller = opened && scrollerOf(opened);
    if (!scroller) return;
    // Tells the present size first.
    const observer = new ResizeObserver(() => opened.scrollIntoView({ block: 'nearest' }));
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [depthLevel]);
  return ref;
}

function scrollerOf(element: Element): Element | null {
  let parent = element.parentElement;
  while (parent && !/auto|scroll/.test(getComputedStyle(parent).overflowY))
    parent = parent.parentElement;
  return parent;
}

/** `Long-term resistance` becomes `Long resistance`, to fit the column. */
function shortName(label: string): string {
  return label.replace('-term', '');
}
