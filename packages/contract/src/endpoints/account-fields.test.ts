import { expect, test } from 'vitest';
import { calendarDay, emailAddress, isEmail, textLine, userType } from './account-fields.ts';

test.each([
  ['a@b.c', true],
  ['first.last+tag@sub.example.com', true],
  ['a@b', false],
  ['a@.c', false],
  ['a@b.', false],
  ['@b.c', false],
  ['a@b@c.d', false],
  ['a b@c.d', false],
  ['', false],
])('an address is text, @, text, dot, text: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected);
});

test('an address has one canonical form', () => {
  expect(emailAddress.parse('  Ana.Mü@Example.COM ')).toBe('ana.mü@example.com');
  expect(emailAddress.parse('u\u0308@example.com')).toBe('ü@example.com');
});

test('C33: a hostile address is refused in linear time', () => {
  const startedAt = performance.now();
  expect(isEmail(`a@${'.'.repeat(50_000)}@`)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(100);
});

test('G12: a type is understood by name and by number, anything else is refused', () => {
  for (const value of ['commercial', 0, '0']) expect(userType.parse(value)).toBe('commercial');
  for (const value of ['retail', 1, '1']) expect(userType.parse(value)).toBe('retail');
  for (const value of [2, true, null, '', 'admin']) {
    expect(userType.safeParse(value).success).toBe(false);
  }
});

test('a day exists in the calendar', () => {
  expect(calendarDay.safeParse('2000-02-29').success).toBe(true);
  for (const text of ['2001-02-29', '2000-13-01', '2000-1-1', '2000-01-01T00:00:00Z']) {
    expect(calendarDay.safeParse(text).success).toBe(false);
  }
});

test('a name is one line', () => {
  expect(textLine(10).safeParse('Ana\nBcc: x').success).toBe(false);
  expect(textLine(10).safeParse('A\u0000').success).toBe(false);
  expect(textLine(10).parse(' Ana ')).toBe('Ana');
});
