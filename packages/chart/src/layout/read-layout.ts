import { isResolution } from '@moneytrail/calendar';
import {
  CANDLE_TYPES,
  type ChartGuides,
  EXCHANGE_ZONE,
  LOCAL_ZONE,
  PRICE_SCALES,
} from '../chart-look.ts';
import { paneKind } from '../studies/study-places.ts';
import { type ChartLayout, LAYOUT_VERSION, writeLayout } from './chart-layout.ts';
import { entries, isBetween, list, oneOf, record, text } from './fields.ts';
import { readCompared } from './read-compared.ts';
import { readDrawings } from './read-drawings.ts';
import { readStudies } from './read-studies.ts';

/** A stored text that is no layout, or one of a newer version, which must not be written over. */
export class LayoutError extends Error {
  readonly reason: 'unreadable' | 'newer';
  constructor(reason: LayoutError['reason'], message: string) {
    super(message);
    this.name = 'LayoutError';
    this.reason = reason;
  }
}

/** What brings a layout of a version up to the next one, by the version it is of. */
const MIGRATIONS: Readonly<Record<number, (older: Record<string, unknown>) => unknown>> = {
  // Each study stood on the chart once, named by its id.
  1: (older) => ({
    ...older,
    version: 2,
    studies: list(older.studies).map((study) => ({ ...record(study), key: record(study).id })),
  }),
};

function upToDate(stored: Record<string, unknown>): Record<string, unknown> {
  const version = stored.version;
  if (typeof version !== 'number') {
    throw new LayoutError('unreadable', 'This is not a saved chart.');
  }
  if (version > LAYOUT_VERSION) {
    throw new LayoutError('newer', 'This chart was saved by a newer version. Reload the page.');
  }
  if (version === LAYOUT_VERSION) return stored;
  const migrate = MIGRATIONS[version];
  if (!migrate) throw new LayoutError('unreadable', 'This is not a saved chart.');
  return upToDate(record(migrate(stored)));
}

function isZone(zone: string): boolean {
  if (zone === EXCHANGE_ZONE || zone === LOCAL_ZONE) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Stored guides: all are shown but those that somebody hid. */
export function readGuides(stored: unknown): ChartGuides {
  const fields = record(stored);
  return {
    hasGrid: fields.hasGrid !== false,
    hasLastPriceLine: fields.hasLastPriceLine !== false,
    hasCountdown: fields.hasCountdown !== false,
    hasSessionBreaks: fields.hasSessionBreaks !== false,
  };
}

/**
 * A stored layout, brought up to this version. A field that is missing or wrong takes its usual value, an entry of a
 * list that cannot be read is left out. Throws a LayoutError where the text is no layout or one of a newer version.
 */
export function readLayout(stored: string): ChartLayout {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored);
  } catch {
    throw new LayoutError('unreadable', 'This is not a saved chart.');
  }
  const fields = upToDate(record(parsed));
  const { symbol, resolution, zone } = fields;
  if (typeof symbol !== 'string' || typeof resolution !== 'string' || !isResolution(resolution)) {
    throw new LayoutError('unreadable', 'This saved chart names no instrument.');
  }
  const zoneText = text(zone, 64);
  return {
    version: LAYOUT_VERSION,
    symbol,
    resolution,
    candleType: oneOf(fields.candleType, CANDLE_TYPES, 'candles'),
    priceScale: oneOf(fields.priceScale, PRICE_SCALES, 'normal'),
    isPriceOnly: fields.isPriceOnly !== false,
    hasVolume: fields.hasVolume !== false,
    guides: readGuides(fields.guides),
    zone: isZone(zoneText) ? zoneText : EXCHANGE_ZONE,
    studies: readStudies(fields.studies),
    panes: Object.fromEntries(
      entries(fields.panes)
        .filter(([pane, share]) => paneKind(pane) !== null && isBetween(share, 0, 1))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    compared: readCompared(fields.compared),
    drawings: readDrawings(fields.drawings),
  };
}

/**
 * All of a layout but its drawings as one text. Read and written again, equal settings are equal texts, in whatever order
 * their fields were given.
 */
export function settingsText(layout: Omit<ChartLayout, 'drawings'>): string {
  return writeLayout(readLayout(writeLayout({ ...layout, drawings: [] })));
}

/** The same without the instrument: layouts that differ in what is looked at alone have equal ones. */
export function lookText(layout: Omit<ChartLayout, 'drawings'>): string {
  return settingsText({ ...layout, symbol: '', resolution: '1D' });
}
