import { parse } from 'node:querystring';

/** Deeper than any body of the contract. */
export const MAX_DEPTH = 20;
/**
 * More than any body of the contract, of which a full watchlist is the largest: each value costs memory and time, however
 * short it is.
 */
const MAX_VALUES = 2_500;
/** A form of the protocols has four. */
export const MAX_FIELDS = 20;
/** Bytes of a part's header lines, and of a field's name. */
const MAX_HEAD_BYTES = 1_000;
/** RFC 2046, 5.1.1. */
const MAX_BOUNDARY = 70;

/** A parsed body, or the reason to refuse it with 400. */
export type ParsedBody = { ok: true; value: unknown } | { ok: false; message: string };
/** The text fields of a form; the first of each name. */
export type Form = Readonly<Record<string, string | undefined>>;

const refused = (message: string) => ({ ok: false, message }) as const;

const UNREADABLE_FORM = refused('The form cannot be read.');
const TOO_MANY_FIELDS = refused(`The form has more than ${MAX_FIELDS} fields.`);
const INVALID_JSON = refused('body: is not valid JSON');

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** The change of depth at a character outside texts. */
const DEPTHS: Readonly<Record<number, 1 | -1>> = { 91: 1, 123: 1, 93: -1, 125: -1 };

/** The index of the quote that closes the text opened at `from`; the length if it is never closed. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * The reason not to parse JSON, or null: parsers recurse per level and allocate per value, so both are counted first, in
 * one pass over the bytes.
 */
function excessOf(json: Uint8Array): string | null {
  let [depth, values] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? 0;
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === COMMA) values += 1;
    else {
      const step = DEPTHS[sign] ?? 0;
      depth += step;
      if (step === 1) values += 1;
    }
    if (depth > MAX_DEPTH) return `body: is nested deeper than ${MAX_DEPTH} levels`;
    if (values > MAX_VALUES)
      return `body: holds more than ${MAX_VALUES.toLocaleString('en')} values`;
  }
  return null;
}

const has = (value: unknown, key: string) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key);

/** True if a parsed value has a key that would change prototypes once it is merged into an object. */
function isPoisoned(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (has(value, '__proto__')) return true;
  if (has(value, 'constructor') && has(value.constructor, 'prototype')) return true;
  return Object.values(value).some(isPoisoned);
}

export function parseJson(bytes: Uint8Array): ParsedBody {
  const excess = excessOf(bytes);
  if (excess !== null) return refused(excess);
  try {
    const value: unknown = JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(),
    );
    return isPoisoned(value) ? INVALID_JSON : { ok: true, value };
  } catch {
    return INVALID_JSON;
  }
}

function formOf(entries: Iterable<readonly [string, unknown]>): ParsedBody {
  const form: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) {
    const first = Array.isArray(value) ? value[0] : value;
    if (name.length > MAX_HEAD_BYTES) return UNREADABLE_FORM;
    if (typeof first === 'string' && form[name] === undefined) form[name] = first;
  }
  return { ok: true, value: { ...form } };
}

/** The number of a byte in bytes, up to `most`. */
function countOf(bytes: Uint8Array, sign: number, most: number): number {
  let count = 0;
  for (let at = bytes.indexOf(sign); at >= 0 && count < most; at = bytes.indexOf(sign, at + 1)) {
    count += 1;
  }
  return count;
}

function parseUrlEncoded(body: Buffer): ParsedBody {
  if (countOf(body, 0x26, MAX_FIELDS) >= MAX_FIELDS) return TOO_MANY_FIELDS;
  return formOf(Object.entries(parse(body.toString(), '&', '=', { maxKeys: MAX_FIELDS })));
}

/** The boundary of a multipart type, or null. */
function boundaryOf(type: string): string | null {
  const found = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type);
  const boundary = found?.[1] ?? found?.[2] ?? '';
  return boundary === '' || boundary.length > MAX_BOUNDARY ? null : boundary;
}

/** The name of a part by its header lines; null for a file, undefined without a name. */
function nameOf(head: string): string | null | undefined {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(head)?.[1] ?? '';
  if (/;\s*filename\*?=/i.test(disposition)) return null;
  return /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
}

const LINE_END = '\r\n';

/** Fields of RFC 7578: text without transfer encoding, in UTF-8; files are left out. */
function parseMultipart(body: Buffer, type: string): ParsedBody {
  const boundary = boundaryOf(type);
  if (boundary === null) return UNREADABLE_FORM;
  const [opening, delimiter] = [`--${boundary}`, `${LINE_END}--${boundary}`];
  let at = body.indexOf(opening);
  if (at !== 0 && body.indexOf(LINE_END + opening) !== at - LINE_END.length) return UNREADABLE_FORM;
  at += opening.length;
  const entries: [string, string][] = [];
  for (let parts = 0; body.toString('latin1', at, at + 2) !== '--'; parts += 1) {
    if (parts === MAX_FIELDS) return TOO_MANY_FIELDS;
    const headEnd = body.indexOf(LINE_END + LINE_END, at);
    const end = headEnd < 0 ? -1 : body.indexOf(delimiter, headEnd + 2 * LINE_END.length);
    if (end < 0 || headEnd - at > MAX_HEAD_BYTES) return UNREADABLE_FORM;
    const name = nameOf(body.toString('utf8', at, headEnd));
    if (name === undefined) return UNREADABLE_FORM;
    if (name !== null)
      entries.push([name, body.toString('utf8', headEnd + 2 * LINE_END.length, end)]);
    at = end + delimiter.length;
  }
  return formOf(entries);
}

function parseJsonForm(bytes: Uint8Array): ParsedBody {
  const parsed = parseJson(bytes);
  return parsed.ok ? formOf(Object.entries(Object(parsed.value))) : UNREADABLE_FORM;
}

/** The fields of a form in any of the three encodings that clients use. */
export function parseForm(bytes: Uint8Array, type: string): ParsedBody {
  if (bytes.length === 0) return { ok: true, value: {} };
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  switch (type.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return parseUrlEncoded(body);
    case 'multipart/form-data':
      return parseMultipart(body, type);
    case 'application/json':
      return parseJsonForm(bytes);
    default:
      return UNREADABLE_FORM;
  }
}
