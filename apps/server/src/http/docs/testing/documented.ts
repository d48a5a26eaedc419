import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ALL_DOCUMENTS } from '../../../api-documents.ts';
import { isJson, type Json } from '../json-schema.ts';

const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((each, key) => (isJson(each) ? each[key] : undefined), value);

const pointer = (...keys: string[]) =>
  keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Compiles the schemas of a document by their place in it, each once. */
function createValidators(document: Json, name: string) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(document, name);
  const known = new Map<string, ValidateFunction>();
  return (value: unknown, ...keys: string[]): string | null => {
    const place = pointer(...keys);
    const validate = known.get(place) ?? ajv.compile({ $ref: `${name}#${place}` });
    known.set(place, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}

/** The documents and their compiled schemas are made once in a test file. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const openapi = once(() => {
  const document: Json = { ...ALL_DOCUMENTS.openapi() };
  return { document, problemOf: createValidators(document, 'openapi') };
});
const asyncapi = once(() => {
  const document: Json = { ...ALL_DOCUMENTS.asyncapi() };
  return { document, problemOf: createValidators(document, 'asyncapi') };
});

/** The keys of the response that the document has for a status, behind a reference if it is a shared one. */
function responseKeys(document: Json, operation: string[], status: number): string[] | null {
  const responses = [...operation, 'responses'];
  const key = [String(status), `${String(status).charAt(0)}XX`].find(
    (each) => at(document, ...responses, each) !== undefined,
  );
  if (key === undefined) return null;
  const reference = at(document, ...responses, key, '$ref');
  return typeof reference === 'string' ? reference.slice(2).split('/') : [...responses, key];
}

/** Statuses that every call may have: of the protocol itself, or of a client that has disconnected. */
const OF_EVERY_CALL = [304, 408, 415, 499];

/** The reason why an answer is not as the OpenAPI document says; null if it is, or if the document has no such route. */
export function undocumentedAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): string | null {
  const { document, problemOf } = openapi();
  const path = (request.routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}');
  const method = request.method.toLowerCase();
  const operation = ['paths', path, method];
  if (request.is404 || at(document, ...operation) === undefined) return null;
  const { statusCode } = reply;
  if (OF_EVERY_CALL.includes(statusCode)) return null;
  const name = `${request.method} ${path} ${statusCode}`;
  const keys = responseKeys(document, operation, statusCode);
  if (!keys) return `${name} is not in the document`;
  const content = at(document, ...keys, 'content');
  if (content === undefined) return payload ? `${name} has a body` : null;
  const type = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
  if (at(content, type) === undefined) return `${name} has the type ${type}`;
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (type !== 'application/json' || !isText || reply.hasHeader('content-encoding')) return null;
  const problem = problemOf(JSON.parse(String(payload)), ...keys, 'content', type, 'schema');
  return problem === null ? null : `${name}: ${problem}`;
}

/** The reason why a message of the stream is not as the AsyncAPI document says; null if it is. */
export function undocumentedMessage(message: unknown): string | null {
  const { document, problemOf } = asyncapi();
  const type = String(at(message, 'type'));
  const keys = ['components', 'messages', type, 'payload'];
  if (at(document, ...keys) === undefined) return `${type} is not in the document`;
  const problem = problemOf(message, ...keys);
  return problem === null ? null : `${type}: ${problem}`;
}
