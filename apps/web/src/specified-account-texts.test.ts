import { readFileSync } from 'node:fs';
import { forgotPassword, PHONE_TEXTS, passwordProblems } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { FAILURE_TEXTS } from './api/failure-text.ts';
import { ACCOUNT_TEXTS, STATUS_TEXTS, SUBSCRIPTION_TEXTS } from './features/account/texts.ts';
import { CHANGE_TEXTS, MANAGE_TEXTS } from './features/admin-users/texts.ts';
import { AUTH_TEXTS } from './features/auth/texts.ts';
import { PAYWALL_TEXTS } from './features/chart/paywall/texts.ts';
import { FIELD_TEXTS } from './lib/account-rules.ts';
import { FORM_TEXTS } from './ui/form/texts.ts';

/** Texts under the headings that a condition accepts. */
function listedTexts(isMeant: (heading: string) => boolean): string[] {
  const list = readFileSync(new URL('./specified-account-texts.txt', import.meta.url), 'utf8');
  return list.split(/^# /m).flatMap((section, index) => {
    const [heading = '', ...texts] = section.split('\n');
    return index > 0 && isMeant(heading) ? texts.filter((text) => text !== '') : [];
  });
}

function textsIn(catalogue: object): string[] {
  return Object.values(catalogue).flatMap((value) =>
    typeof value === 'string' ? [value] : textsIn(value),
  );
}

/** The contract's messages for an address. */
const addressTexts = ['', 'x'].flatMap((email) => {
  const issues = forgotPassword.body?.safeParse({ email }).error?.issues ?? [];
  return issues.slice(0, 1).map(({ message }) => message);
});

const CATALOGUE = new Set([
  ...addressTexts,
  ...[AUTH_TEXTS, ACCOUNT_TEXTS, STATUS_TEXTS, SUBSCRIPTION_TEXTS, PAYWALL_TEXTS].flatMap(textsIn),
  ...[CHANGE_TEXTS, MANAGE_TEXTS].flatMap(textsIn),
  ...[FIELD_TEXTS, PHONE_TEXTS, FORM_TEXTS, FAILURE_TEXTS].flatMap(textsIn),
  ...passwordProblems(''),
  ...passwordProblems('_'),
]);

test('every text the specification quotes is in the catalogue, verbatim', () => {
  const missing = listedTexts((heading) => heading !== 'ours').filter(
    (text) => !CATALOGUE.has(text),
  );
  expect(missing).toEqual([]);
});

test('every other text of the catalogue is listed as ours', () => {
  const known = new Set(listedTexts(() => true));
  expect([...CATALOGUE].filter((text) => !known.has(text))).toEqual([]);
});
