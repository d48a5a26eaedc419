import type { CandleType, ChartTheme, PriceScale } from '@moneytrail/chart';
import {
  CANDLE_TYPES,
  EXCHANGE_ZONE,
  LOCAL_ZONE,
  PRICE_SCALES,
  readGuides,
  STUDY_COLOURS,
} from '@moneytrail/chart/model';
import { zoneName } from '../../../lib/format-time.ts';
import { record } from '../../../lib/record.ts';
import { themeIndex } from '../../../ui/theme/css-variables.ts';
import { CHART, GROUNDS, TEXTS, type ThemeName } from '../../../ui/theme/tokens.ts';

/** The settings of a chart's look, each with the reader of its stored value. Layouts, preferences and engine share them. */
const LOOK_READERS = {
  candleType: (stored: unknown): CandleType =>
    CANDLE_TYPES.find((one) => one === stored) ?? 'candles',
  priceScale: (stored: unknown): PriceScale =>
    PRICE_SCALES.find((one) => one === stored) ?? 'normal',
  /** Levels never widen the price scale. Off by default: near ones do. */
  scalesPriceOnly: (stored: unknown) => stored === true,
  /** Volume under the bars. */
  hasVolume: (stored: unknown) => stored !== false,
  /** Grid, line of the last price, countdown, session breaks, tags of levels. */
  guides: readGuides,
};

type LookReaders = typeof LOOK_READERS;
export type ChartLook = { [Name in keyof LookReaders]: ReturnType<LookReaders[Name]> };

export const LOOK_NAMES = Object.keys(LOOK_READERS) as readonly (keyof ChartLook)[];

/** A valid look from stored fields. */
export function readLook(fields: Record<string, unknown>): ChartLook {
  const read = LOOK_NAMES.map((name) => [name, LOOK_READERS[name](fields[name])]);
  return Object.fromEntries(read) as ChartLook;
}

/** The look among other settings. */
export function lookIn(settings: ChartLook): ChartLook {
  return Object.fromEntries(LOOK_NAMES.map((name) => [name, settings[name]])) as ChartLook;
}

/** Tokens of the colours offered for bars; each has a readable text colour for the last price's tag. */
export const BAR_COLOURS = [
  'candleUp',
  'candleDown',
  'candleUpAlt',
  'candleDownAlt',
  'longSupport',
  'longShort',
  'liquiditySpread',
  'crosshair',
] as const satisfies readonly (keyof typeof CHART)[];

export type BarColour = (typeof BAR_COLOURS)[number];

/** The colours of rising and falling bars; always two different ones. */
export type CandleColours = { up: BarColour; down: BarColour };

export const STANDARD_COLOURS: CandleColours = { up: 'candleUp', down: 'candleDown' };
/** Distinguishable with red-green colour blindness. */
export const COLOUR_BLIND_COLOURS: CandleColours = { up: 'candleUpAlt', down: 'candleDownAlt' };

export const BAR_COLOUR_NAMES: Readonly<Record<BarColour, string>> = {
  candleUp: 'Green',
  candleDown: 'Red',
  candleUpAlt: 'Blue',
  candleDownAlt: 'Orange',
  longSupport: 'Violet',
  longShort: 'Pink',
  liquiditySpread: 'Gold',
  crosshair: 'Grey',
};

export function areSameColours(one: CandleColours, other: CandleColours): boolean {
  return one.up === other.up && one.down === other.down;
}

/** Stored colours; the standard ones where a colour is not offered, or both are the same. */
export function readCandleColours(stored: unknown): CandleColours {
  // Older versions stored the name of one of two sets.
  if (stored === 'colourBlind') return COLOUR_BLIND_COLOURS;
  const fields = record(stored);
  const up = BAR_COLOURS.find((one) => one === fields.up);
  const down = BAR_COLOURS.find((one) => one === fields.down);
  return up && down && up !== down ? { up, down } : STANDARD_COLOURS;
}

/** The canvas's colours, from the tokens of the page's style sheet. */
export function canvasTheme(theme: ThemeName, { up, down }: CandleColours): ChartTheme {
  const index = themeIndex(theme);
  const line = (token: keyof typeof CHART) => CHART[token][index][0];
  const tag = (token: keyof typeof CHART) => CHART[token][index][1] ?? TEXTS.text[index];
  const studies = STUDY_COLOURS.map((token) => [token, { line: line(token), tagText: tag(token) }]);
  return {
    isDark: theme === 'dark',
    background: GROUNDS['chart-bg'][index],
    grid: GROUNDS['chart-grid'][index],
    axisText: line('axisText'),
    border: GROUNDS.border[index],
    crosshair: line('crosshair'),
    crosshairText: tag('crosshair'),
    candleUp: line(up),
    candleDown: line(down),
    candleUpText: tag(up),
    candleDownText: tag(down),
    studies: Object.fromEntries(studies) as ChartTheme['studies'],
    zoneLine: line('zoneLine'),
    textDim: TEXTS['text-dim'][index],
  };
}

/** Time zones of the chart's clock. */
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

/** The engine's name of a choice: it resolves the exchange's and the browser's zone itself. */
export function engineZoneOf(choice: ZoneChoice): string {
  if (choice === 'exchange') return EXCHANGE_ZONE;
  return choice === 'local' ? LOCAL_ZONE : zoneOf(choice, EXCHANGE_ZONE);
}

/** The choice behind an engine's zone; the exchange where there is none. */
export function choiceOfZone(engineZone: string): ZoneChoice {
  return ZONE_CHOICES.find((choice) => engineZoneOf(choice) === engineZone) ?? 'exchange';
}

/** A choice with its zone's present name, `Johannesburg (SAST)`; the name once where both are the same. */
export function zoneLabel(choice: ZoneChoice, exchangeZone: string, nowMs: number): string {
  const label = ZONE_LABELS[choice];
  const name = zoneName(zoneOf(choice, exchangeZone), nowMs);
  return name === label ? label : `${label} (${name})`;
}
