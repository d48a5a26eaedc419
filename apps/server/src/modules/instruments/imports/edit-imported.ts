import type { MarketHoursId } from '@moneytrail/calendar';
import {
  AppError,
  type ExchangeInstruments,
  IMPORTED,
  type ImportAccess,
  type InstrumentType,
} from '@moneytrail/contract';
import { INSTRUMENTS_CHANGED } from '../../../bus/index.ts';
import {
  changeImported,
  type Instrument,
  lockInstruments,
  takeRevision,
  toggledSince,
} from '../../catalogue/index.ts';
import type { Author, InstrumentDeps } from '../deps.ts';
import { readExchange } from '../lists.ts';
import { REBUILD_IMPORTED } from './run-import.ts';

type Fields = {
  description: string;
  type: InstrumentType;
  marketHours: MarketHoursId;
  access: ImportAccess;
};
type Edit = { [Name in keyof Fields]?: Fields[Name] | undefined } & {
  code: string;
  /** The revision of the exchange that the administrator saw. */
  revision?: number | undefined;
};

function fieldsOf({ description, type, hours, importAccess }: Instrument): Fields {
  return { description, type, marketHours: hours.id, access: importAccess ?? 'fullAccess' };
}

/** The given fields that differ from the present ones, with the present values and the given ones. */
function differences(present: Fields, edit: Edit) {
  const isChanged = (name: keyof Fields) =>
    edit[name] !== undefined && edit[name] !== present[name];
  const names = (['description', 'type', 'marketHours', 'access'] as const).filter(isChanged);
  const pick = (from: Edit | Fields): Partial<Fields> =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(present), after: pick(edit) };
}

/**
 * Changes name, type, hours or access of an instrument made from files. Throws 409 `RECORD_CHANGED` if it was changed after
 * the revision that the administrator saw. With other hours, a job builds its longer bars anew.
 */
export async function editImported(
  deps: InstrumentDeps,
  edit: Edit,
  author: Author,
): Promise<ExchangeInstruments> {
  const { code } = edit;
  const isChanged = await deps.db.transaction().execute(async (trx) => {
    const revision = await takeRevision(trx, IMPORTED);
    const [found] = await lockInstruments(trx, { exchange: IMPORTED, isSimulated: false }, [code]);
    if (!found?.instrument.isEnabled) {
      throw new AppError('NOT_FOUND', `There is no imported instrument ${code}.`);
    }
    const { instrument } = found;
    const { before, after } = differences(fieldsOf(instrument), edit);
    if (Object.keys(after).length === 0) return false;
    const seen = edit.revision;
    const since = { exchange: IMPORTED, revision: seen ?? revision } as const;
    if ((await toggledSince(trx, { ...since, codes: [code] })).length > 0) {
      throw new AppError('RECORD_CHANGED', `Somebody else has changed ${code} in the meantime.`);
    }
    await changeImported(trx, instrument.id, { ...after, revision });
    if (after.marketHours !== undefined) {
      const id = instrument.id;
      await deps.jobs.enqueue(REBUILD_IMPORTED, { id }, { trx, singletonKey: String(id) });
    }
    const name = `${IMPORTED}:${code}`;
    await deps.audit.append(trx, {
      ...author,
      action: 'instrument.changed',
      subjectId: null,
      before: { instrument: name, ...before },
      after: { instrument: name, ...after },
    });
    return true;
  });
  if (isChanged) {
    await deps.catalogue.reload();
    deps.bus.publish(INSTRUMENTS_CHANGED, { exchange: IMPORTED });
  }
  return readExchange(deps, IMPORTED);
}
