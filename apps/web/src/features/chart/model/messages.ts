import type { PriceScale } from '@moneytrail/chart';

/** Names of the price scales. */
export const SCALE_LABELS: Readonly<Record<PriceScale, string>> = {
  normal: 'Linear',
  log: 'Logarithmic',
  percent: 'Percent',
};

export const PREPARING = 'Preparing chart…';
export const SOURCE_LOCKED = 'Source locked';
export const SIMULATED = 'Simulated';

/** Lists show stored prices only: no vendor is asked for them. */
export const NO_PRICE = 'No price is known yet: open the chart to load it.';

export function loadingText(code: string, resolution: string): string {
  return `Loading ${code} ${resolution}…`;
}

export function stillLoadingText(source: string): string {
  return `Still loading from ${source}…`;
}

export const SHOW_STORED = 'Show stored data';

export function storedShownText(source: string): string {
  return `Stored data is shown; newer bars from ${source} are still missing.`;
}

export function offlineText(exchange: string): string {
  return `${exchange} is currently offline. Stored data is shown; live updates resume when the source is back.`;
}

export function tooFewBarsText(needed: number, has: number): string {
  return `needs ${needed} bars, has ${has}`;
}

/** Reasons for unknown prices, changes and volumes. */
export const NO_BARS = 'no bar is loaded';
export const NO_CHANGE = 'the bar before is not known';
export const NO_SESSION_CLOSE = 'the close of the session before is not known';

/** For a change, to tell its base. */
export function sessionCloseText(price: string): string {
  return `Close of the session before: ${price}`;
}
/** In place of the values of a study whose turn has not come. */
export const COMPUTING = 'Computing…';
export const NO_VOLUME = 'this market reports no volume';

export const LINK_ENDED = 'This link leads to no chart any more.';

export const NONE_CLOSED = 'No bar has closed yet';

/** `White maize has no 4h bars; 1D is shown.` */
export function noIntervalText(name: string, missing: string, shown: string): string {
  return `${name} has no ${missing} bars; ${shown} is shown.`;
}

/** For a symbol that is opened by itself once it can be reached. */
export function unreachedText(symbol: string, shown: string): string {
  return `${symbol} could not be reached. ${shown} is still shown until it can.`;
}

/** For a symbol that must be requested again. */
export function tooSlowText(symbol: string, shown: string): string {
  return `${symbol} took too long to load. ${shown} is still shown.`;
}

/** A failure that repeats by itself is told once it has lasted for this long. */
export const QUIET_MS = 15_000;

/** The code of studies on the chart could not be loaded. */
export const STUDIES_MISSING = 'Some indicators could not be loaded.';

/** Parts beside the bars are loaded again by themselves. */
export const PARTS_MISSING = 'Some chart tools are not loaded yet.';

/** Computed marks stand in for the published ones. */
export const MARKS_MISSING =
  'The published marks could not be read. The marks shown are computed from these bars.';
export const SOME_MARKS_MISSING =
  'Some published marks could not be read. The marks shown are computed from these bars.';

/** In place of the summary while the chart is replayed. */
export const SUMMARY_PAUSED =
  'The summary has live figures, so it is hidden during a replay. The values of the replayed bar stand in the legend.';
/** Beside live prices while the chart is replayed. */
export const PRICES_STAY_LIVE = 'Prices here are live: the replay concerns the chart alone.';
