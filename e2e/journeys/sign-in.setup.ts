import { writeFileSync } from 'node:fs';
import { test } from '@playwright/test';
import { ADMIN_TOKEN_FILE, SESSION_FILE } from '../session-file.ts';
import { signIn } from '../sign-in.ts';

// One after the other: a code is known by being the newest.
test.describe.configure({ mode: 'serial' });

/** One session that the journeys on the chart share: a commercial account, which sees everything. */
test('a commercial user signs in', async ({ context }) => {
  await signIn(context, 'commercial@demo.test');
  await context.storageState({ path: SESSION_FILE });
});

/** A code is sent to an account once a minute, so that all who let people in share one sign-in. */
test('an administrator signs in', async ({ context }) => {
  writeFileSync(ADMIN_TOKEN_FILE, await signIn(context, 'admin@demo.test'));
});
