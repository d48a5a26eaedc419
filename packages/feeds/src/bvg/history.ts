import { resolutionMs } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { HistoryRequest } from '../feed.ts';
import { normaliseBars } from '../history/normalise-bars.ts';
import { readPages, timeWindows } from '../history/pages.ts';
import type { FeedEnvironment } from '../settings.ts';
import { BVG_RESOLUTIONS, barOfBvg } from './assumed-contract.ts';
import type { BvgClient } from './client.ts';

export type BvgHistoryDeps = { environment: FeedEnvironment; client: BvgClient; pageRows: number };

/** All bars of a contract, page by page; the forming one may be last. */
export async function readBvgHistory(
  { environment, client, pageRows }: BvgHistoryDeps,
  { instrument, resolution, fromMs, toMs, priority = 'reader' }: HistoryRequest,
  signal: AbortSignal | undefined,
): Promise<Bar[]> {
  const stepMs = resolutionMs(resolution);
  const endMs = Math.min(toMs, environment.now() + resolutionMs('1D'));
  const pages = timeWindows({ fromMs, toMs: endMs }, pageRows * stepMs);
  const rows = await readPages(pages, signal, (page, ends) =>
    client.bars(
      { contract: instrument.code, resolution: BVG_RESOLUTIONS[resolution], ...page },
      { instrument: instrument.code, priority, signal: ends },
    ),
  );
  const bars = rows.map((row) => barOfBvg(resolution, row));
  const subject = `BVG ${instrument.code} ${resolution}`;
  return normaliseBars(environment, { subject, bars, fromMs, toMs });
}
