import * as z from 'zod/mini';
import { endpoint, rawBody } from '../endpoint.ts';
import {
  exchangeName,
  importAccess,
  instrumentType,
  marketHoursId,
  storedResolution,
} from '../market/instrument.ts';
import { identifyingText, text } from '../text.ts';
import { wholeNumber } from './query-fields.ts';

/** The largest file that can be imported in the browser; the command takes larger ones. */
export const MAX_IMPORT_BYTES = 64 * 1_024 * 1_024;
/** Files are sent in parts of this length. */
export const IMPORT_PART_BYTES = 512 * 1_024;

const code = () =>
  identifyingText().check(
    z.regex(/^[A-Z0-9][A-Z0-9._-]{0,31}$/, 'must be letters, digits, . _ or -'),
  );

/** The order of the fields of a date such as 03/04/2024. */
export const dateOrder = z.enum(['d/m/y', 'm/d/y', 'y/m/d']);
const column = z.optional(text().check(z.maxLength(200)));

/**
 * The instrument of a file, and answers to what the file leaves open. An existing code keeps its name, type and hours, and
 * with `isAccessKept` its access.
 */
export const importRequest = z.strictObject({
  code: code(),
  description: identifyingText().check(z.minLength(1), z.maxLength(200)),
  type: instrumentType,
  marketHours: marketHoursId,
  access: importAccess,
  isAccessKept: z.optional(z.boolean()),
  resolution: z.optional(storedResolution),
  zone: z.optional(text().check(z.maxLength(60))),
  dates: z.optional(dateOrder),
  decimal: z.optional(z.enum(['.', ','])),
  times: z.optional(z.enum(['start', 'end'])),
  ticker: z.optional(text().check(z.maxLength(100))),
  columns: z.optional(
    z.strictObject({
      time: column,
      clock: column,
      open: column,
      high: column,
      low: column,
      close: column,
      volume: column,
    }),
  ),
});
export type ImportRequest = z.infer<typeof importRequest>;

const question = z.strictObject({
  option: z.enum(['zone', 'dates', 'decimal', 'times', 'columns', 'ticker', 'resolution']),
  text: z.string(),
  choices: z.array(z.string()),
});
export type ImportQuestion = z.infer<typeof question>;

/** The outcome of reading or storing a file; fields that do not apply are empty. */
const importOutcome = z.strictObject({
  plan: z.array(z.string()),
  questions: z.array(question),
  header: z.array(z.string()),
  badLines: z.array(z.strictObject({ line: z.int(), reason: z.string() })),
  badCount: z.int(),
  message: z.nullable(z.string()),
  suggested: z.optional(
    z.strictObject({ type: instrumentType, marketHours: marketHoursId, reason: z.string() }),
  ),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

const importState = z.strictObject({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  state: z.enum(['receiving', 'reading', 'planned', 'refused', 'storing', 'stored', 'failed']),
  doneBytes: z.int(),
  request: z.nullable(importRequest),
  outcome: z.nullable(importOutcome),
});
export type ImportState = z.infer<typeof importState>;

const params = z.strictObject({ id: z.uuid() });

export const beginImport = endpoint({
  name: 'beginImport',
  summary: 'Announces a file whose parts follow.',
  method: 'POST',
  path: '/api/admin/imports',
  access: 'superAdmin',
  body: z.strictObject({
    name: identifyingText().check(z.minLength(1), z.maxLength(200)),
    sizeBytes: z
      .int()
      .check(
        z.minimum(1),
        z.maximum(MAX_IMPORT_BYTES, 'must be at most 64 MB; the command takes larger files'),
      ),
  }),
  response: importState,
});

export const sendImportPart = endpoint({
  name: 'sendImportPart',
  summary: 'Stores a part of a file, counted from 0.',
  method: 'PUT',
  path: '/api/admin/imports/:id/parts/:part',
  access: 'superAdmin',
  params: z.strictObject({ id: z.uuid(), part: wholeNumber({ least: 0, most: 127 }) }),
  body: rawBody,
  bodyKind: 'raw',
  bodyLimitBytes: IMPORT_PART_BYTES,
  response: z.undefined(),
});

export const planImportedFile = endpoint({
  name: 'planImportedFile',
  summary: 'Reads a file in the background and says what would be stored; stores nothing.',
  method: 'POST',
  path: '/api/admin/imports/:id/plan',
  access: 'superAdmin',
  params,
  body: importRequest,
  response: importState,
});

export const storeImportedFile = endpoint({
  name: 'storeImportedFile',
  summary: 'Stores the bars of a planned file in the background.',
  method: 'POST',
  path: '/api/admin/imports/:id/store',
  access: 'superAdmin',
  params,
  response: importState,
});

export const getImport = endpoint({
  name: 'getImport',
  summary: 'Returns the state of an import.',
  method: 'GET',
  path: '/api/admin/imports/:id',
  access: 'superAdmin',
  params,
  response: importState,
});

export const dropImport = endpoint({
  name: 'dropImport',
  summary: 'Deletes a file; bars that were stored stay.',
  method: 'DELETE',
  path: '/api/admin/imports/:id',
  access: 'superAdmin',
  params,
  response: z.undefined(),
});

export const exportStoredBars = endpoint({
  name: 'exportStoredBars',
  summary: 'Returns stored bars as CSV, part by part.',
  method: 'GET',
  path: '/api/admin/instruments/bars',
  access: 'superAdmin',
  query: z.strictObject({
    exchange: exchangeName,
    symbol: identifyingText().check(z.minLength(1), z.maxLength(64)),
    resolution: storedResolution,
    fromMs: z.optional(z.coerce.number<number>().check(z.int())),
  }),
  response: z.strictObject({ text: z.string(), barCount: z.int(), nextMs: z.nullable(z.number()) }),
});
