import * as z from 'zod/mini';
import { isStorable, isVisible, NOT_TEXT } from './storable-text.ts';

/** The base of every text in the API: refuses unpaired surrogates and NUL. */
export function text(params?: { error: string }): z.ZodMiniString<string> {
  return z.string(params).check(z.refine(isStorable, { error: NOT_TEXT, abort: true }));
}

/** A text that names somebody or something: also refuses invisible characters. */
export function identifyingText(params?: { error: string }): z.ZodMiniString<string> {
  return z.string(params).check(z.refine(isVisible, { error: NOT_TEXT, abort: true }));
}

/** The limits of long texts, in bytes of UTF-8. */
const STORED_TEXTS = z.registry<{ mostBytes: number }>();

/** A long text; above its limit the server answers 413. */
export function storedText(mostBytes: number): z.ZodMiniString<string> {
  return text().register(STORED_TEXTS, { mostBytes });
}

/** The limit of a field in bytes of UTF-8; null if it has none of its own. */
export function mostBytesOf(field: z.core.$ZodType): number | null {
  return STORED_TEXTS.get(field)?.mostBytes ?? null;
}
