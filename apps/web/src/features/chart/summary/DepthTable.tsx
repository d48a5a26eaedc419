import { formatPrice } from '../../../lib/format.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { BarTime } from '../screen/BarTime.tsx';
import { useChartScreen } from '../screen/chart-context.ts';
import { RESOLUTION_LABELS } from '../toolbar/resolution-labels.ts';
import classes from './DepthDrawer.module.css';
import { isLongTerm, type LevelKey, levelName } from './levels.ts';
import { useSummary } from './use-summary.ts';

type Props = { level: LevelKey };

/**
 * All rows of a level's depth, newest first; the oldest one is the present level. The row that is pointed at has the
 * crosshair on its bar.
 */
export function DepthTable({ level }: Props) {
  const { controller, decimals, resolution, zone } = useChartScreen();
  const { inputs } = usePreferences();
  const rows = useSummary()?.levels[level].depth ?? [];
  if (rows.length === 0) return <p className={classes.empty}>Too few bars for this level.</p>;
  const engine = controller?.engine;
  const length = isLongTerm(level) ? inputs.longTermLength : inputs.shortTermLength;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={classes.scroller} tabIndex={0} aria-label="All rows">
      <p className={classes.help}>
        The last row is the level now. Once it is {length} bars old, the row above takes over.
      </p>
      <table className={classes.table}>
        <caption className="visually-hidden">{levelName(level)} over time, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Close</th>
            <th scope="col">Resolution</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={row.time}
              aria-current={index === rows.length - 1 || undefined}
              onPointerEnter={() => engine?.showCrosshairAt(row.time)}
              onPointerLeave={() => engine?.hideCrosshair()}
            >
              <td>
                <button
                  type="button"
                  className={classes.time}
                  onFocus={() => engine?.showCrosshairAt(row.time)}
                  onBlur={() => engine?.hideCrosshair()}
                >
                  <BarTime timeMs={row.time} resolution={resolution} zone={zone} />
                </button>
              </td>
              <td>{formatPrice(row.value, decimals)}</td>
              <td>{RESOLUTION_LABELS[resolution]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
