import { test } from '@playwright/test';
import { SESSION_FILE } from '../session-file.ts';
import { signIn } from '../sign-in.ts';

/** One session that the journeys on the chart share: a commercial account, which sees everything. */
test('a commercial user signs in', async ({ context }) => {
  await signIn(context, 'commercial@demo.test');
  await context.storageState({ path: SESSION_FILE });
});
