import { parentPort } from 'node:worker_threads';
import { yieldToOthers } from '../yield-to-others.ts';
import { type ParsedBody, parseForm, parseJson } from './parse-body.ts';

export type BodyKind = 'json' | 'form';

/** A body to parse; `type` is its content type. */
export type ParseOrder = { id: number; kind: BodyKind; bytes: Uint8Array; type: string };
export type ParseResult = { id: number; parsed: ParsedBody; tookMs: number };

yieldToOthers();

/** The thread of large bodies. It loads nothing but the parsers, so it starts within milliseconds. */
parentPort?.on('message', ({ id, kind, bytes, type }: ParseOrder) => {
  const startedAt = performance.now();
  const parsed = kind === 'json' ? parseJson(bytes) : parseForm(bytes, type);
  const result: ParseResult = { id, parsed, tookMs: performance.now() - startedAt };
  parentPort?.postMessage(result);
});
