import { DAY_MS, MINUTE_MS, RESOLUTION_LABELS, SECOND_MS } from '@moneytrail/calendar';
import type { BackfillStatus } from '@moneytrail/contract';
import {
  deviceZone,
  formatAge,
  formatClock,
  formatDate,
  formatMoment,
  formatSince,
} from '../../lib/format-time.ts';

export type Fact = { name: string; value: string };

/** The word of a run's chip: a run that waits or was cancelled says so. */
export function backfillWord(status: BackfillStatus | undefined) {
  if (!status) return 'NA';
  if (status.status !== 'idle') return status.status;
  if (status.nextTryAt !== null) return 'delayed';
  return status.isQueued ? 'queued' : 'cancelled';
}

/** Colours as specified for running, idle, failed and completed. */
export const STATUS_KINDS = {
  running: 'success',
  queued: 'neutral',
  delayed: 'warning',
  cancelled: 'neutral',
  failed: 'error',
  completed: 'info',
  NA: 'neutral',
} as const satisfies Record<ReturnType<typeof backfillWord>, string>;

const momentOf = (at: string) => formatMoment(Date.parse(at), deviceZone());
const sinceOf = (at: string, nowMs: number) => formatSince(Date.parse(at), nowMs, deviceZone());

/** `X` if the start is unknown. */
function minutesRun({ runningSince }: BackfillStatus, nowMs: number): string {
  if (runningSince === null) return 'X';
  return String(Math.max(0, Math.floor((nowMs - Date.parse(runningSince)) / MINUTE_MS)));
}

/** `14:05` within a day. */
function untilOf(at: string, nowMs: number): string {
  const atMs = Date.parse(at);
  return atMs - nowMs < DAY_MS ? formatClock(atMs, deviceZone()) : formatMoment(atMs, deviceZone());
}

/** `Running since 4 min`, `Last run 12 min ago`; null if it never ran. */
export function backfillText(status: BackfillStatus, nowMs: number): string | null {
  if (status.status === 'running') return `Running since ${minutesRun(status, nowMs)} min`;
  if (status.nextTryAt !== null) return `Delayed until ${untilOf(status.nextTryAt, nowMs)}`;
  if (status.isQueued) return 'Queued';
  return status.lastRun === null ? null : `Last run ${sinceOf(status.lastRun, nowMs)}`;
}

function progressOf({ done, total, barsRead, barsPerMinute, secondsLeft }: BackfillStatus): Fact[] {
  const part = total === null ? `${done}` : `${done} of ${total}`;
  const rate =
    barsPerMinute === null ? '' : `, ${Math.round(barsPerMinute).toLocaleString('en-US')} a minute`;
  return [
    { name: 'Parts read', value: part },
    { name: 'Bars read', value: `${barsRead.toLocaleString('en-US')}${rate}` },
    ...(secondsLeft === null
      ? []
      : [{ name: 'Time left', value: `about ${formatAge(secondsLeft * SECOND_MS)}` }]),
  ];
}

/** `1m from 23 Oct 2026, 1D the whole history`; older bars are read when a chart asks for them. */
function rangeText({ range }: Pick<BackfillStatus, 'range'>): string {
  const parts = range.map(({ resolution, from }) => {
    const since = from === null ? 'the whole history' : `from ${formatDate(Date.parse(from))}`;
    return `${RESOLUTION_LABELS[resolution]} ${since}`;
  });
  return `${parts.join(', ')}. Older bars are read when a chart asks for them.`;
}

/** In display order. */
export function backfillFacts(status: BackfillStatus, nowMs: number): Fact[] {
  const { lastRun, lastSynced, backfillEnd, error, nextTryAt } = status;
  const isRunning = status.status === 'running';
  const isNever = status.status === 'NA';
  const facts: (Fact | false)[] = [
    isNever && { name: 'NA', value: 'Not available: no backfill has run yet.' },
    isRunning && { name: 'Running since', value: `${minutesRun(status, nowMs)} min` },
    lastRun !== null && {
      name: isRunning ? 'Last execution' : 'Last run',
      value: momentOf(lastRun),
    },
    isRunning && lastSynced !== null && { name: 'Currently Around', value: momentOf(lastSynced) },
    ...(isRunning ? progressOf(status) : []),
    !isRunning &&
      backfillEnd !== null && {
        name: 'Latest backfill end',
        value: momentOf(backfillEnd),
      },
    error !== null && { name: 'Last failure', value: error },
    nextTryAt !== null && { name: 'Next attempt', value: momentOf(nextTryAt) },
    { name: 'Range', value: rangeText(status) },
  ];
  return facts.filter((fact) => fact !== false);
}
