import { Tooltip } from '@mantine/core';
import { isDateResolution, MARKET_HOURS } from '@moneytrail/calendar';
import { serverClock } from '../../../api/server-clock.ts';
import { stream } from '../../../api/stream/stream.ts';
import { useConnection } from '../../../api/use-connection.ts';
import { formatAge, formatClock, formatDate, zoneName } from '../../../lib/format-time.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { feedStatusOf, STATUS_LOOKS } from './feed-status.ts';
import classes from './StatusBadge.module.css';

type Props = { controller: ChartController };

/** Dot, word and age: how fresh the price is; on hover the last bar, its age and its source. */
export function StatusBadge({ controller }: Props) {
  const { info, resolution, isExchangeOffline } = useChartScreen();
  const isOnline = useConnection() === 'online';
  const nowMs = useNow(serverClock.now);
  const streamState = useValue(stream.state);
  const isUnread = useValue(controller.isUnread);
  const lastTickMs = useValue(controller.lastTickMs);
  const status = feedStatusOf({
    isExchangeOffline: isExchangeOffline || !isOnline,
    stream: streamState,
    isUnread,
    lastTickMs,
    hours: MARKET_HOURS[info.marketHours],
    resolution,
    nowMs,
  });
  const { mark, word } = STATUS_LOOKS[status];
  return (
    <Tooltip
      portalProps={IN_MAIN}
      label={<LastBarText controller={controller} nowMs={nowMs} lastTickMs={lastTickMs} />}
    >
      <span className={classes.badge} data-status={status}>
        <span aria-hidden="true">{mark}</span> {word}
        {lastTickMs !== null && (
          <span className={classes.age}>{formatAge(nowMs - lastTickMs)}</span>
        )}
      </span>
    </Tooltip>
  );
}

function LastBarText({
  controller,
  nowMs,
  lastTickMs,
}: Props & { nowMs: number; lastTickMs: number | null }) {
  const { info, resolution, zone } = useChartScreen();
  const timeMs = useSelected(controller.lastBar, (bar) => bar?.time ?? null);
  if (timeMs === null) return 'No bar yet';
  const when = isDateResolution(resolution)
    ? formatDate(timeMs)
    : `${formatClock(timeMs, zone)} ${zoneName(zone, timeMs)}`;
  const age = lastTickMs === null ? '' : `, ${formatAge(nowMs - lastTickMs)} ago`;
  return `Last bar ${when}${age}, ${info.exchange}`;
}
