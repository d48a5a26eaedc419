import { isJson, type Json } from './json-schema.ts';

/** Requests must be accepted as before; answers must contain what they contained. */
type Direction = 'request' | 'answer';

/** A schema beside the document that its references belong to. */
type Placed = { schema: Json; root: Json };

const record = (value: unknown): Json => (isJson(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown): string[] => list(value).map(String);

/** The value that a reference such as `#/components/schemas/Bar` names, itself or in an `allOf` of its own. */
function resolve(value: unknown, root: Json): Json {
  const { allOf, ...found } = record(value);
  const [only, ...others] = list(allOf);
  if (others.length > 0) throw new Error('Schemas of several parts are not compared.');
  if (only !== undefined) return { ...resolve(only, root), ...found };
  if (typeof found.$ref !== 'string') return found;
  const keys = found.$ref.slice(2).split('/');
  const target = keys.reduce<unknown>(
    (at, key) => record(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  );
  const { $ref: _, ...beside } = found;
  return { ...resolve(target, root), ...beside };
}

/** The schemas of which a value must fulfil one. */
function alternativesOf({ schema, root }: Placed): Placed[] {
  const { anyOf, oneOf, ...rest } = resolve(schema, root);
  const options = list(anyOf ?? oneOf);
  if (options.length > 0) {
    return options.flatMap((option) => alternativesOf({ schema: record(option), root }));
  }
  const { type } = rest;
  if (!Array.isArray(type)) return [{ schema: rest, root }];
  return type.map((each) => ({ schema: { ...rest, type: each }, root }));
}

const typeOf = ({ type, enum: values, const: value }: Json): string => {
  if (typeof type === 'string') return type;
  const sample = value ?? list(values)[0];
  return sample === undefined ? 'any' : typeof sample;
};

const valuesOf = ({ enum: values, const: value }: Json): unknown[] | null =>
  value === undefined ? (Array.isArray(values) ? values : null) : [value];

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];

const isWithin = (inner: unknown, outer: unknown, isUpper: boolean): boolean => {
  if (typeof outer !== 'number') return true;
  if (typeof inner !== 'number') return false;
  return isUpper ? inner <= outer : inner >= outer;
};

/** Bounds and patterns of `wide` that values of `narrow` may miss. */
function boundGaps(narrow: Json, wide: Json): string[] {
  const bounds = [...UPPER, ...LOWER].filter(
    (name) => !isWithin(narrow[name], wide[name], UPPER.includes(name)),
  );
  const patterns = ['pattern', 'format'].filter(
    (name) => wide[name] !== undefined && wide[name] !== narrow[name],
  );
  return [...bounds, ...patterns].map((name) => `${name} is now ${JSON.stringify(wide[name])}`);
}

const isSubtype = (inner: string, outer: string) =>
  outer === 'any' || inner === outer || (inner === 'integer' && outer === 'number');

type Gap = { at: string; reason: string };

/** The reasons why the old and the new schema of an object differ for a client. */
function objectGaps(old: Placed, next: Placed, direction: Direction, at: string): Gap[] {
  const [before, after] = [record(old.schema.properties), record(next.schema.properties)];
  const [required, requiredNow] = [texts(old.schema.required), texts(next.schema.required)];
  const gaps: Gap[] = [];
  for (const name of Object.keys(before)) {
    const here = `${at}.${name}`;
    if (!(name in after)) {
      gaps.push({ at: here, reason: 'was removed' });
      continue;
    }
    if (direction === 'answer' && required.includes(name) && !requiredNow.includes(name)) {
      gaps.push({ at: here, reason: 'may now be absent' });
    }
    const [was, is] = [
      { schema: record(before[name]), root: old.root },
      { schema: record(after[name]), root: next.root },
    ];
    gaps.push(...gapsBetween(was, is, direction, here));
  }
  if (direction === 'request') {
    const added = requiredNow.filter((name) => !required.includes(name));
    gaps.push(...added.map((name) => ({ at: `${at}.${name}`, reason: 'is now required' })));
  }
  const [values, valuesNow] = [old.schema.additionalProperties, next.schema.additionalProperties];
  if (direction === 'request' && values !== false && valuesNow === false) {
    gaps.push({ at, reason: 'no longer takes further fields' });
  }
  if (isJson(values)) {
    const [was, is] = [
      { schema: values, root: old.root },
      { schema: record(valuesNow), root: next.root },
    ];
    gaps.push(...gapsBetween(was, is, direction, `${at}.*`));
  }
  return gaps;
}

/** Compares two schemas that are no unions. */
function plainGaps(old: Placed, next: Placed, direction: Direction, at: string): Gap[] {
  const [narrow, wide] =
    direction === 'request' ? [old.schema, next.schema] : [next.schema, old.schema];
  if (!isSubtype(typeOf(narrow), typeOf(wide))) {
    return [{ at, reason: `was ${typeOf(old.schema)}, is ${typeOf(next.schema)}` }];
  }
  const gaps: Gap[] = [];
  const [values, allowed] = [valuesOf(narrow), valuesOf(wide)];
  if (allowed && !values) gaps.push({ at, reason: 'is now limited to an enumeration' });
  // Answers may have new values of an enumeration.
  if (allowed && values && direction === 'request') {
    const lost = values.filter((value) => !allowed.includes(value));
    gaps.push(...lost.map((value) => ({ at, reason: `no longer takes ${JSON.stringify(value)}` })));
  }
  if (direction === 'request') {
    gaps.push(...boundGaps(narrow, wide).map((reason) => ({ at, reason })));
    const [usual, usualNow] = [old.schema.default, next.schema.default].map((value) =>
      JSON.stringify(value),
    );
    if (usual !== undefined && usual !== usualNow) {
      gaps.push({ at, reason: `default was ${usual}, is ${usualNow ?? 'none'}` });
    }
  }
  if (typeOf(old.schema) === 'object') gaps.push(...objectGaps(old, next, direction, at));
  if (isJson(old.schema.items)) {
    const [was, is] = [
      { schema: old.schema.items, root: old.root },
      { schema: record(next.schema.items), root: next.root },
    ];
    gaps.push(...gapsBetween(was, is, direction, `${at}[]`));
  }
  return gaps;
}

const shortest = (all: readonly Gap[][]): Gap[] =>
  all.reduce((best, each) => (each.length < best.length ? each : best), all[0] ?? []);

/** Each alternative of the narrow side needs one of the wide side that takes all of its values. */
function gapsBetween(old: Placed, next: Placed, direction: Direction, at: string): Gap[] {
  const [before, after] = [alternativesOf(old), alternativesOf(next)];
  const pairs =
    direction === 'request'
      ? before.map((was) => after.map((is) => plainGaps(was, is, direction, at)))
      : after.map((is) => before.map((was) => plainGaps(was, is, direction, at)));
  return pairs.flatMap(shortest);
}

const toText = ({ at, reason }: Gap) => `${at} ${reason}`;

/** The breaks from one schema to another, in words. */
export function schemaBreaks(
  old: Placed,
  next: Placed,
  direction: Direction,
  at: string,
): string[] {
  return gapsBetween(old, next, direction, at).map(toText);
}

type Operation = { old: Json; next: Json; oldRoot: Json; nextRoot: Json; at: string };

function parameterBreaks({ old, next, oldRoot, nextRoot, at }: Operation): string[] {
  const keyed = (operation: Json) =>
    new Map(
      list(operation.parameters).map((each) => {
        const parameter = record(each);
        return [`${parameter.in} ${parameter.name}`, parameter] as const;
      }),
    );
  const [before, after] = [keyed(old), keyed(next)];
  const breaks: string[] = [];
  for (const [name, was] of before) {
    const is = after.get(name);
    if (!is) breaks.push(`${at} ${name} was removed`);
    else {
      const placed = { schema: record(was.schema), root: oldRoot };
      const placedNow = { schema: record(is.schema), root: nextRoot };
      breaks.push(...schemaBreaks(placed, placedNow, 'request', `${at} ${name}`));
    }
  }
  for (const [name, is] of after) {
    const wasRequired = before.get(name)?.required === true;
    if (is.required === true && !wasRequired) breaks.push(`${at} ${name} is now required`);
  }
  return breaks;
}

/** The schemas of a request or a response by media type. */
const contentOf = (value: unknown, root: Json) => record(resolve(value, root).content);

function contentBreaks(
  { oldRoot, nextRoot, at }: Operation,
  bodies: { old: unknown; next: unknown; direction: Direction },
): string[] {
  const [before, after] = [contentOf(bodies.old, oldRoot), contentOf(bodies.next, nextRoot)];
  return Object.entries(before).flatMap(([type, was]) => {
    if (!(type in after)) return [`${at} ${type} was removed`];
    const placed = { schema: record(record(was).schema), root: oldRoot };
    const placedNow = { schema: record(record(after[type]).schema), root: nextRoot };
    return schemaBreaks(placed, placedNow, bodies.direction, at);
  });
}

function operationBreaks(operation: Operation): string[] {
  const { old, next, at } = operation;
  const body = { ...operation, at: `${at} body` };
  const [request, requestNow] = [record(old.requestBody), record(next.requestBody)];
  const successes = Object.entries(record(old.responses)).filter(([status]) => /^2/.test(status));
  return [
    ...parameterBreaks(operation),
    ...(requestNow.required === true && request.required !== true
      ? [`${at} body is now required`]
      : []),
    ...contentBreaks(body, { old: request, next: requestNow, direction: 'request' }),
    ...successes.flatMap(([status, was]) => {
      const is = record(next.responses)[status];
      if (is === undefined) return [`${at} ${status} was removed`];
      const answer = { ...operation, at: `${at} ${status}` };
      return contentBreaks(answer, { old: was, next: is, direction: 'answer' });
    }),
    ...accessBreaks(operation),
  ];
}

/** Callers that were admitted and no longer are: visitors, or keys with a scope. */
function accessBreaks({ old, next, at }: Operation): string[] {
  const ways = ({ security }: Json) => new Set(list(security).map((each) => JSON.stringify(each)));
  const now = ways(next);
  const gone = [...ways(old)].filter((way) => !now.has(way));
  return gone.map((way) => `${at} no longer admits callers with ${way}`);
}

/** The changes of an OpenAPI document that break a client of the old one, in words; empty if there are none. */
export function findBreaks(old: Json, next: Json): string[] {
  return Object.entries(record(old.paths)).flatMap(([path, operations]) =>
    Object.entries(record(operations)).flatMap(([method, was]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const is = record(record(next.paths)[path])[method];
      if (is === undefined) return [`${at} was removed`];
      const pair = { old: record(was), next: record(is) };
      return operationBreaks({ ...pair, oldRoot: old, nextRoot: next, at });
    }),
  );
}

/** The same for AsyncAPI documents of the stream. */
export function findStreamBreaks(old: Json, next: Json): string[] {
  const addressIn = (document: Json, name: string) =>
    record(record(document.channels)[name]).address;
  const moved = Object.keys(record(old.channels)).flatMap((name) => {
    const [was, is] = [addressIn(old, name), addressIn(next, name)];
    return was === is ? [] : [`channel ${name} was at ${was}, is at ${is}`];
  });
  const changed = Object.values(record(old.operations)).flatMap((operation) => {
    const { action, messages } = record(operation);
    const direction = action === 'receive' ? 'request' : 'answer';
    return list(messages).flatMap((reference) => {
      const [was, is] = [resolve(resolve(reference, old), old), resolve(reference, next)];
      const at = `message ${was.name}`;
      if (is.payload === undefined) return [`${at} was removed`];
      const placed = { schema: record(was.payload), root: old };
      return schemaBreaks(placed, { schema: record(is.payload), root: next }, direction, at);
    });
  });
  return [...moved, ...changed];
}
