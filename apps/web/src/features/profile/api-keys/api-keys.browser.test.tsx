import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { COMMERCIAL, RETAIL } from '../../../testing/accounts.ts';
import { expectNoBarriers } from '../../../testing/barriers.ts';
import { FakeServer, Refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';

const KEY: ApiKey = {
  _id: 'k1',
  name: 'Nightly report',
  beginning: 'mt_AbCdEfG',
  scopes: ['prices:read', 'charts:write'],
  networks: ['203.0.113.0/24'],
  createdAt: '2026-03-01T08:00:00.000Z',
  endsAt: '2027-01-01T00:00:00.000Z',
  lastUsedAt: null,
  oldSecretEndsAt: null,
};
const SECRET = `mt_${'x'.repeat(43)}`;
const keys = page.getByRole('region', { name: 'API keys' });

async function openKeys(held: ApiKey[], user = COMMERCIAL) {
  const server = new FakeServer(user);
  server.on(listApiKeys, () => held);
  await openPage('/dashboard/profile', server, user);
  await expect.element(keys).toBeVisible();
  return server;
}

test('a key is made with what was chosen, and its secret is shown once', async () => {
  const held: ApiKey[] = [];
  const server = await openKeys(held);
  await expect.element(keys.getByText('No keys yet.')).toBeVisible();
  const made = server.on(createApiKey, ({ body }) => {
    if (body.networks[0] === 'here')
      throw new Refusal('BAD_REQUEST', 'networks: here is no address');
    held.push({ ...KEY, name: body.name });
    return { key: { ...KEY, name: body.name }, secret: SECRET };
  });
  await keys.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect.element(dialog.getByText('This field is required')).toBeVisible();
  await dialog.getByLabelText('Name').fill('Nightly report');
  await dialog.getByLabelText('Read saved charts, templates, watchlists and alerts').click();
  await dialog.getByLabelText('Networks').fill('here');
  await dialog.getByLabelText('Last day').fill('31/12/2026');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect.element(dialog.getByText(/Type the day as/)).toBeVisible();
  await dialog.getByLabelText('Last day').fill('31 Dec 2026');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect.element(dialog.getByText('here is no address')).toBeVisible();
  await expectNoBarriers('a key that is being made');
  await dialog.getByLabelText('Networks').fill('203.0.113.0/24, 2001:db8::1');
  await userEvent.keyboard('{Enter}');
  const told = page.getByRole('dialog', { name: 'Copy your key now' });
  await expect.element(told.getByLabelText('API key "Nightly report"')).toHaveValue(SECRET);
  expect(made.at(-1)?.body).toEqual({
    name: 'Nightly report',
    scopes: ['prices:read', 'charts:read'],
    networks: ['203.0.113.0/24', '2001:db8::1'],
    lastDay: '2026-12-31',
  });
  await userEvent.keyboard('{Escape}');
  await expect.element(told).toBeVisible();
  await expectNoBarriers('a secret that is told');
  await told.getByRole('button', { name: 'I have kept it' }).click();
  await expect.element(keys.getByText('mt_AbCdEfG…')).toBeVisible();
  await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
});

test('a key tells what it allows, from where, and how long', async () => {
  await openKeys([{ ...KEY, oldSecretEndsAt: '2026-03-02T08:00:00.000Z' }]);
  for (const text of ['Prices', 'Change charts', 'Never used', 'From 203.0.113.0/24']) {
    await expect.element(keys.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(keys.getByText('Ends after 31 Dec 2026')).toBeVisible();
  await expect.element(keys.getByText(/The secret before ends/)).toBeVisible();
  await expectNoBarriers('a list of keys');
});

test('a key is rotated and revoked after a question', async () => {
  const held = [KEY];
  const server = await openKeys(held);
  server.on(rotateApiKey, () => ({ key: KEY, secret: SECRET }));
  await keys.getByRole('button', { name: 'Rotate Nightly report' }).click();
  const asked = page.getByRole('dialog', { name: 'Give this key another secret?' });
  await asked.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  const revoked = server.on(revokeApiKey, () => {
    held.pop();
    return undefined;
  });
  await keys.getByRole('button', { name: 'Revoke Nightly report' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke "Nightly report"?' });
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(page.getByText('The key "Nightly report" is revoked.')).toBeVisible();
  await expect.element(keys.getByText('No keys yet.')).toBeVisible();
  expect(revoked[0]?.params).toEqual({ id: 'k1' });
});

test('an account without a plan reads what a key needs', async () => {
  await openKeys([], RETAIL);
  await expect.element(keys.getByText('Your account needs a plan to make keys.')).toBeVisible();
  await expect.element(keys.getByRole('button', { name: 'New key' })).not.toBeInTheDocument();
});
