import { isTrueAt, pastFirings, silenceOf } from '@moneytrail/alerts';
import { MARKET_HOURS } from '@moneytrail/calendar';
import type { AlertDefinition } from '@moneytrail/contract';
import { columnsFrom } from '@moneytrail/indicators';
import { memo, useEffect } from 'react';
import { formatBarTime } from '../../../../lib/format-time.ts';
import { useValue } from '../../../../stores/use-value.ts';
import type { ChartController } from '../../controller/chart-controller.ts';
import { useChartScreen } from '../../model/chart-context.ts';
import classes from './AlertDialog.module.css';

type Props = { controller: ChartController; definition: AlertDefinition };

/** More bars would be felt while typing. */
const MOST_BARS = 20_000;

const timesText = (count: number) =>
  count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`;

/**
 * The number of times the alert would have fired over the loaded closed bars, with marks on the chart while it is shown, and whether
 * its conditions hold already.
 */
export const AlertPreview = memo(function AlertPreview({ controller, definition }: Props) {
  const { info, resolution, zone } = useChartScreen();
  useValue(controller.closed);
  const bars = controller.engine.closedBars(MOST_BARS);
  const hours = MARKET_HOURS[info.marketHours];
  const firings = pastFirings({ definition, hours }, columnsFrom(bars));
  const marks = firings.map(({ barTime, price }) => ({ timeMs: barTime, price }));
  useShownPast(controller, marks);
  const last = firings.at(-1);
  const replayMs = useValue(controller.replayMs);
  // The alert watches live prices, which a replay does not show.
  const price = replayMs === null ? controller.newest.get()?.price : undefined;
  const isTrue = price !== undefined && isTrueAt(definition, price);
  const when = last && formatBarTime(last.barTime, resolution, zone);
  const it = definition.watchlist === undefined ? 'It' : `On ${info.name} it`;
  return (
    <>
      <p className={classes.past}>
        {silenceOf(definition)
          ? 'Bars do not tell when the feed was silent: there is no preview.'
          : last
            ? `${it} would have fired ${timesText(firings.length)} in the ${bars.length.toLocaleString('en-US')} loaded bars, last on ${when}.`
            : `${it} would not have fired in the ${bars.length.toLocaleString('en-US')} loaded bars.`}
      </p>
      {replayMs !== null && (
        <p className={classes.past}>
          These are the bars of the replay. The alert itself watches live prices.
        </p>
      )}
      {isTrue && <p className={classes.already}>{alreadyText(definition)}</p>}
    </>
  );
});

function alreadyText({ conditions }: AlertDefinition): string {
  const waits = conditions.some(
    (one) => one.kind === 'channel' || (one.kind === 'price' && one.is.startsWith('crosses')),
  );
  return waits
    ? 'The price is there already: the alert waits until it crosses again.'
    : 'This is true already: the alert fires with the next price.';
}

/** Keeps marks on the chart while the preview is shown. */
function useShownPast(
  { engine }: ChartController,
  marks: Parameters<ChartController['engine']['alerts']['setPast']>[0],
): void {
  const key = JSON.stringify(marks);
  useEffect(() => {
    engine.alerts.setPast(JSON.parse(key));
    return () => engine.alerts.setPast([]);
  }, [engine, key]);
}
