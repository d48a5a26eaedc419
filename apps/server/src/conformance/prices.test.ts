import { endpoint } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from './testing/endpoints.ts';

/** Names under which the interface answers prices and what is computed from them. */
const PRICE = /^(open|high|low|close|price|\w+(Price|Close|Open|High|Low|Resistance|Support))$/;

const isText = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string';

/** The names of all fields of an answer but texts, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
      ? Object.entries(schema.properties).flatMap(([name, value]) => (isText(value) ? [] : name))
      : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

const carriesPrices = ({ response }: { response: z.ZodMiniType }) =>
  namesIn(z.toJSONSchema(response, { unrepresentable: 'any' })).some((name) => PRICE.test(name));

describe('C40: an endpoint whose answer carries prices', () => {
  test('declares its instruments, so that the router checks access', () => {
    const priced = ENDPOINTS.filter(carriesPrices);
    expect(priced.map(({ name }) => name).toSorted()).toEqual([
      'changeAlert',
      'createAlert',
      'getHistory',
      'getMarks',
      'getPriceSignal',
      'getQuarantineEvidence',
      'getQuotes',
      'getRuleTest',
      'getSignalRecord',
      'getSummary',
      'getSymbolOverview',
      'listAlertFirings',
      'listAlerts',
      'listQuarantinedBars',
      'listRuleTests',
      'readWatchRows',
      'resendAlertFiring',
      'screenInstruments',
      'startRuleTest',
    ]);
    // Super admins see every instrument. The prices of alerts and of rules are the account's own, and those of firings were
    // told to it when it had the right.
    const own = ['listAlerts', 'listAlertFirings', 'listRuleTests', 'resendAlertFiring'];
    const silent = priced.filter(
      ({ name, prices = 'none', access }) =>
        prices === 'none' && access !== 'superAdmin' && !own.includes(name),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('is recognised wherever in the answer they are', () => {
    const planted = endpoint({
      name: 'planted',
      summary: 'Is there for a test.',
      method: 'GET',
      path: '/api/planted',
      access: 'public',
      response: z.strictObject({
        rows: z.array(z.strictObject({ last: z.strictObject({ close: z.number() }) })),
      }),
    });
    expect(carriesPrices(planted)).toBe(true);
  });
});
