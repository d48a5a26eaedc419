import { rmSync } from 'node:fs';
import { test } from '@playwright/test';
import { administratorToken } from '../administrator.ts';
import { ADMIN_TOKEN_FILE, SESSION_FILE } from '../session-file.ts';
import { signIn } from '../sign-in.ts';

// One after the other: a code is known by being the newest.
test.describe.configure({ mode: 'serial' });

/** One session that the journeys on the chart share: a commercial account, which sees everything. */
test('a commercial user signs in', async ({ context }) => {
  await signIn(context, 'commercial@demo.test');
  await context.storageState({ path: SESSION_FILE });
});

test('an administrator signs in, who lets people in', async () => {
  // One of a former run means nothing to this one's server.
  rmSync(ADMIN_TOKEN_FILE, { force: true });
  await administratorToken();
});
