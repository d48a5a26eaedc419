import { expect, test } from 'vitest';
import { INSTRUMENT_TEXTS, resyncText, UPDATED_TEXTS } from './features/admin-instruments/texts.ts';
import { OPERATIONS_TEXTS } from './features/operations/texts.ts';

/** Texts the specification quotes for All Exchanges and Error Logs, each with its counterpart in the catalogue. */
const QUOTED: readonly (readonly [quoted: string, ours: string])[] = [
  ['All Exchanges', INSTRUMENT_TEXTS.title],
  ['No exchanges found.', INSTRUMENT_TEXTS.noExchanges],
  ['(OFFLINE)', INSTRUMENT_TEXTS.offline],
  ["Search for any symbols e.g. ' GOLD '", INSTRUMENT_TEXTS.searchHint],
  ['Exchange is currently unavailable.', INSTRUMENT_TEXTS.unavailable],
  ['No enabled instruments.', INSTRUMENT_TEXTS.noEnabled],
  ['No symbols available.', INSTRUMENT_TEXTS.noAvailable],
  ['Not synced today', INSTRUMENT_TEXTS.notSynced],
  ['Updated Enabled and Disabled instruments', UPDATED_TEXTS.BVG],
  ['Updated Enabled and Disabled FMP symbols', UPDATED_TEXTS.FMP],
  ['Updated Enabled and Disabled Bitfinex symbols', UPDATED_TEXTS.Bitfinex],
  ['Updated Enabled and Disabled Tiingo symbols', UPDATED_TEXTS.Tiingo],
  ['Resync triggered for GOLD @ FMP', resyncText('GOLD', 'FMP')],
  ['Error Logs', OPERATIONS_TEXTS.errors.title],
  ['No errors found.', OPERATIONS_TEXTS.errors.none],
  ['Timestamp', OPERATIONS_TEXTS.errors.columns.timestamp],
  ['Source', OPERATIONS_TEXTS.errors.columns.source],
  ['Message', OPERATIONS_TEXTS.errors.columns.message],
  ['Context', OPERATIONS_TEXTS.errors.columns.context],
];

test.each(QUOTED)('"%s" is as the specification quotes it', (quoted, ours) => {
  expect(ours).toBe(quoted);
});
