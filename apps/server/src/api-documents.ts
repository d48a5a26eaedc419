import * as contract from '@moneytrail/contract';
import { demoOperations } from './demo/describe-demo.ts';
import { describeStream } from './http/docs/asyncapi.ts';
import { describeInterface } from './http/docs/openapi.ts';
import type { Documents } from './http/docs/serve-docs.ts';
import type { AnyEndpoint } from './http/route-config.ts';
import { protocolOperations } from './modules/workspace/index.ts';

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

export const ENDPOINTS: readonly AnyEndpoint[] =
  Object.values<unknown>(contract).filter(isEndpoint);

/** The documents of the whole API: every endpoint of the contract, the foreign protocols and demo mode. */
export const ALL_DOCUMENTS: Documents = {
  openapi: () => describeInterface(ENDPOINTS, [...protocolOperations(), ...demoOperations()]),
  asyncapi: describeStream,
};
