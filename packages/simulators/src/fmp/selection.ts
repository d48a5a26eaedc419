import { type Answer, json, type Request } from '../server/answer.ts';
import { MISSING_PARAMETER } from './errors.ts';
import type { FmpInstrument, FmpKind } from './listings.ts';

type Handle = (request: Request) => Answer;

/** Ways a request chooses instruments; every answer is a list, empty for symbols FMP does not know. */
export type Selection = {
  /** The one `symbol`. */
  one: (rows: (instrument: FmpInstrument, request: Request) => readonly unknown[]) => Handle;
  /** All of a comma list in `symbols`. */
  many: (row: (instrument: FmpInstrument) => unknown) => Handle;
  /** All of some kind. */
  kind: (kind: FmpKind, row: (instrument: FmpInstrument) => unknown) => Handle;
  /** Those that a condition picks. */
  where: (
    matches: (instrument: FmpInstrument, request: Request) => boolean,
    row: (instrument: FmpInstrument) => unknown,
  ) => Handle;
};

function list(rows: readonly unknown[]): Answer {
  return json(rows.filter((row) => row !== null));
}

/** Selection over the instruments of the stand-in. */
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
