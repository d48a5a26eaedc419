import {
  DAY_MS,
  isDateResolution,
  type Resolution,
  wallToUtcMs,
  zoneOffsetMs,
} from '@moneytrail/calendar';
import type { VisiblePart } from '@moneytrail/chart';
import { onForgetDrafts, RECENT_PLACES } from '../../../lib/draft-storage.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';

/** A moment (`2024-03-23T09:30Z`), or a date (`2024-03-23`) that is the same day in every zone. */
export type PlaceTime = string;
/** A time of the chart, or a span of times. */
export type Place = { from: PlaceTime; to: PlaceTime | null };
/** The chart whose interval and zone times are written and read in. */
export type PlaceChart = { resolution: Resolution; zone: string };

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}Z)?$/;
const KEPT = 5;

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text));
}

/** The place that an address names: a time, or two with `~` between them; null for any other text. */
export function readPlace(text: string): Place | null {
  const [from = '', to, ...more] = text.split('~');
  if (!isTime(from) || more.length > 0 || (to !== undefined && !isTime(to))) return null;
  return { from, to: to ?? null };
}

export function placeText({ from, to }: Place): string {
  return to === null ? from : `${from}~${to}`;
}

/** The time of the bar that a chart shows for a time: from a day up, the date in its zone. */
export function barMsOf(time: PlaceTime, { resolution, zone }: PlaceChart): number {
  const timeMs = Date.parse(time);
  if (!time.includes('T')) return isDateResolution(resolution) ? timeMs : wallToUtcMs(zone, timeMs);
  if (!isDateResolution(resolution)) return timeMs;
  return Math.floor((timeMs + zoneOffsetMs(zone, timeMs)) / DAY_MS) * DAY_MS;
}

/**
 * Tells, view by view, when a shown place has been left: it went out of view, or the newest bars came back. Views from
 * before it was shown do not count.
 */
export function watchPlace(
  { from, to }: Place,
  chart: PlaceChart,
): (view: Pick<VisiblePart, 'fromMs' | 'toMs' | 'isNewest'>) => boolean {
  const fromMs = barMsOf(from, chart);
  const toMs = barMsOf(to ?? from, chart);
  let wasIn = false;
  let wasAway = false;
  return (view) => {
    const isIn = fromMs <= view.toMs && toMs >= view.fromMs;
    const isLeft = (wasIn && !isIn) || (wasAway && view.isNewest);
    wasIn ||= isIn;
    wasAway ||= !view.isNewest;
    return isLeft;
  };
}

/** A time as a field of a chart has it: a date from a day up, else the wall clock of its zone. */
export function fieldText(time: PlaceTime, chart: PlaceChart): string {
  const barMs = barMsOf(time, chart);
  if (isDateResolution(chart.resolution)) return new Date(barMs).toISOString().slice(0, 10);
  return new Date(barMs + zoneOffsetMs(chart.zone, barMs)).toISOString().slice(0, 16);
}

/** The time in a field; null where it is empty or incomplete. */
function fieldTime(text: string, { zone }: PlaceChart): PlaceTime | null {
  if (!text.includes('T')) return isTime(text) ? text : null;
  const wallMs = Date.parse(`${text}Z`);
  if (Number.isNaN(wallMs)) return null;
  return `${new Date(wallToUtcMs(zone, wallMs)).toISOString().slice(0, 16)}Z`;
}

/** The place in the two fields of the dialog, or why there is none. */
export function placeOf(
  fields: { from: string; to: string },
  chart: PlaceChart,
  nowMs: number,
): { place: Place } | { problem: { field: 'from' | 'to'; text: string } } {
  const refuse = (field: 'from' | 'to', text: string) => ({ problem: { field, text } });
  const from = fieldTime(fields.from, chart);
  if (from === null) return refuse('from', 'Enter a date.');
  if (barMsOf(from, chart) > nowMs) return refuse('from', 'Enter a date that is not ahead.');
  if (fields.to === '') return { place: { from, to: null } };
  const to = fieldTime(fields.to, chart);
  if (to === null) return refuse('to', 'Enter a date, or leave this empty.');
  const isAfter = barMsOf(to, chart) > barMsOf(from, chart);
  return isAfter ? { place: { from, to } } : refuse('to', 'Enter a date after the first one.');
}

function readRecent(stored: unknown): readonly string[] {
  const list: unknown[] = Array.isArray(stored) ? stored : [];
  return list
    .filter((text): text is string => typeof text === 'string' && readPlace(text) !== null)
    .slice(0, KEPT);
}

/** The last places of this device, newest first. */
export const recentPlaces = createStoredValue(RECENT_PLACES, readRecent);
onForgetDrafts(() => recentPlaces.set([]));

export function rememberPlace(text: string): void {
  recentPlaces.change((former) => [text, ...former.filter((one) => one !== text)].slice(0, KEPT));
}
