import { expect, test } from 'vitest';
import { canonicalEmail, isEmail } from './email-address.ts';

/** The last code point of the planes that hold letters in use today. */
const LAST_CODE_POINT = 0x1_ffff;
const MAY_STAND = /[\p{L}\p{N}\p{M}\p{S}]/u;

test('canonicalising an address twice changes nothing, for any letter', () => {
  const changed: string[] = [];
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    const sign = String.fromCodePoint(code);
    if (!MAY_STAND.test(sign)) continue;
    for (const typed of [`a${sign}b@example.test`, `a@ex${sign}ample.test`]) {
      const address = canonicalEmail(typed);
      if (isEmail(address) && canonicalEmail(address) !== address) changed.push(typed);
    }
  }
  expect(changed).toEqual([]);
});

test.each([
  ['a@ho™ail.test', 'a@hotmail.test'],
  ['a@g㎃il.test', 'a@gmail.test'],
  [' A@EXAMPLE.test ', 'a@example.test'],
  ['a@ｅｘａｍｐｌｅ.test', 'a@example.test'],
])('%s is the address %s', (typed, address) => {
  expect(canonicalEmail(typed)).toBe(address);
});
