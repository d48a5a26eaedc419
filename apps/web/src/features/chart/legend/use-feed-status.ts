import { MARKET_HOURS } from '@moneytrail/calendar';
import { serverClock } from '../../../api/server-clock.ts';
import { stream } from '../../../api/stream/stream.ts';
import { useConnection } from '../../../api/use-connection.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { type FeedStatus, feedStatusOf } from './feed-status.ts';

/** The status of the feed of the chart, kept up to date, and the server's time that it was judged at, ms. */
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
