import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/index.ts';
import { createTestPlace, silentLog, USUAL_KINDS } from '../db/testing/test-database.ts';
import { createAudit } from '../modules/audit/index.ts';
import { runCli } from './testing/run-cli.ts';
import { runHere } from './testing/run-here.ts';

const clock = { now: Date.now };
const secret = 'a secret for tests that is long enough';

describe.each(USUAL_KINDS)('C55: an operator asks whether the record is whole, on %s', (kind) => {
  test('and reports the broken entry, in its output and by its exit code', async () => {
    const place = await createTestPlace(kind);
    onTestFinished(place.drop);
    const { databaseUrl, dataDir } = place;
    const environment: Record<string, string> = {
      AUTH_SECRET: secret,
      ...(databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }),
    };
    const write = async (work: (db: Parameters<typeof createAudit>[0]['db']) => Promise<void>) => {
      const database = await openDatabase({ databaseUrl, dataDir, log: silentLog });
      await work(database.db);
      await database.close();
    };
    await write(async (db) => {
      for (const action of ['one', 'two', 'three']) {
        await createAudit({ db, clock, log: silentLog, secret }).record({
          action,
          actorId: null,
          subjectId: null,
        });
      }
    });
    const whole = await runHere('check-audit', [], environment);
    expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('whole: 3 entries') });
    const wrong = { ...environment, AUTH_SECRET: 'another secret that is long enough' };
    expect(await runHere('check-audit', [], wrong)).toMatchObject({
      code: 1,
      err: expect.stringContaining('AUTH_SECRET is not the secret of this installation'),
    });
    await write(async (db) => {
      await sql`alter table audit_entries disable trigger all`.execute(db);
      await sql`update audit_entries set reason = 'none' where seq = 2`.execute(db);
    });
    const broken = await runCli('check-audit', [], environment);
    expect(broken).toMatchObject({
      code: 1,
      err: expect.stringContaining('broken at entry 2: the entry is not what was written'),
    });
  });
});
