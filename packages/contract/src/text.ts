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

/** Texts with a limit of their own, as they are stored whole: in bytes of UTF-8. */
const STORED_TEXTS = z.registry<{ mostBytes: number }>();

/** A text that may be far longer than others; who stores it refuses more than its limit with 413. */
export function storedText(mostBytes: number): z.ZodMiniString<string> {
  return text().register(STORED_TEXTS, { mostBytes });
}

/** How much a field may hold in bytes of UTF-8; null where it has no limit of its own. */
export function mostBytesOf(field: z.core.$ZodType): number | null {
  return STORED_TEXTS.get(field)?.mostBytes ?? null;
}
