import type { ImportRequest } from '@moneytrail/contract';
import { IMPORTED } from '@moneytrail/contract';
import type { Db } from '../../../db/index.ts';
import {
  type ByteSource,
  importInPieces,
  type PlanOutcome,
  readBarPieces,
} from '../../bars/index.ts';
import {
  findInstrument,
  type Instrument,
  showImported,
  storeImported,
} from '../../catalogue/index.ts';

/** A labelled file is refused: prices that a simulator made up would be taken for real ones. */
export const SIMULATED_REFUSAL =
  'The file is labelled as simulated. Simulated prices are never shown as imported ones.';

/** An instrument that gets a further file, with what it keeps, for people. */
export function keptLine(
  { ticker, description, type, hours, importAccess }: Instrument,
  { access, isAccessKept = false }: Pick<ImportRequest, 'access' | 'isAccessKept'>,
): string {
  const kept = importAccess ?? access;
  const isKept = isAccessKept || access === kept;
  const end = isKept ? `access ${kept}: kept` : `kept, access ${access} instead of ${kept}`;
  return `Adds to: ${ticker}, ${description}; type ${type}, hours ${hours.id}, ${end}`;
}

/** The instrument that a file becomes or adds to. */
export type ImportedInstrument = Pick<
  ImportRequest,
  'code' | 'description' | 'type' | 'marketHours' | 'access' | 'isAccessKept'
>;

/**
 * Stores a planned file as an instrument of the exchange Imported, which becomes visible once its bars are stored. An
 * existing one keeps its name, type and hours, and with `isAccessKept` its access. Repeating it changes nothing.
 */
export async function storeAsImported(
  deps: { db: Db; clock: { now: () => number } },
  { code, access, isAccessKept = false, ...described }: ImportedInstrument,
  { reading, target, plan }: PlanOutcome & { kind: 'planned' },
  open: ByteSource,
): Promise<{ instrument: Instrument; count: number }> {
  if (plan.isSimulated) throw new Error(SIMULATED_REFUSAL);
  const { db } = deps;
  const { resolution, priceScale } = plan;
  const known = isAccessKept ? await findInstrument(db, IMPORTED, code) : null;
  const imported = {
    access: known?.importAccess ?? access,
    finestResolution: resolution,
  };
  const id = await storeImported(db, { code, ...described, priceScale, imported });
  const instrument = await findInstrument(db, IMPORTED, code);
  if (!instrument) throw new Error(`${code} was not stored`);
  const pieces = readBarPieces(open, reading, target);
  const count = await importInPieces(deps, { instrument, resolution, pieces });
  await showImported(db, id, resolution);
  return { instrument, count };
}
