import { parse } from 'node:querystring';
import { AppError, isStorable, MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import { hasTooManyValues } from '../../../http/json-values.ts';

/** The text fields of a form; the first of each name. */
export type Form = Readonly<Record<string, string | undefined>>;

/** A form has four fields; beyond this number they are ignored. */
const MOST_FIELDS = 50;
/** Multipart fields are not encoded: the content plus some overhead. */
const MOST_MULTIPART_BYTES = MAX_LAYOUT_BYTES + 65_536;

const unreadable = (cause?: unknown) =>
  new AppError('BAD_REQUEST', 'The form cannot be read.', { cause });

function textsOf(entries: Iterable<readonly [string, unknown]>): Form {
  const form: Record<string, string> = {};
  for (const [name, value] of entries) {
    const first = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && !Object.hasOwn(form, name)) form[name] = first;
  }
  return form;
}

async function multipart(body: Uint8Array<ArrayBuffer>, type: string): Promise<Form> {
  if (body.length > MOST_MULTIPART_BYTES) {
    throw new AppError('TOO_LARGE', 'A layout may hold at most 1 MB (1,048,576 bytes).');
  }
  const response = new Response(body, { headers: { 'content-type': type } });
  const data = await response.formData().catch((error: unknown) => {
    throw unreadable(error);
  });
  return textsOf(data);
}

function json(text: string): Form {
  if (hasTooManyValues(text)) throw unreadable();
  try {
    return textsOf(Object.entries(Object(JSON.parse(text))));
  } catch (error) {
    throw unreadable(error);
  }
}

function read(body: Buffer<ArrayBuffer>, type: string): Form | Promise<Form> {
  switch (type.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return textsOf(Object.entries(parse(body.toString(), '&', '=', { maxKeys: MOST_FIELDS })));
    case 'multipart/form-data':
      return multipart(body, type);
    case 'application/json':
      return json(body.toString());
    default:
      throw unreadable();
  }
}

/** Reads a body in any of the three encodings that clients use; throws `BAD_REQUEST` if it is unreadable or not text. */
export async function readForm(
  body: Buffer<ArrayBuffer> | undefined,
  type: string | undefined,
): Promise<Form> {
  if (body === undefined || body.length === 0) return {};
  const form = await read(body, type ?? '');
  const bad = Object.entries(form).find(([, value]) => !isStorable(value ?? ''));
  if (!bad) return form;
  throw new AppError('BAD_REQUEST', `${bad[0]}: must not contain NUL or half a character`);
}
