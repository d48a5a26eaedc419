import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { identifyingText } from '../text.ts';

/** Commands of one account whose keys can be stored, at most. */
export const MAX_CHART_KEYS = 100;

const changedKey = z.strictObject({
  /** A command of the chart by the name that its pages give it. */
  command: identifyingText().check(z.minLength(1), z.maxLength(60)),
  /** `Alt+Shift+KeyG`: held keys in this order, then the code of the key. */
  keys: identifyingText().check(
    z.maxLength(40),
    z.regex(/^(?:Ctrl\+)?(?:Alt\+)?(?:Shift\+)?[A-Za-z0-9]+$/, 'must be keys such as Alt+KeyG'),
  ),
});
export type ChangedKey = z.infer<typeof changedKey>;

const keys = z.array(changedKey).check(
  z.maxLength(MAX_CHART_KEYS),
  z.refine(
    (all) => new Set(all.map(({ command }) => command)).size === all.length,
    'must name each command once',
  ),
);

const chartKeys = z.strictObject({
  keys: z.array(changedKey),
  /** Increases by one with every change; 0 where none was ever stored. */
  revision: z.int(),
});
export type AccountKeys = z.infer<typeof chartKeys>;

export const getChartKeys = endpoint({
  name: 'getChartKeys',
  summary: 'Reads the keys that the caller gave to commands of the chart.',
  method: 'GET',
  path: '/api/chart-keys',
  access: 'user',
  response: chartKeys,
});

export const saveChartKeys = endpoint({
  name: 'saveChartKeys',
  summary: 'Replaces the keys of commands unless they were changed elsewhere since.',
  method: 'PUT',
  path: '/api/chart-keys',
  access: 'user',
  body: z.strictObject({ baseRevision: z.int().check(z.minimum(0)), keys }),
  response: chartKeys,
});
