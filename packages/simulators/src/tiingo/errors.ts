import { type Answer, json, page, text } from '../server/answer.ts';
import type { AnsweredFault } from '../server/provider.ts';

const UPGRADE = 'Please upgrade at https://api.tiingo.com/pricing to have your limits increased.';

/** `{"detail": …}`, the shape of every error but one. */
export function detail(message: string, status: number): Answer {
  return json({ detail: message }, status);
}

export const NOT_FOUND = detail('Not found.', 404);
export const INVALID_TOKEN = detail('Invalid token.', 401);
export const MISSING_TOKEN = detail('Please supply a token', 403);

/** A ticker the end-of-day endpoints do not know. */
export function unknownTicker(ticker: string): Answer {
  return detail(`Error: Ticker '${ticker}' not found`, 404);
}

/** Tiingo's own words for a fault. The cap on symbols is plain text with status 200; 403 has no body at all. */
export function tiingoFault(fault: AnsweredFault): Answer {
  switch (fault) {
    case '401':
      return INVALID_TOKEN;
    case '402':
    case '403':
      return text('', 403);
    case '429':
      return detail(`Error: You have run over your hourly request allocation. ${UPGRADE}`, 429);
    case '500':
      return page('<h1>Server Error (500)</h1>', 500);
    case 'maintenance':
      return page('<html><body><h1>503 Service Unavailable</h1></body></html>', 503);
    case 'errorWith200':
      return text(`You have run over your 500 symbol look up for this month. ${UPGRADE}`);
  }
}
