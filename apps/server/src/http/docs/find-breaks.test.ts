import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBreaks, findStreamBreaks, schemaBreaks } from './find-breaks.ts';
import type { Json } from './json-schema.ts';

const object = (properties: Json, required: string[] = []): Json => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const whole = { type: 'integer' };
const breaksOf = (old: Json, next: Json, direction: 'request' | 'answer') =>
  schemaBreaks({ schema: old, root: {} }, { schema: next, root: {} }, direction, 'x');

/** A change of a schema, with its breaks as the schema of a request and of an answer. */
const CHANGES: [what: string, old: Json, next: Json, request: string[], answer: string[]][] = [
  ['nothing', object({ a: text }, ['a']), object({ a: text }, ['a']), [], []],
  ['an optional field is added', object({}), object({ a: text }), [], []],
  [
    'a required field is added',
    object({}),
    object({ a: text }, ['a']),
    ['x.a is now required'],
    [],
  ],
  ['a field is removed', object({ a: text }), object({}), ['x.a was removed'], ['x.a was removed']],
  [
    'a field becomes optional',
    object({ a: text }, ['a']),
    object({ a: text }),
    [],
    ['x.a may now be absent'],
  ],
  [
    'a field becomes required',
    object({ a: text }),
    object({ a: text }, ['a']),
    ['x.a is now required'],
    [],
  ],
  ['a type changes', text, whole, ['x was string, is integer'], ['x was string, is integer']],
  ['whole numbers become numbers', whole, { type: 'number' }, [], ['x was integer, is number']],
  ['numbers become whole', { type: 'number' }, whole, ['x was number, is integer'], []],
  ['null is added', text, { type: ['string', 'null'] }, [], ['x was string, is null']],
  ['null is removed', { type: ['string', 'null'] }, text, ['x was null, is string'], []],
  ['a value is added', { enum: ['a'] }, { enum: ['a', 'b'] }, [], []],
  ['a value is removed', { enum: ['a', 'b'] }, { enum: ['a'] }, ['x no longer takes "b"'], []],
  [
    'an enumeration begins',
    text,
    { type: 'string', enum: ['a'] },
    ['x is now limited to an enumeration'],
    [],
  ],
  [
    'an enumeration ends',
    { type: 'string', enum: ['a'] },
    text,
    [],
    ['x is now limited to an enumeration'],
  ],
  [
    'a maximum falls',
    { ...whole, maximum: 5 },
    { ...whole, maximum: 4 },
    ['x maximum is now 4'],
    [],
  ],
  ['a maximum rises', { ...whole, maximum: 4 }, { ...whole, maximum: 5 }, [], []],
  ['a minimum appears', text, { ...text, minLength: 1 }, ['x minLength is now 1'], []],
  [
    'a bound becomes exclusive',
    whole,
    { ...whole, exclusiveMinimum: 0 },
    ['x exclusiveMinimum is now 0'],
    [],
  ],
  [
    'a default changes',
    { ...whole, default: 5 },
    { ...whole, default: 4 },
    ['x default was 5, is 4'],
    [],
  ],
  [
    'further fields are refused',
    object({ a: text }),
    { ...object({ a: text }), additionalProperties: false },
    ['x no longer takes further fields'],
    [],
  ],
  [
    'a named schema with a text of its own loses a field',
    { allOf: [object({ a: text })], description: 'One.' },
    { allOf: [object({})], description: 'Another.' },
    ['x.a was removed'],
    ['x.a was removed'],
  ],
  ['a pattern appears', text, { ...text, pattern: 'a' }, ['x pattern is now "a"'], []],
  [
    'the entries of a list change',
    { type: 'array', items: object({ a: text }) },
    { type: 'array', items: object({ a: whole }) },
    ['x[].a was string, is integer'],
    ['x[].a was string, is integer'],
  ],
  [
    'the values of a map change',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: whole },
    ['x.* was string, is integer'],
    ['x.* was string, is integer'],
  ],
  [
    'a kind of message is removed',
    { oneOf: [object({ k: { const: 'a' } }, ['k']), object({ k: { const: 'b' } }, ['k'])] },
    { oneOf: [object({ k: { const: 'a' } }, ['k'])] },
    ['x.k no longer takes "b"'],
    [],
  ],
];

describe('a change of a schema', () => {
  test.each(CHANGES)('%s', (_what, old, next, request, answer) => {
    expect(breaksOf(old, next, 'request')).toEqual(request);
    expect(breaksOf(old, next, 'answer')).toEqual(answer);
  });
});

const schemas: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(
      text,
      whole,
      { type: 'boolean' },
      { type: ['string', 'null'] },
      { enum: ['a', 'b'] },
    ),
    tie('schema').map((items): Json => ({ type: 'array', items })),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { maxKeys: 3 })
      .chain((properties) =>
        fc.subarray(Object.keys(properties)).map((required) => object(properties, required)),
      ),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): Json => ({ anyOf })),
  ),
})).schema;
const directions = fc.constantFrom('request', 'answer');

describe('any schema', () => {
  test('does not break itself', () => {
    fc.assert(
      fc.property(schemas, directions, (schema, direction) => {
        expect(breaksOf(schema, structuredClone(schema), direction)).toEqual([]);
      }),
    );
  });

  test('breaks without one of its fields, and does not with a further optional one', () => {
    fc.assert(
      fc.property(schemas, schemas, directions, (field, other, direction) => {
        const both = object({ field, other });
        const one = object({ field });
        expect(breaksOf(both, one, direction)).toContain('x.other was removed');
        expect(breaksOf(one, both, direction)).toEqual([]);
      }),
    );
  });

  test('that requests may have is one that they may still have beside others', () => {
    fc.assert(
      fc.property(schemas, schemas, (schema, other) => {
        expect(breaksOf(schema, { anyOf: [other, schema] }, 'request')).toEqual([]);
        expect(breaksOf({ anyOf: [other, schema] }, schema, 'answer')).toEqual([]);
      }),
    );
  });
});

const operation = (change: Json = {}): Json => ({
  parameters: [{ name: 'q', in: 'query', required: false, schema: text }],
  requestBody: { required: true, content: { 'application/json': { schema: object({ a: text }) } } },
  responses: {
    '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Bar' } } } },
  },
  security: [{}, { token: ['prices:read'] }],
  ...change,
});
const documentOf = (get: Json, bar: Json = object({ time: whole }, ['time'])): Json => ({
  paths: { '/bars': { get } },
  components: { schemas: { Bar: bar } },
});
const parameter = (change: Json) => ({
  parameters: [{ name: 'q', in: 'query', required: false, schema: text, ...change }],
});
const body = (schema: Json) => ({ requestBody: { content: { 'application/json': { schema } } } });

describe('a change of an operation', () => {
  test.each<[what: string, next: Json, breaks: string[]]>([
    ['nothing', documentOf(operation()), []],
    ['a path is removed', { paths: {} }, ['GET /bars was removed']],
    [
      'a parameter is removed',
      documentOf(operation({ parameters: [] })),
      ['GET /bars query q was removed'],
    ],
    [
      'a parameter becomes required',
      documentOf(operation(parameter({ required: true }))),
      ['GET /bars query q is now required'],
    ],
    [
      'a parameter is narrowed',
      documentOf(operation(parameter({ schema: { ...text, maxLength: 5 } }))),
      ['GET /bars query q maxLength is now 5'],
    ],
    [
      'a required field is added to the body',
      documentOf(operation(body(object({ a: text, b: text }, ['b'])))),
      ['GET /bars body.b is now required'],
    ],
    [
      'a named schema loses a field',
      documentOf(operation(), object({})),
      ['GET /bars 200.time was removed'],
    ],
    [
      'visitors are no longer admitted',
      documentOf(operation({ security: [{ token: ['prices:read'] }] })),
      ['GET /bars no longer admits callers with {}'],
    ],
    [
      'the answer is removed',
      documentOf(operation({ responses: {} })),
      ['GET /bars 200 was removed'],
    ],
  ])('%s', (_what, next, breaks) => {
    expect(findBreaks(documentOf(operation()), next)).toEqual(breaks);
  });
});

test('a message of the stream that is removed or changed breaks', () => {
  const stream = (payload: Json | null): Json => ({
    channels: {
      s: { address: '/stream', messages: { tick: { $ref: '#/components/messages/tick' } } },
    },
    operations: { o: { action: 'send', messages: [{ $ref: '#/channels/s/messages/tick' }] } },
    components: { messages: payload ? { tick: { name: 'tick', payload } } : {} },
  });
  const old = stream(object({ price: { type: 'number' } }, ['price']));
  expect(findStreamBreaks(old, structuredClone(old))).toEqual([]);
  expect(findStreamBreaks(old, stream(null))).toEqual(['message tick was removed']);
  expect(findStreamBreaks(old, stream(object({})))).toEqual(['message tick.price was removed']);
  const moved = structuredClone(old);
  Object.assign(moved, {
    channels: {
      s: { address: '/live', messages: { tick: { $ref: '#/components/messages/tick' } } },
    },
  });
  expect(findStreamBreaks(old, moved)).toEqual(['channel s was at /stream, is at /live']);
});
