import type * as z from 'zod';
import type { Group } from './groups.ts';
import { type Json, parametersIn, writeForeign } from './json-schema.ts';

/** An operation outside the contract, described beside its route by schemas that carry their own texts. */
export type ForeignOperation = {
  method: 'get' | 'post' | 'delete';
  path: string;
  group: Group;
  /** Everything of an OpenAPI operation but its group. */
  operation: Json & { operationId: string };
};

export const queryParameters = (query: z.ZodObject): Json[] =>
  parametersIn('query', writeForeign(query, 'input'));

/** A form in the body of a request. */
export const formOf = (form: z.ZodObject): Json => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: writeForeign(form, 'input') } },
});

/** A response in JSON. */
export const answerOf = (description: string, schema: z.ZodType): Json => ({
  description,
  content: { 'application/json': { schema: writeForeign(schema, 'output') } },
});

export const pathParameters = (params: z.ZodObject): Json[] =>
  parametersIn('path', writeForeign(params, 'input'));
