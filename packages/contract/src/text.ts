import * as z from 'zod/mini';
import { isStorable, isVisible, NOT_TEXT } from './storable-text.ts';

/** Every text that the interface reads begins here: unpaired surrogates and NUL are refused. */
export function text(params?: { error: string }): z.ZodMiniString<string> {
  return z.string(params).check(z.refine(isStorable, { error: NOT_TEXT, abort: true }));
}

/** A text that names somebody or something: invisible signs are refused besides. */
export function identifyingText(params?: { error: string }): z.ZodMiniString<string> {
  return z.string(params).check(z.refine(isVisible, { error: NOT_TEXT, abort: true }));
}
