import { errorBody, getHistory, historyError, register } from '@moneytrail/contract';
import { ENDPOINT_NOTES } from '@moneytrail/contract/described';
import * as z from 'zod/mini';
import type { AnyEndpoint } from '../route-config.ts';
import { failureComponents, failuresOf } from './failures.ts';
import type { ForeignOperation } from './foreign-operation.ts';
import { groupOf, tagsOf } from './groups.ts';
import { INTRODUCTION, VERSION } from './introduction.ts';
import { createSchemaWriter, type Json, parametersIn, type SchemaWriter } from './json-schema.ts';

const RAW = { type: 'string', format: 'binary' };

function bodyOf(writer: SchemaWriter, endpoint: AnyEndpoint): Json {
  const { name, body, bodyKind = 'json', isSigned } = endpoint;
  if (!body) return {};
  const isRaw = bodyKind === 'raw';
  const schema = isRaw
    ? isSigned
      ? { type: 'object' }
      : RAW
    : writer.write(body, 'input', [name, 'body']);
  const type = isRaw && !isSigned ? 'application/octet-stream' : 'application/json';
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

/** Statuses that texts name, such as `409`. */
const statusesIn = (text: string) =>
  [...text.matchAll(/`([45]\d\d)`/g)].map(([, status]) => Number(status));

/** Every call may have these: an unknown parameter, a bad token, a key without the scope, a limit, and failures of ours. */
const OF_ALL = [400, 401, 403, 429, 500, 503];

/** The failures that the parts of an endpoint imply, and those that its text names. */
function statusesOf({ name, params, body, prices, revises }: AnyEndpoint): Set<number> {
  return new Set([
    ...OF_ALL,
    ...(params || prices === 'instrument' ? [404] : []),
    ...(revises ? [409] : []),
    ...(body ? [413] : []),
    ...statusesIn(ENDPOINT_NOTES[name]?.toString() ?? ''),
  ]);
}

function responsesOf(writer: SchemaWriter, endpoint: AnyEndpoint): Json {
  const { name, response, path } = endpoint;
  const isEmpty = response instanceof z.ZodMiniUndefined;
  const schema = isEmpty ? {} : writer.write(response, 'output', [name, 'response']);
  const success = isEmpty
    ? { '204': { description: 'Done; there is nothing to tell.' } }
    : {
        [name === register.name ? '201' : '200']: {
          description: 'Done.',
          content: { 'application/json': { schema } },
        },
      };
  const failed = path === getHistory.path ? 'HistoryFailure' : 'Failure';
  return { ...success, ...failuresOf(statusesOf(endpoint), failed) };
}

/** Notes on the instruments in an answer. */
const PRICES = {
  instrument: 'An instrument that the caller may not see is refused with `SOURCE_LOCKED`.',
  list: 'Instruments that the caller may not see are left out or marked as locked.',
  preview: 'Shows every caller what a visitor may see.',
};

function keysOf({ scope, isSigned }: AnyEndpoint): string {
  if (isSigned) return '';
  if (scope === undefined) return 'API keys may not make this call.';
  return scope === 'any'
    ? 'Every API key may make this call.'
    : `API keys need the scope \`${scope}\`.`;
}

/** The description of an operation outside the contract, with the scope that its security names. */
function foreignDescription({ description = '', security }: ForeignOperation['operation']): string {
  const [, scope] = /"token":\["([^"]+)"\]/.exec(JSON.stringify(security) ?? '') ?? [];
  const keys = scope ? `API keys need the scope \`${scope}\`.` : 'Needs no key.';
  return `${description} ${keys}`.trim();
}

function descriptionOf(endpoint: AnyEndpoint): string {
  const { name, access, permission, prices = 'none', isMetered, isSigned } = endpoint;
  const needs = [
    access === 'fullAccess' ? 'full access' : access === 'superAdmin' ? 'a super admin' : null,
    permission ? `the permission \`${permission}\`` : null,
  ].filter((each) => each !== null);
  const notes = [
    ENDPOINT_NOTES[name]?.toString() ?? '',
    needs.length > 0 ? `Needs ${needs.join(' and ')}.` : '',
    prices === 'none' ? '' : PRICES[prices],
    isSigned ? 'A signature over the bytes of the body proves the sender.' : '',
    isMetered ? 'Visitors may make 30 of these calls a minute.' : '',
    keysOf(endpoint),
  ];
  return notes.filter((each) => each !== '').join(' ');
}

/** Calls without a security requirement; others accept visitors besides callers with a token. */
function securityOf({ access, isSigned, scope }: AnyEndpoint): Json[] {
  if (isSigned) return [{}];
  const token = { token: scope === undefined || scope === 'any' ? [] : [scope] };
  return access === 'public' ? [{}, token] : [token];
}

function operationOf(writer: SchemaWriter, endpoint: AnyEndpoint): Json {
  const { name, summary, params, query } = endpoint;
  const description = descriptionOf(endpoint);
  return {
    operationId: name,
    summary,
    ...(description === '' ? {} : { description }),
    tags: [groupOf(endpoint)],
    security: securityOf(endpoint),
    parameters: [
      ...(params ? parametersIn('path', writer.write(params, 'input', [name, 'params'])) : []),
      ...(query ? parametersIn('query', writer.write(query, 'input', [name, 'query'])) : []),
    ],
    ...bodyOf(writer, endpoint),
    responses: responsesOf(writer, endpoint),
  };
}

/** The OpenAPI 3.1 document of the API. */
export function describeInterface(
  endpoints: readonly AnyEndpoint[],
  foreign: readonly ForeignOperation[],
): Json {
  const writer = createSchemaWriter();
  writer.write(errorBody, 'output', []);
  writer.write(historyError, 'output', []);
  const operations = [
    ...endpoints.map((endpoint) => ({
      path: endpoint.path.replace(/:(\w+)/g, '{$1}'),
      method: endpoint.method.toLowerCase(),
      group: groupOf(endpoint),
      told: operationOf(writer, endpoint),
    })),
    ...foreign.map(({ path, method, group, operation }) => ({
      path,
      method,
      group,
      told: { tags: [group], ...operation, description: foreignDescription(operation) },
    })),
  ];
  const paths: Record<string, Json> = {};
  for (const { path, method, told } of operations) {
    paths[path] = { ...paths[path], [method]: told };
  }
  const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Moneytrail API',
      version: VERSION,
      description: INTRODUCTION,
      // Links would have to hold the address of the server: the introduction has that of the terms.
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: tagsOf(new Set(operations.map(({ group }) => group))),
    paths: Object.fromEntries(Object.entries(paths).sort(byName)),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key that begins with `mt_`, a token of a customer that begins with `mtt_`, or the access token of a sign-in.',
        },
      },
      schemas: Object.fromEntries(Object.entries(writer.components).sort(byName)),
      responses: failureComponents(),
    },
  };
}
