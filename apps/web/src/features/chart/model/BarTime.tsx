import { isDateResolution, type Resolution } from '@moneytrail/calendar';
import { serverClock } from '../../../api/server-clock.ts';
import { formatAge, formatBarTime, formatMoment } from '../../../lib/format-time.ts';

type Props = { timeMs: number; resolution: Resolution; zone: string };

/** The time of a bar with its zone; on hover the same in UTC, and how long ago it was. */
export function BarTime({ timeMs, resolution, zone }: Props) {
  const age = `${formatAge(serverClock.now() - timeMs)} ago`;
  const title = isDateResolution(resolution) ? age : `${formatMoment(timeMs, 'Etc/UTC')}, ${age}`;
  return (
    <time dateTime={new Date(timeMs).toISOString()} title={title}>
      {formatBarTime(timeMs, resolution, zone)}
    </time>
  );
}
