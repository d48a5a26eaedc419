import type { FastifyRequest } from 'fastify';
import type { Request } from './answer.ts';

function textsOf(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {};
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string') texts[key] = value;
  }
  return texts;
}

/** Path of a URL without its query. */
export function pathOfUrl(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}

/** A request as the providers see it: texts only, repeated parameters dropped. */
export function plainRequest(request: FastifyRequest): Request {
  return {
    method: request.method,
    path: decodeURIComponent(pathOfUrl(request.url)),
    url: request.url,
    params: textsOf(request.params),
    query: textsOf(request.query),
    headers: textsOf(request.headers),
  };
}
