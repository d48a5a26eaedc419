import { Tooltip } from '@mantine/core';
import { isDateResolution, MARKET_HOURS } from '@moneytrail/calendar';
import { IMPORTED } from '@moneytrail/contract';
import { serverClock } from '../../../api/server-clock.ts';
import { stream } from '../../../api/stream/stream.ts';
import { useConnection } from '../../../api/use-connection.ts';
import {
  formatAge,
  formatClock,
  formatDate,
  formatMoment,
  zoneName,
} from '../../../lib/format-time.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { type FeedStatus, feedStatusOf, STATUS_LOOKS, statusReason } from './feed-status.ts';
import classes from './StatusBadge.module.css';

type Props = {
  controller: ChartController;
  /** Inside a button the badge takes no focus of its own. */
  isInButton?: boolean;
};

/** The freshness of the price: dot, word and age. Hover, focus or a tap tells the reason and the time of the last bar. */
export function StatusBadge(props: Props) {
  const replayMs = useValue(props.controller.replayMs);
  return replayMs === null ? <FeedBadge {...props} /> : <ReplayBadge {...props} atMs={replayMs} />;
}

/** Stands in place of the freshness: live prices are not shown. */
function ReplayBadge({ atMs, isInButton = false }: Props & { atMs: number }) {
  const { zone } = useChartScreen();
  const why = `The chart shows what was known on ${formatMoment(atMs, zone)}. Live prices are paused.`;
  return (
    <Tooltip
      portalProps={IN_MAIN}
      label={why}
      events={{ hover: true, focus: true, touch: !isInButton }}
    >
      <span className={classes.badge} data-status="replay" {...(!isInButton && { tabIndex: 0 })}>
        <span aria-hidden="true">◁</span> Replay
        <span className="visually-hidden">. {why}</span>
      </span>
    </Tooltip>
  );
}

function FeedBadge({ controller, isInButton = false }: Props) {
  const { status, nowMs } = useFeedStatus(controller);
  const streamState = useValue(stream.state);
  const lastTickMs = useValue(controller.lastTickMs);
  const { mark, word } = STATUS_LOOKS[status];
  const why = (
    <>
      {statusReason(status, streamState)} <LastBarText controller={controller} nowMs={nowMs} />
    </>
  );
  return (
    <Tooltip
      portalProps={IN_MAIN}
      label={why}
      events={{ hover: true, focus: true, touch: !isInButton }}
    >
      <span className={classes.badge} data-status={status} {...(!isInButton && { tabIndex: 0 })}>
        <span aria-hidden="true">{mark}</span> {word}
        {lastTickMs !== null && (
          <span className={classes.age}>{formatAge(nowMs - lastTickMs)}</span>
        )}
        <span className="visually-hidden">. {why}</span>
      </span>
    </Tooltip>
  );
}

/** The status of the chart's feed, and the server time at which it was determined. */
export function useFeedStatus(controller: ChartController): { status: FeedStatus; nowMs: number } {
  const { info, resolution, isExchangeOffline } = useChartScreen();
  const isOnline = useConnection() === 'online';
  const nowMs = useNow(serverClock.now);
  const streamState = useValue(stream.state);
  const isUnread = useValue(controller.isUnread);
  const load = useValue(controller.load);
  const opened = useValue(controller.opened);
  const lastTickMs = useValue(controller.lastTickMs);
  const status = feedStatusOf({
    isFromFiles: info.exchange === IMPORTED,
    isExchangeOffline: isExchangeOffline || !isOnline,
    stream: streamState,
    isUnread,
    load,
    openedAtMs: opened?.atMs ?? 0,
    lastTickMs,
    hours: MARKET_HOURS[info.marketHours],
    resolution,
    nowMs,
  });
  return { status, nowMs };
}

type LastBarTextProps = { controller: ChartController; nowMs: number };

function LastBarText({ controller, nowMs }: LastBarTextProps) {
  const { info, resolution, zone } = useChartScreen();
  const timeMs = useSelected(controller.lastBar, (bar) => bar?.time ?? null);
  const lastTickMs = useValue(controller.lastTickMs);
  if (timeMs === null) return 'No bar yet';
  const when = isDateResolution(resolution)
    ? formatDate(timeMs)
    : `${formatClock(timeMs, zone)} ${zoneName(zone, timeMs)}`;
  const age = lastTickMs === null ? '' : `, ${formatAge(nowMs - lastTickMs)} ago`;
  return `Last bar ${when}${age}, ${info.exchange}`;
}
