import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serveProduct } from '../serve-product.ts';

// Imported late: the product sets up its memory before it loads anything.
const { addAccount, openSessionOf } = await import(
  '../../apps/server/src/conformance/testing/people.ts'
);

/** A serving process as the benchmark sees it. */
export type StreamServer = {
  port: number;
  /** Access tokens of accounts, each of which may open 20 streams. */
  tokens: string[];
  /** The id and the symbol of each enabled instrument whose market never closes: ticks of closed ones are dropped. */
  instruments: { id: number; symbol: string }[];
};
/** Memory in MB after a garbage collection, and processor time so far in milliseconds. */
export type ServerState = { memoryMb: number; processorMs: number };

const { DATABASE_URL = '', NATS_URL = '', ACCOUNTS = '1' } = process.env;
const { context, port } = await serveProduct({
  settings: {
    DATABASE_URL,
    NATS_URL,
    ROLES: 'api',
    AUTH_SECRET: 'one secret for both servers, long enough',
  },
});
const PAID = {
  user_type: 'commercial',
  has_paid: true,
  payment_valid_until: '2099-12-31',
} as const;
const tokens: string[] = [];
for (let index = 0; index < Number(ACCOUNTS); index++) {
  const username = `streams-${process.pid}-${index}@example.com`;
  const id = await addAccount({ context }, { ...PAID, username, phone_e164: null });
  tokens.push((await openSessionOf({ context }, id)).token);
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function stateNow(): ServerState {
  collect();
  const { user: own, system } = process.cpuUsage();
  const status = readFileSync('/proc/self/status', 'utf8');
  return {
    memoryMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024,
    processorMs: (own + system) / 1_000,
  };
}

process.on('message', (message) => {
  if (message === 'state') process.send?.(stateNow());
});
const rows = await context.db
  .selectFrom('instruments')
  .select(['id', 'exchange', 'code'])
  .where('is_enabled', '=', true)
  .where('type', '=', 'crypto')
  .orderBy('id')
  .execute();
process.send?.({
  port,
  tokens,
  instruments: rows.map(({ id, exchange, code }) => ({ id, symbol: `${exchange}:${code}` })),
} satisfies StreamServer);
