import { createStreamTicket, getHistory, login } from '@moneytrail/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../conformance/testing/endpoints.ts';
import { serveDocs } from './docs.ts';
import { handleErrors } from './error-handler.ts';
import { describeInterface } from './openapi.ts';
import type { AnyEndpoint } from './route.ts';
import { secureHeaders } from './security-headers.ts';

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

// Endpoints of every kind are described by the parts that all of them have.
const everything = ENDPOINTS as unknown as AnyEndpoint[];

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  handleErrors(app);
  secureHeaders(app, true, () => ['https://app.example']);
  await serveDocs(app, () => describeInterface(everything));
});
afterAll(() => app.close());

const read = async () => (await app.inject('/api/docs/openapi.json')).json<Document>();
const operationOf = async ({ path, method }: { path: string; method: string }) =>
  (await read()).paths[path]?.[method.toLowerCase()];

describe('the document of the interface', () => {
  test('is valid by the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(await read())).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('describes every endpoint once, each by a sentence', async () => {
    const operations = Object.values((await read()).paths).flatMap((each) => Object.values(each));
    const named = operations.map(({ operationId }) => operationId);
    expect(named.toSorted()).toEqual(ENDPOINTS.map(({ name }) => name).toSorted());
    for (const { operationId, summary } of operations) {
      expect([operationId, summary]).toEqual([
        operationId,
        expect.stringMatching(/^[A-Z].+ .+\.$/),
      ]);
    }
  });

  test('names the parameters of a path and a query, and which of them are required', async () => {
    const history = await operationOf(getHistory);
    const required = history?.parameters.filter((each) => each.required).map(({ name }) => name);
    expect(required).toEqual(['e', 'fsym', 'resolution', 'fromTs', 'toTs']);
    const { paths } = await read();
    for (const [path, operations] of Object.entries(paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(operations)) {
        expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(
          inPath,
        );
      }
    }
  });

  test('marks signed endpoints and those that refuse an instrument', async () => {
    const signed = everything.filter(({ isSigned }) => isSigned);
    expect(signed.length).toBeGreaterThan(0);
    for (const each of signed) {
      const { security, description } = (await operationOf(each)) ?? {};
      expect([each.name, security]).toEqual([each.name, [{}]]);
      expect(description).toContain('A signature over the bytes of the body');
    }
    expect((await operationOf(getHistory))?.description).toContain('SOURCE_LOCKED');
  });

  test('marks endpoints that need a token, and has no dangling references', async () => {
    expect((await operationOf(createStreamTicket))?.security).toEqual([{}, { token: [] }]);
    expect((await operationOf(login))?.requestBody?.content).toHaveProperty('application/json');
    const document = await read();
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

describe('the page to try the interface', () => {
  test('loads nothing but files of ours, under a policy of its own', async () => {
    const page = await app.inject('/api/docs');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/https?:|\*/);
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
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
