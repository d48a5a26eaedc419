import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ANY_KIND, createTestPlace } from '../db/testing/test-database.ts';
import { runHere } from './testing/run-here.ts';

const args = ['--email', 'ada@example.com'];

test('the password of the first administrator may be in a file, as may the other settings', async () => {
  const { databaseUrl, dataDir, drop } = await createTestPlace(ANY_KIND);
  onTestFinished(drop);
  const fileOf = (name: string, content: string) => {
    const path = join(dataDir, name);
    writeFileSync(path, content);
    return path;
  };
  const given = {
    DATABASE_URL: databaseUrl ?? '',
    AUTH_SECRET_FILE: fileOf('secret', 'a secret for tests that is long enough\n'),
  };
  const unreadable = { ...given, ADMIN_PASSWORD_FILE: join(dataDir, 'none'), PORT: 'high' };
  const refused = await runHere('create-admin', args, unreadable);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('ADMIN_PASSWORD_FILE: the file cannot be read (ENOENT)');
  expect(refused.err).toContain('PORT: ');
  const readable = { ...given, ADMIN_PASSWORD_FILE: fileOf('password', 'Correct-horse-9!\n') };
  const made = await runHere('create-admin', args, readable);
  expect(made).toEqual({ code: 0, out: 'ada@example.com can sign in.\n', err: '' });
});
