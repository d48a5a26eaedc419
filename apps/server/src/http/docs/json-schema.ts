import {
  FIELD_NOTES,
  fieldKeyOf,
  type Note,
  SCHEMA_NAMES,
  SCHEMA_NOTES,
} from '@moneytrail/contract/described';
import * as z from 'zod/mini';
import { usualExample } from './usual-examples.ts';

export type Json = Record<string, unknown>;

/** Values that callers send, or that we answer. */
export type Io = 'input' | 'output';

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPipe = (schema: z.core.$ZodType): schema is z.core.$ZodPipe =>
  schema._zod.def.type === 'pipe';
const isDefault = (schema: z.core.$ZodType): schema is z.core.$ZodDefault =>
  schema._zod.def.type === 'default';

/** Describes numbers in a query as numbers instead of the text that carries them, and tells defaults that zod leaves out. */
function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) {
  if (isDefault(zodSchema)) jsonSchema.default = zodSchema._zod.def.defaultValue;
  if (!isPipe(zodSchema)) return;
  const { type, minimum, maximum } = z.toJSONSchema(zodSchema._zod.def.out, {
    io: 'output',
    unrepresentable: 'any',
  });
  if (type !== 'number') return;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, { type: 'integer', minimum, maximum });
}

const example = (note: Note) =>
  typeof note === 'string' ? {} : { examples: [note.example] satisfies unknown[] };

/** The sentence of a field with its example; empty for one without a text. */
function noteOf(path: readonly string[]): Json {
  const note = FIELD_NOTES[fieldKeyOf(path) ?? ''];
  if (note === undefined) return {};
  return { description: typeof note === 'string' ? note : note.text, ...example(note) };
}

/** Marks of zod, bounds that every integer has in JSON, and limits that documents must not promise. */
function isLeftOut(key: string, value: unknown, { schema, io }: { schema: Json; io: Io }): boolean {
  switch (key) {
    case '$schema':
    case '$defs':
    case 'id':
      return true;
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER;
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER;
    case 'additionalProperties':
      // Later versions may answer further fields.
      return value === false && io === 'output';
    case 'required':
      // The keys of a record are no properties.
      return 'propertyNames' in schema;
    default:
      return false;
  }
}

function describedProperties(properties: Json, path: readonly string[], io: Io): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => {
      const here = [...path, name];
      const told = { ...noteOf(here), ...(rewrite(each, here, io) as Json) };
      return [name, { ...told, ...usualExample(name, told) }];
    }),
  );
}

/** Values that are no schemas. */
const PLAIN = ['default', 'enum', 'required', 'examples', 'const'];

/** Adds the texts of the fields, refers to the components, and leaves out what readers do not need. */
function rewrite(value: unknown, path: readonly string[], io: Io): unknown {
  if (Array.isArray(value)) return value.map((each) => rewrite(each, path, io));
  if (!isJson(value)) return value;
  const told = Object.entries(value)
    .filter(([key, each]) => !isLeftOut(key, each, { schema: value, io }))
    .map(([key, each]) => {
      if (key === 'properties' && isJson(each)) return [key, describedProperties(each, path, io)];
      if (key === '$ref') return [key, String(each).replace('#/$defs/', '#/components/schemas/')];
      return [key, PLAIN.includes(key) ? each : rewrite(each, path, io)];
    });
  return Object.fromEntries(told);
}

export type SchemaWriter = {
  /** A schema as JSON Schema 2020-12; `path` is the place of its fields, such as `login.body`. */
  write(schema: z.core.$ZodType, io: Io, path: readonly string[]): Json;
  /** The named schemas that were referred to. */
  components: Json;
};

/** Writes zod schemas as described JSON Schemas that share their named parts. */
export function createSchemaWriter(): SchemaWriter {
  const components: Json = {};
  return {
    components,
    write(schema, io, path) {
      const options = { io, unrepresentable: 'any', metadata: SCHEMA_NAMES, override } as const;
      const json: Json = z.toJSONSchema(schema, options);
      for (const [name, each] of Object.entries(isJson(json.$defs) ? json.$defs : {})) {
        if (name in components) continue;
        const described = rewrite(each, [name], 'output') as Json;
        components[name] = { description: SCHEMA_NOTES[name], ...described };
      }
      return rewrite(json, path, io) as Json;
    },
  };
}

/** A schema of an operation outside the contract, which carries its own texts and has no named parts. */
export function writeForeign(schema: z.core.$ZodType, io: Io): Json {
  return rewrite(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), [], io) as Json;
}

/** OpenAPI parameters from the properties of an object. */
export function parametersIn(where: 'path' | 'query', { properties, required }: Json): Json[] {
  const names = Array.isArray(required) ? required : [];
  return Object.entries(isJson(properties) ? properties : {}).map(([name, each]) => {
    const { description, examples, ...schema } = isJson(each) ? each : {};
    const [example] = Array.isArray(examples) ? examples : [];
    return {
      name,
      in: where,
      required: where === 'path' || names.includes(name),
      description,
      ...(example === undefined ? {} : { example }),
      schema,
    };
  });
}
