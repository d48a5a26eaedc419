import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as contract from './index.ts';

type Leaf = [path: string, schema: z.core.$ZodType];

/** Every text that a schema reads; an unknown kind of schema fails the test. */
function textsOf(schema: z.core.$ZodType, path: string): Leaf[] {
  // The library types a schema's definition as a union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'template_literal':
      return [[path, schema]];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, each]) => textsOf(each, `${path}.${name}`));
    case 'optional':
    case 'nullable':
    case 'default':
      return textsOf(def.innerType, path);
    case 'array':
      return textsOf(def.element, `${path}[]`);
    case 'record':
      return [...textsOf(def.keyType, `${path} key`), ...textsOf(def.valueType, `${path}[]`)];
    case 'pipe':
      return textsOf(def.in, path);
    case 'union':
      return def.options.flatMap((each) => textsOf(each, path));
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
      return [];
    case 'custom':
      // The bytes of a body are no text, and their signature is checked before they are read.
      if (schema === contract.rawBody) return [];
      break;
    default:
  }
  throw new Error(`${path}: unknown type of schema ${def.type}`);
}

const endpoints = Object.values<unknown>(contract).filter(
  (each): each is contract.Endpoint<unknown, unknown, unknown, unknown> =>
    typeof each === 'object' && each !== null && 'access' in each,
);
const texts = [
  ...endpoints.flatMap(({ name, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? textsOf(schema, `${name}.${part}`) : [],
    ),
  ),
  ...textsOf(contract.streamRequest, 'streamRequest'),
];

/** Texts with half a surrogate pair or a NUL somewhere. */
const unstorable = fc
  .tuple(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.oneof(fc.integer({ min: 0xd800, max: 0xdfff }), fc.constant(0)),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  .map(([before, unit, after]) => before + String.fromCharCode(unit) + after)
  .filter((text) => /[\p{Cs}\0]/u.test(text));

test('the test finds the texts of the whole contract', () => {
  expect(endpoints.length).toBeGreaterThan(25);
  expect(texts.length).toBeGreaterThan(60);
});

test.each(texts)('C72: %s refuses text that cannot be stored', (_path, schema) => {
  fc.assert(
    fc.property(unstorable, (text) => {
      expect(z.safeParse(schema, text).success).toBe(false);
    }),
  );
});
