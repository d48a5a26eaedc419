import type { Migration } from 'kysely/migration';
import { instrumentsAndBars } from './0001-instruments-and-bars.ts';
import { live } from './0010-live.ts';
import { marks } from './0011-marks.ts';
import { accounts } from './0020-accounts.ts';
import { audit } from './0021-audit.ts';
import { outbox } from './0022-outbox.ts';
import { demoAnchor } from './0030-demo-anchor.ts';
import { heldBars } from './0031-held-bars.ts';
import { barImports } from './0032-bar-imports.ts';
import { barChecks } from './0033-bar-checks.ts';

/** Every migration by its name, which also orders them: forward only, never edited once released. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-instruments-and-bars': instrumentsAndBars,
  '0010-live': live,
  '0011-marks': marks,
  '0020-accounts': accounts,
  '0021-audit': audit,
  '0022-outbox': outbox,
  '0030-demo-anchor': demoAnchor,
  '0031-held-bars': heldBars,
  '0032-bar-imports': barImports,
  '0033-bar-checks': barChecks,
};
