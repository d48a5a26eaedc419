import type { RuleResult, TradingRule } from '@moneytrail/contract';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatPercent, formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import classes from './EquityChart.module.css';
import { drawEquity, type EquityPicture } from './equity-picture.ts';

type Props = { result: RuleResult; rule: TradingRule; zone: string };

/** The equity above its drawdown, over time; arrow keys read it point by point, and a table has the same figures. */
export function EquityChart({ result, rule, zone }: Props) {
  const { equity, parts } = result;
  const [place, setPlace] = useState<number | null>(null);
  if (equity.length < 2) return null;
  const picture = drawEquity(equity);
  const last = equity.length - 1;
  const shown = Math.min(place ?? last, last);
  const timeText = (time: number) => formatBarTime(time, rule.resolution, zone);
  const laterFrom = parts[1]?.fromTime;
  const point = equity[shown];
  const reading = point ? `${timeText(point.time)}: ${pointText(point)}` : '';
  return (
    <div className={classes.chart}>
      <p className={classes.reading}>
        <span className={classes.swatch} aria-hidden="true" />
        {reading}
      </p>
      <div
        className={classes.panes}
        role="slider"
        tabIndex={0}
        aria-label="Equity at closes"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={reading}
        onKeyDown={(event) => {
          const next = placeAfter(event, shown, last);
          if (next === null) return;
          event.preventDefault();
          setPlace(next);
        }}
        onPointerMove={(event) => setPlace(placeAt(event, picture))}
        onPointerLeave={() => setPlace(null)}
      >
        <EquityPane picture={picture} point={point} />
        <DrawdownPane picture={picture} />
        {laterFrom !== undefined && (
          <span className={classes.later} style={{ left: `${picture.xOf(laterFrom)}%` }}>
            <span>last part</span>
          </span>
        )}
        {point && (
          <span className={classes.cross} style={{ left: `${picture.xOf(point.time)}%` }} />
        )}
      </div>
      <div className={classes.times} aria-hidden="true">
        <span>{timeText(result.fromTime)}</span>
        <span>{timeText(result.toTime)}</span>
      </div>
      <details className={classes.table}>
        <summary>The equity as a table</summary>
        <ScrollRegion label="Equity and drawdown" className={classes.scroller}>
          <table>
            <thead>
              <tr>
                <th scope="col">Bar</th>
                <th scope="col">Equity</th>
                <th scope="col">Drawdown</th>
              </tr>
            </thead>
            <tbody>
              {equity.map(({ time, equity: value, drawdownPercent }) => (
                <tr key={time}>
                  <th scope="row">{timeText(time)}</th>
                  <td>{formatPrice(value, 2)}</td>
                  <td>{formatPercent(drawdownPercent)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </div>
  );
}

const pointText = ({ equity, drawdownPercent }: RuleResult['equity'][number]) =>
  drawdownPercent === 0
    ? `equity ${formatPrice(equity, 2)}, a new high`
    : `equity ${formatPrice(equity, 2)}, ${formatPercent(drawdownPercent)} below its peak`;

type EquityPaneProps = { picture: EquityPicture; point: RuleResult['equity'][number] | undefined };

function EquityPane({ picture, point }: EquityPaneProps) {
  return (
    <div className={classes.equity}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {picture.ticks.map(({ value, y }) => (
          <line key={value} className={classes.grid} x1="0" x2="100" y1={y} y2={y} />
        ))}
        <line
          className={classes.start}
          x1="0"
          x2="100"
          y1={picture.yOf(100)}
          y2={picture.yOf(100)}
        />
        <polyline className={classes.line} points={picture.equity} />
      </svg>
      {picture.ticks.map(({ value, y }) => (
        <span key={value} className={classes.tick} style={{ top: `${y}%` }} aria-hidden="true">
          {formatPrice(value, Number.isInteger(value) ? 0 : 1)}
        </span>
      ))}
      {point && (
        <span
          className={classes.dot}
          style={{ left: `${picture.xOf(point.time)}%`, top: `${picture.yOf(point.equity)}%` }}
        />
      )}
    </div>
  );
}

function DrawdownPane({ picture }: { picture: EquityPicture }) {
  const { drawdown, mostDrawdown } = picture;
  return (
    <div className={classes.drawdown}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <polygon className={classes.fall} points={drawdown} />
        <polyline className={classes.fallLine} points={drawdown} />
      </svg>
      <span className={classes.tick} style={{ top: '100%' }} aria-hidden="true">
        −{formatPercent(mostDrawdown)}
      </span>
    </div>
  );
}

/** The place that a key moves to; null for other keys. */
function placeAfter({ key, shiftKey }: KeyboardEvent, place: number, last: number): number | null {
  const step = shiftKey ? 10 : 1;
  const moved = {
    ArrowLeft: place - step,
    ArrowDown: place - step,
    ArrowRight: place + step,
    ArrowUp: place + step,
    PageDown: place - 10,
    PageUp: place + 10,
    Home: 0,
    End: last,
  }[key];
  return moved === undefined ? null : Math.min(last, Math.max(0, moved));
}

function placeAt({ currentTarget, clientX }: PointerEvent, { placeOf }: EquityPicture): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return placeOf((100 * (clientX - left)) / width);
}
