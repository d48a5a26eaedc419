import {
  type Answer,
  type AnsweredFault,
  json,
  page,
  type Request,
  text,
} from '../server/provider.ts';
import type { FmpInstrument, FmpKind } from './listings.ts';

const PRICING = 'https://site.financialmodelingprep.com/developer/docs/pricing';
const LIMIT_REACHED =
  'Limit Reach . Please upgrade your plan or visit our documentation for more details at https://site.financialmodelingprep.com/';

function errorMessage(message: string, status: number): Answer {
  return json({ 'Error Message': message }, status);
}

export const INVALID_KEY = errorMessage(
  'Invalid API KEY. Feel free to create a Free API Key or visit https://site.financialmodelingprep.com/faqs?search=why-is-my-api-key-invalid for more information.',
  401,
);

export const LEGACY_ENDPOINT = errorMessage(
  'Legacy Endpoint : Due to Legacy endpoints being no longer supported - This endpoint is only available for legacy users who have valid subscriptions prior August 31, 2025. ' +
    `Please visit our subscription page to upgrade your plan at ${PRICING}`,
  403,
);

export const MISSING_PARAMETER = errorMessage(
  'Query Error: Invalid or missing query parameter',
  400,
);

/** FMP's 402 for a symbol outside the plan is plain text, not JSON. */
function premiumSymbol(request: Request): Answer {
  const parameter = request.query.symbols === undefined ? 'symbol' : 'symbols';
  return text(
    `Premium Query Parameter: 'Special Endpoint : This value set for '${parameter}' is not available under your current subscription please visit our subscription page to upgrade your plan at ${PRICING}'`,
    402,
  );
}

/** FMP's response to a fault. */
export function fmpFault(fault: AnsweredFault, request: Request): Answer {
  switch (fault) {
    case '401':
      return INVALID_KEY;
    case '402':
      return premiumSymbol(request);
    case '403':
      return LEGACY_ENDPOINT;
    case '429':
      return errorMessage(LIMIT_REACHED, 429);
    case '500':
      return text('Internal Server Error', 500);
    case 'maintenance':
      return page('<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>', 503);
    case 'errorWith200':
      return errorMessage(LIMIT_REACHED, 200);
  }
}

type Handle = (request: Request) => Answer;

/** The ways a request selects instruments; every response is a list, empty for unknown symbols. */
export type Selection = {
  /** By `symbol`. */
  one: (rows: (instrument: FmpInstrument, request: Request) => readonly unknown[]) => Handle;
  /** By a comma-separated list in `symbols`. */
  many: (row: (instrument: FmpInstrument) => unknown) => Handle;
  /** By kind. */
  kind: (kind: FmpKind, row: (instrument: FmpInstrument) => unknown) => Handle;
  /** By a condition. */
  where: (
    matches: (instrument: FmpInstrument, request: Request) => boolean,
    row: (instrument: FmpInstrument) => unknown,
  ) => Handle;
};

function list(rows: readonly unknown[]): Answer {
  return json(rows.filter((row) => row !== null));
}

export function createSelection(instruments: ReadonlyMap<string, FmpInstrument>): Selection {
  const all = [...instruments.values()];
  return {
    one: (rows) => (request) => {
      if (!request.query.symbol) return MISSING_PARAMETER;
      const instrument = instruments.get(request.query.symbol.toUpperCase());
      return list(instrument ? rows(instrument, request) : []);
    },
    many: (row) => (request) => {
      if (!request.query.symbols) return MISSING_PARAMETER;
      const symbols = request.query.symbols.toUpperCase().split(',');
      return list(symbols.flatMap((symbol) => instruments.get(symbol) ?? []).map(row));
    },
    kind: (kind, row) => () => list(all.filter((instrument) => instrument.kind === kind).map(row)),
    where: (matches, row) => (request) =>
      list(all.filter((instrument) => matches(instrument, request)).map(row)),
  };
}
