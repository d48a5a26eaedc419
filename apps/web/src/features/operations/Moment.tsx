import { serverClock } from '../../api/server-clock.ts';
import { formatMoment, formatSince } from '../../lib/format-time.ts';

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in full, on the wall clock of the device. */
export function momentText(at: string): string {
  return formatMoment(Date.parse(at), zone());
}

/** When something was: how long ago within a day, with the full time on hover. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return '–';
  return (
    <time dateTime={at} title={momentText(at)}>
      {formatSince(Date.parse(at), serverClock.now(), zone())}
    </time>
  );
}
