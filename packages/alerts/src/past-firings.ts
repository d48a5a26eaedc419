import { barClosesAtMs, type MarketHours } from '@moneytrail/calendar';
import type { AlertDefinition } from '@moneytrail/contract';
import type { Columns } from '@moneytrail/indicators';
import { createAlertRun, type Occurrence } from './alert-run.ts';

/**
 * The firings that an alert would have had over closed bars, oldest first. Within a bar only its extremes are known, so it
 * fires once a bar at most; an alert that fires once is shown with every time that it could have been made for.
 */
export function pastFirings(
  { definition, hours }: { definition: AlertDefinition; hours: MarketHours },
  columns: Columns,
): Occurrence[] {
  const { trigger, resolution } = definition;
  const repeated: AlertDefinition =
    trigger.kind === 'once' ? { ...definition, trigger: { kind: 'oncePerBar' } } : definition;
  const run = createAlertRun({ definition: repeated, hours });
  run.setClosedBars(columns);
  const firings: Occurrence[] = [];
  for (let index = 0; index < columns.length; index += 1) {
    const barTime = Number(columns.time[index]);
    const before = columns.close[index - 1];
    const fired = run.priceMoved({
      timeMs: barClosesAtMs(hours, resolution, barTime),
      fromBarTime: columns.time[index - 1] ?? barTime,
      barTime,
      closed: index,
      move: {
        from: before ?? null,
        price: Number(columns.close[index]),
        high: Number(columns.high[index]),
        low: Number(columns.low[index]),
      },
    });
    const closed = run.barClosed(index);
    firings.push(...[fired, closed].filter((each) => each !== null));
  }
  return firings;
}
