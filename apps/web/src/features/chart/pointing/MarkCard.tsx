import type { PointedMarks, PublishedMark } from '@moneytrail/chart';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import { formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import classes from './MarkCard.module.css';

/** Beside the mark, so that neither it nor its bar is covered. */
const GAP_PX = 8;
const MARK_HALF_PX = 10;
const WIDTH_PX = 236;
/** More would not fit beside a bar; the others are counted. */
const MOST_MARKS = 10;

function placeOf({ xPx, topPx, bottomPx }: PointedMarks) {
  const rightOf = xPx + MARK_HALF_PX + GAP_PX;
  const leftOf = xPx - MARK_HALF_PX - GAP_PX - WIDTH_PX;
  return { left: leftOf > 0 ? leftOf : rightOf, top: (topPx + bottomPx) / 2, width: WIDTH_PX };
}

/** What is known of the signal that the crosshair points at. */
export function MarkCard({ controller }: { controller: ChartController }) {
  const pointed = useValue(controller.pointedMarks);
  if (!pointed) return null;
  const more = pointed.marks.length - MOST_MARKS;
  return (
    <div className={classes.card} style={placeOf(pointed)} role="tooltip">
      {pointed.marks.slice(0, MOST_MARKS).map((mark) => (
        <MarkFacts key={mark.id} mark={mark} close={pointed.bar.close} />
      ))}
      {more > 0 && <span className={classes.dim}>and {more} more</span>}
    </div>
  );
}

function MarkFacts({ mark, close }: { mark: PublishedMark; close: number }) {
  const { decimals, resolution, zone } = useChartScreen();
  const side = mark.side === 'buy' ? '▲ Buy' : '▼ Sell';
  return (
    <div className={classes.mark}>
      <strong className={classes.side} data-direction={mark.side === 'buy' ? 'up' : 'down'}>
        {side}
        {mark.strong ? ', strong' : ''}
      </strong>
      <span>{formatBarTime(mark.time, resolution, zone)}</span>
      <span>
        Close {formatPrice(close, decimals)}, mark at {formatPrice(mark.price, decimals)}
      </span>
      <span className={classes.dim}>Confirmed at the close · rules v{FORMULA_VERSION}</span>
      {mark.notes.map((note) => (
        <span key={note} className={classes.dim}>
          {note}
        </span>
      ))}
    </div>
  );
}
