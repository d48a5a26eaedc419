import { historyQuery, login, streamRequest } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseInWords } from './problem-words.ts';

function problemOf(schema: z.ZodMiniType, value: unknown) {
  const parsed = parseInWords(schema, value, 'body');
  return parsed.ok ? null : parsed.problem;
}

const QUERY = { e: 'FMP', fsym: 'AAPL', resolution: '1D', fromTs: '1', toTs: '2' };
const without = (name: keyof typeof QUERY) => ({ ...QUERY, [name]: undefined });

test.each<[z.ZodMiniType, unknown, string | null]>([
  [historyQuery, QUERY, null],
  [historyQuery, without('fsym'), 'fsym is missing'],
  [
    historyQuery,
    without('fromTs'),
    'fromTs is missing; it must be a whole number of seconds from 0 to 100000000000, not milliseconds',
  ],
  [
    historyQuery,
    without('resolution'),
    expect.stringMatching(/^resolution is missing; it must be one of 1, /),
  ],
  [historyQuery, { ...QUERY, order: 'any' }, 'order: must be one of newest, oldest'],
  [historyQuery, { ...QUERY, e: 'x'.repeat(21) }, 'e: must have at most 20 characters'],
  [historyQuery, { ...QUERY, colour: 'red' }, 'colour: is not known here'],
  [
    login.body ?? z.any(),
    { username: undefined, password: 'x', deviceId: 'y' },
    'username: Email is required',
  ],
  [login.body ?? z.any(), null, 'body: must be an object'],
  [streamRequest, { type: 'subscribe' }, 'channels is missing'],
  [streamRequest, { type: 'shout' }, 'type: is not valid'],
  [
    z.object({ rows: z.array(z.int()).check(z.minLength(1)) }),
    { rows: [] },
    'rows: must have at least 1 item',
  ],
  [z.object({ rows: z.array(z.int()) }), { rows: [1, 'x'] }, 'rows.1: must be a number'],
  [z.object({ count: z.number().check(z.gt(0)) }), { count: 0 }, 'count: must be more than 0'],
  [z.object({ id: z.uuid() }), { id: 'x' }, 'id: must be a UUID'],
  [z.object({ isOn: z.boolean() }), { isOn: 'x' }, 'isOn: must be true or false'],
  [
    z.object({ count: z.number().check(z.multipleOf(5)) }),
    { count: 3 },
    'count: must be a multiple of 5',
  ],
])('a problem is told in our words, for case %#', (schema, value, problem) => {
  expect(problemOf(schema, value)).toEqual(problem);
});
