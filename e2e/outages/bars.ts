import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ExchangeName } from '../../packages/contract/src/index.ts';
import type { Feed, InstrumentRef } from '../../packages/feeds/src/index.ts';
import type { Device } from './account.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** One-minute bars by their time in ms, as text: `open,high,low,close,volume`. */
export type Bars = Map<number, string>;
export type Span = { fromMs: number; toMs: number };
export type Instrument = { exchange: ExchangeName } & InstrumentRef;

type BarFields = Record<'open' | 'high' | 'low' | 'close', number> & {
  time: number;
  volume?: number | null;
};

const textOf = ({ open, high, low, close, volume }: BarFields) =>
  [open, high, low, close, volume ?? ''].join(',');

/** The cells of a line; those that hold a comma stand in quotes and are of no use here. */
const cellsOf = (line: string) => line.replace(/"[^"]*"/g, '').split(',');

const SAVED_MS = 30_000;

/** The bars on the screen, as the page exports them; rejects where none come within half a minute. */
export async function drawnBars(page: Page): Promise<Bars> {
  const saved = page.waitForEvent('download', { timeout: SAVED_MS });
  // The click may fail first.
  saved.catch(() => {});
  // A tab that saves a file navigates nowhere: there is nothing to wait for after it.
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

/** The bars of the server; none while it is too busy to answer. */
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

/** The bars of the vendor itself. */
export async function trueBars(feed: Feed, instrument: Instrument, span: Span): Promise<Bars> {
  const bars = await feed.history({ instrument, resolution: '1', ...span });
  return new Map(bars.map((bar) => [bar.time, textOf(bar)]));
}

/** A bar that is not what it should be. */
export type Difference = { time: number; text: string };

/** Where bars of a span differ from what they should be. */
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

/** The half hour of bars that ended before a moment. */
export function halfHourUntil(atMs: number): Span {
  const toMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  return { fromMs: toMs - 30 * MINUTE_MS, toMs };
}
