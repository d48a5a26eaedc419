import { errorBody, getHistory, historyError } from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { AnyEndpoint } from './route.ts';

type Json = Record<string, unknown>;

/** A schema in OpenAPI 3.1, for requests or for responses. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parametersOf(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: each,
  }));
}

const BODY_TYPES = {
  json: 'application/json',
  raw: 'application/octet-stream',
};

function bodyOf({ body, bodyKind = 'json' }: AnyEndpoint): Json {
  if (!body) return {};
  const schema = bodyKind === 'raw' ? {} : schemaOf(body, 'input');
  return { requestBody: { required: true, content: { [BODY_TYPES[bodyKind]]: { schema } } } };
}

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

function responsesOf(endpoint: AnyEndpoint): Json {
  const failure = endpoint.path === getHistory.path ? 'HistoryFailure' : 'Failure';
  const success =
    endpoint.response instanceof z.ZodMiniUndefined
      ? { '204': { description: 'Done; there is nothing to tell.' } }
      : { '2XX': { description: 'Done.', ...json(schemaOf(endpoint.response, 'output')) } };
  const described = {
    description: 'Not done.',
    ...json({ $ref: `#/components/schemas/${failure}` }),
  };
  return { ...success, default: described };
}

/** Notes on the instruments in an answer. */
const PRICES = {
  instrument: 'An instrument that the caller may not see is refused with `SOURCE_LOCKED`.',
  list: 'What the caller may not see is left out or says that it is locked.',
  preview: 'Shows every caller what a visitor may see.',
};

function operationOf(endpoint: AnyEndpoint): Json {
  const { access, permission, prices = 'none', isMetered, isSigned } = endpoint;
  const [, , group = 'service'] = endpoint.path.split('/');
  const needs = [
    access === 'fullAccess' ? 'full access' : access === 'superAdmin' ? 'a super admin' : null,
    permission ? `the permission ${permission}` : null,
  ].filter((each) => each !== null);
  const notes = [
    needs.length > 0 ? `Needs ${needs.join(' and ')}.` : null,
    prices === 'none' ? null : PRICES[prices],
    isSigned ? 'A signature over the bytes of the body proves who sends it.' : null,
    isMetered ? 'Visitors have a small number of these calls a minute.' : null,
  ].filter((each) => each !== null);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(notes.length > 0 ? { description: notes.join(' ') } : {}),
    tags: [group],
    security: isSigned ? [{}] : access === 'public' ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...bodyOf(endpoint),
    responses: responsesOf(endpoint),
  };
}

/** The OpenAPI 3.1 document of the API. */
export function describeInterface(endpoints: readonly AnyEndpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Moneytrail', version: '1', description: 'Market data, studies and accounts.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Failure: schemaOf(errorBody, 'output'),
        HistoryFailure: schemaOf(historyError, 'output'),
      },
    },
  };
}
