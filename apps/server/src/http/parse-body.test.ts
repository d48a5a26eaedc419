import {
  createWatchlist,
  MAX_WATCHED_SYMBOLS,
  MAX_WATCHLIST_ENTRIES,
  readWatchRows,
} from '@moneytrail/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_FIELDS, parseForm, parseJson } from './parse-body.ts';

const bytesOf = (text: string) => Buffer.from(text);
const isTaken = (json: string) => parseJson(bytesOf(json)).ok;
const many = (unit: string, count: number) => `[${Array(count).fill(unit).join(',')}]`;

describe('JSON', () => {
  test('is parsed as by the engine, or refused as by the engine', () => {
    const text = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc.array(fc.constantFrom(...'[]{}",:\\1ané')).map((signs) => signs.join('')),
    );
    fc.assert(
      fc.property(text, (json) => {
        let expected: unknown;
        try {
          expected = { ok: true, value: JSON.parse(json) };
        } catch {
          expected = { ok: false, message: 'body: is not valid JSON' };
        }
        fc.pre(!json.includes('__proto__') && !json.includes('constructor'));
        expect(parseJson(bytesOf(json))).toEqual(expected);
      }),
    );
  });

  test.each(['[]', '{}', '""', '0', '{"a":{}}', '"\\\\"', '"\\""'])(
    'of hundreds of thousands of %s is refused without being parsed',
    (unit) => {
      const message = 'body: holds more than 2,500 values';
      expect(parseJson(bytesOf(many(unit, 300_000)))).toEqual({ ok: false, message });
      expect(isTaken(many(unit, 500))).toBe(true);
    },
  );

  test('holds a watchlist and a list of symbols as long as the contract allows', () => {
    const symbols = Array.from({ length: MAX_WATCHED_SYMBOLS }, (_, index) => `FMP:S${index}`);
    const entries = Array.from({ length: MAX_WATCHLIST_ENTRIES }, (_, index) => ({
      kind: 'symbol',
      symbol: `FMP:S${index}`,
      flag: 'red',
    }));
    const key = '00000000-0000-4000-8000-000000000001';
    const list = { key, replaces: 1, name: 'All', colour: 'red', entries };
    expect(createWatchlist.body?.safeParse(list).success).toBe(true);
    expect(isTaken(JSON.stringify(list))).toBe(true);
    const rows = { symbols, resolution: '60' };
    expect(readWatchRows.body?.safeParse(rows).success).toBe(true);
    expect(isTaken(JSON.stringify(rows))).toBe(true);
  });

  test('may be nested twenty levels deep, whatever its texts hold', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"[[{{\\"[["${']'.repeat(depth)}`;
    expect(isTaken(nested(20))).toBe(true);
    expect(parseJson(bytesOf(nested(21)))).toEqual({
      ok: false,
      message: 'body: is nested deeper than 20 levels',
    });
  });

  test('brackets and commas in texts do not count, however they are escaped', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\\', '"', ',', '[', '{', 'a'), { maxLength: 12 }),
        (parts) => {
          const content = parts.join('').repeat(3_000);
          expect(isTaken(JSON.stringify({ content, name: 'a' }))).toBe(true);
        },
      ),
    );
  });

  test.each([
    '{"__proto__":{"a":1}}',
    '[{"a":{"__proto__":1}}]',
    '{"constructor":{"prototype":1}}',
  ])('%s, which would change prototypes, is refused', (json) => {
    expect(isTaken(json)).toBe(false);
  });

  test('may name a constructor otherwise', () => {
    expect(isTaken('{"constructor":"Renault","b":{"constructor":{}}}')).toBe(true);
  });
});

const BOUNDARY = 'x-boundary';
const part = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const URL_ENCODED = 'application/x-www-form-urlencoded';
const content = fc.array(
  fc.constantFrom(
    '\r\n',
    '--',
    'x',
    '-boundary',
    '"',
    '%',
    '%41',
    '+',
    '&',
    '=',
    ';',
    'é',
    '👩‍👩‍👧',
    ' ',
  ),
);

describe('a form', () => {
  const fields = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,8}$/),
    content.map((parts) => parts.join('')).filter((text) => !text.includes(`\r\n--${BOUNDARY}`)),
    { maxKeys: MAX_FIELDS },
  );

  test('comes back as it was sent, in any encoding', () => {
    fc.assert(
      fc.property(fields, (sent) => {
        const parts = Object.entries(sent).map(([name, value]) => part(name, value));
        const same = { ok: true, value: sent };
        const multipart = `${parts.join('')}--${BOUNDARY}--\r\n`;
        expect(parseForm(bytesOf(multipart), MULTIPART)).toEqual(same);
        const encoded = String(new URLSearchParams(sent));
        expect(parseForm(bytesOf(encoded), URL_ENCODED)).toEqual(same);
        expect(parseForm(bytesOf(JSON.stringify(sent)), 'application/json')).toEqual(same);
      }),
    );
  });

  test('as browsers write it is read as by the platform', async () => {
    const data = new FormData();
    data.append('name', 'a "b"');
    data.append('content', '1\r\n2');
    data.append('name', 'second');
    data.append('file', new Blob(['left out']), 'a.txt');
    const response = new Response(data);
    const type = response.headers.get('content-type') ?? '';
    const parsed = parseForm(new Uint8Array(await response.arrayBuffer()), type);
    expect(parsed).toEqual({ ok: true, value: { name: 'a "b"', content: '1\r\n2' } });
  });

  const FIELDS = MAX_FIELDS + 1;
  const UNREADABLE = 'The form cannot be read.';
  const TOO_MANY = 'The form has more than 20 fields.';
  test.each<[string, string, string, string]>([
    ['more parts', MULTIPART, part('a', '1').repeat(FIELDS), TOO_MANY],
    ['more fields', URL_ENCODED, 'a=1&'.repeat(FIELDS), TOO_MANY],
    ['empty fields', URL_ENCODED, '&'.repeat(FIELDS), TOO_MANY],
    ['a part that never ends', MULTIPART, part('a', '1').slice(0, -2), UNREADABLE],
    ['a long head', MULTIPART, part('a'.repeat(2_000), '1'), UNREADABLE],
    ['a long name', URL_ENCODED, `${'a'.repeat(2_000)}=1`, UNREADABLE],
    ['a part without a name', MULTIPART, `--${BOUNDARY}\r\n\r\n1\r\n--${BOUNDARY}--`, UNREADABLE],
    ['another boundary', `${MULTIPART}2`, `${part('a', '1')}--${BOUNDARY}--`, UNREADABLE],
    ['no boundary', 'multipart/form-data', 'a', UNREADABLE],
    ['a long boundary', `multipart/form-data; boundary=${'x'.repeat(71)}`, 'a', UNREADABLE],
    ['no form', 'text/plain', 'a=1', UNREADABLE],
    ['many values of JSON', 'application/json', many('1', 3_000), UNREADABLE],
  ])('with %s is refused', (_what, type, body, message) => {
    expect(parseForm(bytesOf(body), type)).toEqual({ ok: false, message });
  });
});
