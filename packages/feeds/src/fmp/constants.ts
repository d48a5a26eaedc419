import type { CallLimit } from '../http/admission.ts';

export const FMP_REST_URL = 'https://financialmodelingprep.com/stable';

/** The smallest plan that serves intraday bars ("Starter"); others set their own. @see https://site.financialmodelingprep.com/developer/docs/pricing */
export const FMP_LIMITS = {
  default: { calls: 300, perMs: 60_000 },
} satisfies Record<string, CallLimit>;

/** The vendor counts by the minute and names no time of its own. */
export const FMP_REST_MS = 60_000;

/** Rows of one answer of daily bars; older ones are cut without a word. */
export const FMP_DAILY_ROWS = 5_000;

/** All intraday times and dates are wall clock of this zone, whatever the instrument. */
export const FMP_ZONE = 'America/New_York';
