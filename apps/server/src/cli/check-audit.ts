import type { DamageKind } from '../modules/audit/index.ts';
import { openAudit } from './open-store.ts';
import { EXIT, runCommand } from './run-command.ts';

const HELP = `Checks the record of who did what: whether an entry was changed, removed or slipped in.

  npm run check-audit

Ends with 0 where the record is whole. The server checks by itself once a day and logs an error where it is broken.`;

/** Explanations for operators. */
const MEANING: Record<DamageKind, string> = {
  changed: 'the entry is not what was written',
  removed: 'entries before it are missing',
  replaced: 'the entry was exchanged for another',
  'start-removed': 'the oldest entries are missing',
  'end-removed': 'the newest entries are missing',
  'end-added': 'entries were added behind the back of the record',
  'head-missing': 'the head of the record is missing',
  'head-changed': 'the head of the record is not what was written',
  disputed: 'head and entries did not agree when it was written: newest entries may be missing',
};

async function checkAudit(): Promise<number> {
  const { audit, close } = await openAudit(process.env);
  try {
    const { isIntact, checkedEntries, damages, lastSeq, lastHash } = await audit.check();
    if (isIntact) {
      console.log(`The record is whole: ${checkedEntries} entries follow from one another.`);
      if (lastHash !== null) console.log(`The newest is ${lastSeq}, ${lastHash}.`);
      return EXIT.done;
    }
    for (const { kind, seq } of damages) {
      console.error(`The record is broken at entry ${seq}: ${MEANING[kind]}.`);
    }
    return EXIT.refused;
  } finally {
    await close();
  }
}

await runCommand(HELP, checkAudit);
