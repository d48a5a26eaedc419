import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import {
  createLayout,
  createStreamTicket,
  errorBody,
  getAccount,
  getHistory,
  login,
  STREAM_CLOSE,
  streamMessage,
  streamRequest,
} from '@moneytrail/contract';
import { ENDPOINT_NOTES, FIELD_NOTES, SCHEMA_NOTES } from '@moneytrail/contract/described';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_DOCUMENTS } from '../../api-documents.ts';
import { ENDPOINTS } from '../../conformance/testing/endpoints.ts';
import { handleErrors } from '../error-handler.ts';
import type { AnyEndpoint } from '../route-config.ts';
import { secureHeaders } from '../security-headers.ts';
import { findBreaks, findStreamBreaks } from './find-breaks.ts';
import { groupOf } from './groups.ts';
import { INTRODUCTION } from './introduction.ts';
import { isJson, type Json } from './json-schema.ts';
import { serveDocs } from './serve-docs.ts';

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: object[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    example?: unknown;
    schema: Json;
  }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
};
type Document = {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

// Endpoints of every kind are described by the parts that all of them have.
const everything = ENDPOINTS as unknown as AnyEndpoint[];

let app: FastifyInstance;
let document: Document;
beforeAll(async () => {
  app = fastify();
  handleErrors(app);
  secureHeaders(app, true, () => ['https://app.example']);
  await serveDocs(app, ALL_DOCUMENTS);
  document = (await app.inject('/api/docs/openapi.json')).json<Document>();
});
afterAll(() => app.close());

const operations = () => Object.values(document.paths).flatMap((each) => Object.values(each));
const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

/** The problems of a document by the rules of Redocly. */
async function problemsOf(
  described: object,
  rules: 'recommended' | 'recommended-strict',
): Promise<string[]> {
  const config = await createConfig({ extends: [rules] });
  const source = JSON.stringify(described);
  const problems = await lintFromString({ source, absoluteRef: 'document.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** Every property of every schema in a part of a document, as `place.name`, with its description. */
function propertiesIn(part: unknown, place: string): [string, unknown][] {
  if (Array.isArray(part)) return part.flatMap((each) => propertiesIn(each, place));
  if (!isJson(part)) return [];
  return Object.entries(part).flatMap(([key, each]) => {
    if (key === 'examples' || key === 'default') return [];
    const own = key === 'properties' && isJson(each) ? Object.entries(each) : [];
    return [
      ...own.map(([name, each]): [string, unknown] => [
        `${place}.${name}`,
        isJson(each) ? each.description : undefined,
      ]),
      ...propertiesIn(each, key === 'properties' ? place : `${place}.${key}`),
    ];
  });
}

/** Every property of every schema in a part of a document, as `place.name`. */
function schemasIn(part: unknown, place: string): [string, Json][] {
  if (Array.isArray(part)) return part.flatMap((each) => schemasIn(each, place));
  if (!isJson(part)) return [];
  return Object.entries(part).flatMap(([key, each]) => {
    if (key === 'examples' || key === 'default') return [];
    const own = key === 'properties' && isJson(each) ? Object.entries(each) : [];
    return [
      ...own.flatMap(([name, schema]): [string, Json][] =>
        isJson(schema) ? [[`${place}.${name}`, schema]] : [],
      ),
      ...schemasIn(each, key === 'properties' ? place : `${place}.${key}`),
    ];
  });
}

/** True for truth values, listed values, and what consists of described parts. */
function isWithoutExample({ type, anyOf, oneOf, ...schema }: Json): boolean {
  const kinds = [anyOf ?? oneOf ?? []].flat() as Json[];
  if (kinds.some((each) => each.type !== 'null' && isWithoutExample(each))) return true;
  if (kinds.length > 0) return false;
  const types = [type].flat();
  const isListed = ['enum', 'const', 'default', '$ref'].some((key) => key in schema);
  return isListed || !['string', 'integer', 'number'].some((each) => types.includes(each));
}

describe('the OpenAPI document', () => {
  test('is valid by the schema of OpenAPI 3.1, and by the rules of a linter', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(await problemsOf(document, 'recommended-strict')).toEqual([]);
  });

  test('describes every endpoint of the contract once, each by a sentence and in a group', () => {
    const named = operations().map(({ operationId }) => operationId);
    expect(new Set(named).size).toBe(named.length);
    expect(named).toEqual(expect.arrayContaining(ENDPOINTS.map(({ name }) => name)));
    const groups = new Map(document.tags.map(({ name, description }) => [name, description]));
    for (const { operationId, summary, tags } of operations()) {
      expect([operationId, summary]).toEqual([
        operationId,
        expect.stringMatching(/^[A-Z].+ .+\.$/),
      ]);
      expect(tags.map((tag) => groups.get(tag))).toEqual([expect.stringMatching(/\.$/)]);
    }
  });

  test('describes every parameter, field and schema by a sentence', () => {
    const parameters = operations().flatMap(({ operationId, parameters: all }) =>
      all.map(({ name, description }): [string, unknown] => [
        `${operationId}.${name}`,
        description,
      ]),
    );
    const fields = [
      ...propertiesIn(document.paths, 'paths'),
      ...propertiesIn(document.components, 'components'),
    ];
    expect(parameters.length).toBeGreaterThan(100);
    expect(fields.length).toBeGreaterThan(500);
    for (const [place, description] of [...parameters, ...fields]) {
      expect([place, description]).toEqual([place, expect.stringMatching(/^[A-Z`−].*\.$/)]);
    }
    for (const [name, { description }] of Object.entries(document.components.schemas)) {
      expect([name, description]).toEqual([name, SCHEMA_NOTES[name]]);
    }
  });

  test('refuses a path that fits no group', () => {
    const path = '/api/unheard-of';
    expect(() => groupOf({ path, access: 'public' })).toThrow(`No group fits ${path}`);
    expect(groupOf({ path: '/api/health/live', access: 'public' })).toBe('Service');
    expect(groupOf({ path: '/api/reports/browser', access: 'public' })).toBe('Service');
  });

  test('gives every parameter and field of one value an example that its schema takes', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const parameters = operations().flatMap(({ operationId, parameters: all }) =>
      all.map(({ name, schema, example }): [string, Json] => [
        `${operationId}.${name}`,
        { ...schema, ...(example === undefined ? {} : { examples: [example] }) },
      ]),
    );
    const fields = [
      ...schemasIn(document.paths, 'paths'),
      ...schemasIn(document.components, 'all'),
    ];
    for (const [place, schema] of [...parameters, ...fields]) {
      if (isWithoutExample(schema)) continue;
      const [example] = (schema.examples as unknown[] | undefined) ?? [];
      expect([place, example]).not.toEqual([place, undefined]);
      if ('$ref' in schema || JSON.stringify(schema).includes('"$ref"')) continue;
      expect([place, example, ajv.validate(schema, example)]).toEqual([place, example, true]);
    }
  });

  test('shows messages and bodies in its introduction as the contract has them', () => {
    const told = [...INTRODUCTION.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) =>
      JSON.parse(text),
    );
    const [subscribe, update, failure] = told;
    expect(streamRequest.parse(subscribe)).toEqual(subscribe);
    expect(streamMessage.parse(update)).toEqual(update);
    expect(errorBody.parse(failure)).toEqual(failure);
    const [, layout = ''] = /-d '(.*)'/.exec(INTRODUCTION) ?? [];
    expect(createLayout.body?.safeParse(JSON.parse(layout)).success).toBe(true);
  });

  test('names the parameters of a path and a query, and which of them are required', () => {
    const history = operationOf(getHistory);
    const required = history?.parameters.filter((each) => each.required).map(({ name }) => name);
    expect(required).toEqual(['e', 'fsym', 'resolution', 'fromTs', 'toTs']);
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(
          inPath,
        );
      }
    }
  });

  test('marks signed endpoints and those that refuse an instrument', () => {
    const signed = everything.filter(({ isSigned }) => isSigned);
    expect(signed.length).toBeGreaterThan(0);
    for (const each of signed) {
      const { security, description } = operationOf(each) ?? {};
      expect([each.name, security]).toEqual([each.name, [{}]]);
      expect(description).toContain('A signature over the bytes of the body');
    }
    expect(operationOf(getHistory)?.description).toContain('SOURCE_LOCKED');
  });

  test('marks endpoints that need a token, and has no dangling references', () => {
    expect(operationOf(createStreamTicket)?.security).toEqual([{}, { token: ['prices:read'] }]);
    expect(operationOf(getAccount)?.security).toEqual([{ token: [] }]);
    expect(operationOf(login)?.requestBody?.content).toHaveProperty('application/json');
    for (const [, path = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = path
        .split('/')
        .reduce<unknown>(
          (at, key) =>
            typeof at === 'object' && at !== null
              ? Object.entries(at).find(([name]) => name === key)?.[1]
              : undefined,
          document,
        );
      expect([path, found]).toEqual([path, expect.anything()]);
    }
  });
});

/** The texts of the contract that describe nothing. */
function unusedNotes(): string[] {
  const names = new Set(operations().map(({ operationId }) => operationId));
  const described = JSON.stringify([document, ALL_DOCUMENTS.asyncapi()]);
  const fields = Object.entries(FIELD_NOTES).filter(([, note]) => {
    const text = typeof note === 'string' ? note : note.text;
    return !described.includes(JSON.stringify(text));
  });
  return [
    ...Object.keys(ENDPOINT_NOTES).filter((name) => !names.has(name)),
    ...Object.keys(SCHEMA_NOTES).filter((name) => !described.includes(`"${name}":`)),
    ...fields.map(([key]) => key),
  ];
}

test('no text of the contract is left without a field', () => {
  expect(unusedNotes()).toEqual([]);
});

describe('the AsyncAPI document', () => {
  test('is valid by the schema of AsyncAPI 3.0, and by the rules of a linter', async () => {
    const stream = (await app.inject('/api/docs/asyncapi.json')).json<Json>();
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    const schema = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json');
    const validate = ajv.compile(schema);
    validate(stream);
    expect(validate.errors).toBeNull();
    expect(await problemsOf(stream, 'recommended')).toEqual([]);
  });

  test('names every message and every close code, and describes their fields', () => {
    const stream = ALL_DOCUMENTS.asyncapi() as { components: { messages: Json } };
    const types = streamMessage.def.options.flatMap(({ shape }) => [...shape.type.def.values]);
    expect(Object.keys(stream.components.messages)).toEqual(expect.arrayContaining(types));
    for (const code of Object.values(STREAM_CLOSE)) {
      expect(JSON.stringify(stream)).toContain(`| ${code} |`);
    }
    for (const [place, description] of propertiesIn(stream.components, 'stream')) {
      expect([place, description]).toEqual([place, expect.stringMatching(/^[A-Z`].*\.$/)]);
    }
  });
});

describe('the documents in docs/api', () => {
  const stored = (name: string): Json =>
    JSON.parse(
      readFileSync(resolve(import.meta.dirname, `../../../../../docs/api/${name}.json`), 'utf8'),
    );

  test('are those of this version: npm run describe-api writes them', () => {
    const { openapi, asyncapi } = ALL_DOCUMENTS;
    expect(findBreaks(stored('openapi'), { ...openapi() })).toEqual([]);
    expect(findStreamBreaks(stored('asyncapi'), { ...asyncapi() })).toEqual([]);
    expect(stored('openapi')).toEqual(JSON.parse(JSON.stringify(openapi())));
    expect(stored('asyncapi')).toEqual(JSON.parse(JSON.stringify(asyncapi())));
  });
});

describe('the page to try the interface', () => {
  test('loads nothing but files of ours, under a policy of its own', async () => {
    const page = await app.inject('/api/docs');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/https?:|\*/);
    const loaded = [...page.body.matchAll(/<(?:script|link)[^>]*? (?:src|href)="([^"]+)"/g)].map(
      ([, url = '']) => url,
    );
    expect(loaded.length).toBeGreaterThan(2);
    for (const url of loaded) {
      expect(url).toMatch(/^\/api\/docs\//);
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
    }
  });

  test('gives out no other file of its library', async () => {
    for (const file of ['package.json', 'index.html', '..%2fpackage.json']) {
      expect((await app.inject(`/api/docs/ui/${file}`)).statusCode).toBe(404);
    }
  });
});
