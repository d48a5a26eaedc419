import { isDateResolution, type Resolution } from '@moneytrail/calendar';
import { serverClock } from '../../../api/server-clock.ts';
import { formatAge, formatBarTime, formatMoment } from '../../../lib/format-time.ts';

type Props = { timeMs: number; resolution: Resolution; zone: string };

/** A bar's time with its zone; on hover in UTC, and its age. */
export function BarTime({ timeMs, resolution, zone }: Props) {
  const age = `${formatAge(serverClock.now() - timeMs)} ago`;
  const title = isDateResolution(resolution) ? age : `${formatMoment(timeMs, 'Etc/UTC')}, ${age}`;
  return (
    <time dateTime={new Date(timeMs).toISOString()} title={title}>
      {formatBarTime(timeMs, resolution, zone)}
    </time>
  );
}
