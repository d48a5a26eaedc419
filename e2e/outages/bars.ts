import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { MINUTE_MS, SECOND_MS } from '../../packages/calendar/src/index.ts';
import type { FeedExchange } from '../../packages/contract/src/index.ts';
import type { Feed, InstrumentRef } from '../../packages/feeds/src/index.ts';
import type { Device } from './account.ts';

/** One-minute bars by their time in ms, as text: `open,high,low,close,volume`. */
export type Bars = Map<number, string>;
export type Span = { fromMs: number; toMs: number };
export type Instrument = { exchange: FeedExchange } & InstrumentRef;

type BarFields = Record<'open' | 'high' | 'low' | 'close', number> & {
  time: number;
  volume?: number | null;
};

const textOf = ({ open, high, low, close, volume }: BarFields) =>
  [open, high, low, close, volume ?? ''].join(',');

/** The cells of a line; quoted cells are not needed and are emptied. */
const cellsOf = (line: string) => line.replace(/"[^"]*"/g, '').split(',');

const SAVED_MS = 30_000;

/** The bars on the screen, read from the page's export; rejects after half a minute. */
export async function drawnBars(page: Page): Promise<Bars> {
  const saved = page.waitForEvent('download', { timeout: SAVED_MS });
  // The click may fail first.
  saved.catch(() => {});
  // A download does not navigate, so there is nothing to wait for.
  await page.getByRole('button', { name: 'Save bars as CSV' }).click({ noWaitAfter: true });
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
  const headAt = lines.findIndex((line) => !line.startsWith('#'));
  const heads = cellsOf(lines[headAt] ?? '');
  const places = ['open', 'high', 'low', 'close', 'volume'].map((name) => heads.indexOf(name));
  return new Map(
    lines.slice(headAt + 1).map((line) => {
      const cells = cellsOf(line);
      return [Date.parse(cells[0] ?? ''), places.map((place) => cells[place] ?? '').join(',')];
    }),
  );
}

/** The bars of the server; empty while it is too busy. */
export async function servedBars(
  device: Device,
  { exchange, code }: Instrument,
  { fromMs, toMs }: Span,
): Promise<Bars> {
  const span = `fromTs=${fromMs / SECOND_MS}&toTs=${toMs / SECOND_MS}`;
  const symbol = encodeURIComponent(code);
  const path = `/api/data/histoday?e=${exchange}&fsym=${symbol}&resolution=1&${span}`;
  const answer = await device.get(path);
  const bars = (answer as { Data: BarFields[] } | null)?.Data ?? [];
  return new Map(bars.map((bar) => [bar.time, textOf(bar)]));
}

/** The bars of the vendor. */
export async function trueBars(feed: Feed, instrument: Instrument, span: Span): Promise<Bars> {
  const bars = await feed.history({ instrument, resolution: '1', ...span });
  return new Map(bars.map((bar) => [bar.time, textOf(bar)]));
}

/** A bar that differs from the expected one. */
export type Difference = { time: number; text: string };

/** The differences between two sets of bars within a span. */
export function differences(
  name: string,
  is: Bars,
  should: Bars,
  { fromMs, toMs }: Span,
): Difference[] {
  const times = [...new Set([...is.keys(), ...should.keys()])].sort((a, b) => a - b);
  return times
    .filter((time) => time >= fromMs && time < toMs && is.get(time) !== should.get(time))
    .map((time) => {
      const when = new Date(time).toISOString().slice(11, 16);
      const text = `${when} ${name}: ${is.get(time) ?? 'none'} for ${should.get(time) ?? 'none'}`;
      return { time, text };
    });
}

/** The half hour of bars before a moment. */
export function halfHourUntil(atMs: number): Span {
  const toMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  return { fromMs: toMs - 30 * MINUTE_MS, toMs };
}
