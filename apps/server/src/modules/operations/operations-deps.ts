import type { Kysely } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Outbox } from '../../outbox/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { ErrorLog } from '../errorlog/index.ts';

/** What looking at the queues and changing them needs. */
export type OperationsDeps = {
  db: Kysely<Database>;
  jobs: Jobs;
  outbox: Outbox;
  audit: Audit;
  errorLog: Pick<ErrorLog, 'redact'>;
  accounts: Accounts;
};
