import { EXCHANGE_ZONE, LOCAL_ZONE } from '@moneytrail/chart/model';
import { zoneName } from '../../../lib/format-time.ts';

/** Whose wall clock the chart shows. */
export const ZONE_CHOICES = ['exchange', 'johannesburg', 'utc', 'local'] as const;
export type ZoneChoice = (typeof ZONE_CHOICES)[number];

const ZONE_LABELS: Readonly<Record<ZoneChoice, string>> = {
  exchange: 'Exchange',
  johannesburg: 'Johannesburg',
  utc: 'UTC',
  local: 'Local',
};

/** The IANA zone of a choice. */
export function zoneOf(choice: ZoneChoice, exchangeZone: string): string {
  if (choice === 'exchange') return exchangeZone;
  if (choice === 'johannesburg') return 'Africa/Johannesburg';
  if (choice === 'utc') return 'Etc/UTC';
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A choice in the words of the engine, which knows the exchange and the browser itself. */
export function engineZoneOf(choice: ZoneChoice): string {
  if (choice === 'exchange') return EXCHANGE_ZONE;
  return choice === 'local' ? LOCAL_ZONE : zoneOf(choice, EXCHANGE_ZONE);
}

/** The choice that the engine's word stands for; that of the exchange where it is none of them. */
export function choiceOfZone(engineZone: string): ZoneChoice {
  return ZONE_CHOICES.find((choice) => engineZoneOf(choice) === engineZone) ?? 'exchange';
}

/** `Johannesburg (SAST)`: a choice and what its zone is called now, once where both are the same. */
export function zoneLabel(choice: ZoneChoice, exchangeZone: string, nowMs: number): string {
  const label = ZONE_LABELS[choice];
  const name = zoneName(zoneOf(choice, exchangeZone), nowMs);
  return name === label ? label : `${label} (${name})`;
}
