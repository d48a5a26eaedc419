import { readFileSync } from 'node:fs';
import type { Bar } from '@moneytrail/contract';
import { type BarColumns, columnsOf } from '../columns/bar-columns.ts';

/** Real bars of a fixture. */
export function readSample(file: string): BarColumns {
  const text = readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');
  const bars = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line): Bar => {
      const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = line
        .split(',')
        .map(Number);
      return { time: time * 1_000, open, high, low, close, volume };
    });
  return columnsOf(bars);
}
