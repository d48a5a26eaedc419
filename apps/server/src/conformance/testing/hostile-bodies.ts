import fc from 'fast-check';
import { FORM_LIMIT_BYTES } from '../../modules/workspace/index.ts';
import type { AnyEndpoint } from './endpoints.ts';
import { ENDPOINTS, fieldsOf } from './endpoints.ts';

/** A body that is generated to be expensive, in bytes and with its type. */
export type HostileBody = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  type: string;
  bytes: Buffer;
  /** The text that fills the body, and how it is wrapped. */
  made: string;
};

type Target = Pick<HostileBody, 'method' | 'path'> & {
  limit: number;
  isForm: boolean;
  fields: string[];
};

const DEFAULT_LIMIT = 65_536;
const STORAGE = ['charts', 'study_templates', 'drawing_templates'];

const targetOf = ({ method, path, body, bodyLimitBytes }: AnyEndpoint): Target[] =>
  method === 'GET'
    ? []
    : [
        {
          method,
          path: path.replace(/:\w+/g, '1'),
          limit: bodyLimitBytes ?? DEFAULT_LIMIT,
          isForm: false,
          fields: [...fieldsOf(body), 'x'],
        },
      ];

/** Everything that reads a body. */
const TARGETS: readonly Target[] = [
  ...ENDPOINTS.flatMap(targetOf),
  ...STORAGE.map((name) => ({
    method: 'POST' as const,
    path: `/api/1.1/${name}?client=a&user=b&name=A&tool=T`,
    limit: FORM_LIMIT_BYTES,
    isForm: true,
    fields: ['name', 'content', 'x'],
  })),
];

/** Pieces that make parsers allocate, recurse, decode, search or look back. */
const PIECES = [
  ...['[', ']', '[],', '{}', '{', '{"":', ',', '1,', '1e9,', '-', '"', '"",', '"a":1,', ':'],
  ...['\\', '\\\\', '\\"', '\\u0041', '\\u0000', '\\ud800', '\\n', 'null,', ' ', '\n', '\t', 'a'],
  'é',
  '日',
  '👩‍👩‍👧',
  '\u0301',
  '\u202e',
  '%',
  '%41',
  '%e9',
  '+',
  '&',
  '=',
  'a=b&',
  'a&',
  ';',
  '@',
  '.',
  '--x',
  '--x\r\n',
  '\r\n',
  '\r\n--x\r\n',
  '\r\n-',
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
  '__proto__',
  '"__proto__":{},',
  '"constructor":{"prototype":1},',
  'http://',
  '0',
  '\0',
  '\ufeff',
];

const JSON_TYPE = 'application/json';
const TYPES = [JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

type Wrap = [name: string, wrap: (field: string) => [before: string, after: string]];
const JSON_WRAPS: readonly Wrap[] = [
  ['bare', () => ['', '']],
  ['a text', (field) => [`{"${field}":"`, '"}']],
  ['a value', (field) => [`{"${field}":`, '}']],
  ['a list', (field) => [`{"${field}":[`, '1]}']],
  ['a key', () => ['{"', '":1}']],
];
const FORM_WRAPS: readonly Wrap[] = [
  ['bare', () => ['', '']],
  ['a field', (field) => [`${field}=`, '']],
  [
    'a part',
    (field) => [`--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n`, '\r\n--x--\r\n'],
  ],
  [
    'the head of a part',
    () => ['--x\r\nContent-Disposition: form-data; name="', '"\r\n\r\n1\r\n--x--'],
  ],
];

/** `unit` repeated and cut to a number of bytes, without cutting a character. */
function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
}

const hostileBody: fc.Arbitrary<HostileBody> = fc
  .record({
    target: fc.constantFrom(...TARGETS),
    pieces: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
    type: fc.constantFrom(...TYPES),
    wrap: fc.nat(),
    field: fc.nat(),
    share: fc.constantFrom(1, 0.5, 0.02),
  })
  .map(({ target, pieces, type, wrap, field, share }) => {
    const { method, path, limit, isForm, fields } = target;
    const isJson = !isForm || type === JSON_TYPE;
    const wraps = isJson ? JSON_WRAPS : FORM_WRAPS;
    const [how, around] = wraps[wrap % wraps.length] as Wrap;
    const [before, after] = around(fields[field % fields.length] as string);
    const unit = pieces.join('');
    const most = Math.floor(limit * share) - Buffer.byteLength(before + after);
    const bytes = Buffer.from(before + filled(unit, most) + after);
    const made = `${bytes.length} bytes, ${how} ${JSON.stringify(before)} of ${JSON.stringify(unit)}`;
    return { method, path, type: isJson ? JSON_TYPE : type, bytes, made };
  });

/** The same bodies for the same seed. */
export const hostileBodies = (count: number, seed: number): HostileBody[] =>
  fc.sample(hostileBody, { numRuns: count, seed });
