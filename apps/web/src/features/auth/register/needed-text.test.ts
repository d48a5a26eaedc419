import { expect, test } from 'vitest';
import { neededText } from './needed-text.ts';

const FULL = {
  firstName: 'Thandi',
  lastName: 'Nkosi',
  email: 'thandi@example.com',
  password: 'Gr1ffin-Rock',
  confirmation: 'Gr1ffin-Rock',
  dateOfBirth: '2000-05-17',
  gender: 'Female',
  userType: 'retail',
  phone: '083 512 3456',
};

/** Empty fields and the named ones are not valid. */
function textOf(changes: Partial<typeof FULL>, wrong: readonly string[] = []): string | null {
  const values = { ...FULL, ...changes };
  return neededText(values, (name) => values[name] !== '' && !wrong.includes(name));
}

test('a form filled in lacks nothing', () => {
  expect(textOf({})).toBeNull();
});

test('what a form lacks is named in its order', () => {
  expect(textOf({ phone: '', dateOfBirth: '' })).toBe('Still needed: date of birth, phone.');
});

test('wrong fields are named apart from missing ones', () => {
  expect(textOf({ gender: '' }, ['email', 'confirmation'])).toBe(
    'Still needed: gender. To be corrected: email, password confirmation.',
  );
  expect(textOf({}, ['phone'])).toBe('To be corrected: phone.');
});

test('an empty form is told in one sentence', () => {
  const empty = Object.fromEntries(Object.keys(FULL).map((name) => [name, '']));
  expect(textOf(empty)).toBe('Every field is needed, except where it says optional.');
});
