import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasTooManyValues } from './json-values.ts';

const many = (unit: string, count: number) => `[${Array(count).fill(unit).join(',')}]`;

test.each(['[]', '{}', '""', '0', '{"a":{}}', '"\\\\"', '"\\""'])(
  'a body of hundreds of thousands of %s is known for one without being read',
  (unit) => {
    expect(hasTooManyValues(many(unit, 300_000))).toBe(true);
    expect(hasTooManyValues(many(unit, 5_000))).toBe(false);
  },
);

test('brackets and commas in strings do not count, however they are escaped', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('\\', '"', ',', '[', '{', 'a'), { maxLength: 12 }),
      (parts) => {
        const content = parts.join('').repeat(10_000);
        expect(hasTooManyValues(JSON.stringify({ content, name: 'a' }))).toBe(false);
      },
    ),
  );
});
