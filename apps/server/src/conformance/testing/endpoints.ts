import * as contract from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { AnyEndpoint } from '../../http/route-config.ts';
import { type Cast, EXPECTATIONS, type Expectation, type Parts } from './expectations.ts';

export { ENDPOINTS } from '../../api-documents.ts';
export type { AnyEndpoint } from '../../http/route-config.ts';

export function expectationsOf({ name }: AnyEndpoint): readonly Expectation[] {
  return Object.entries(EXPECTATIONS).find(([each]) => each === name)?.[1] ?? [];
}

/** A valid request. */
export function goodParts(endpoint: AnyEndpoint, cast: Cast): Parts {
  return expectationsOf(endpoint)[0]?.of?.(cast) ?? {};
}

export function pathOf({ path }: AnyEndpoint, params: Readonly<Record<string, string>> = {}) {
  return path.replace(/:(\w+)/g, (_match, name: string) => params[name] ?? 'x');
}

/** The contract's individual size limit of a field, or null. */
export function mostBytesIn(schema: unknown, field: string): number | null {
  if (schema instanceof z.ZodMiniPipe) return mostBytesIn(schema.def.in, field);
  const found = schema instanceof z.ZodMiniObject ? schema.shape[field] : undefined;
  return found ? contract.mostBytesOf(found) : null;
}

export function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodMiniObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodMiniPipe) return fieldsOf(schema.def.in);
  return [];
}
