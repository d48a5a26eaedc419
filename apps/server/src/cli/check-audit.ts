import { readConfig } from '../config.ts';
import { openDatabase } from '../db/index.ts';
import { checkAuditChain } from '../modules/audit/index.ts';
import { EXIT } from './exit.ts';
import { runCommand } from './run-command.ts';

const HELP = `Checks the record of who did what: whether an entry was changed, removed or slipped in.

  npm run check-audit

Ends with 0 where the record is whole. The server checks by itself once a day and logs an error where it is broken.`;

async function checkAudit(): Promise<number> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const log = { error: (detail: object, message: string) => console.error(message, detail) };
  const database = await openDatabase({ databaseUrl, dataDir, log });
  try {
    const { isIntact, checkedEntries, brokenAt } = await checkAuditChain(database.db);
    if (isIntact) {
      console.log(`The record is whole: ${checkedEntries} entries follow from one another.`);
      return EXIT.done;
    }
    console.error(`The record is broken at entry ${brokenAt}; ${checkedEntries} before it hold.`);
    return EXIT.refused;
  } finally {
    await database.close();
  }
}

await runCommand(HELP, checkAudit);
