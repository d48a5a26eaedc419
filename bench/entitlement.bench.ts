import { type AccessUser, entitlement } from '../apps/server/src/modules/access/entitlement.ts';
import { EXCHANGES } from '../packages/contract/src/index.ts';
import { report } from './figure.ts';

const QUESTIONS = 200_000;
const NOW = Date.UTC(2026, 10, 20);

const feedAccess = {
  isBVGAllowed: true,
  isFMPAllowed: true,
  isBitfinexAllowed: true,
  isTiingoAllowed: true,
};
const permissions = { isDetailedSummaryAllowed: true, isSuffixAllowed: true };
const paid = { hasPaid: true, paymentValidUntil: '2026-12-31' };
const rights = { isSuperAdmin: false, permissions, feedAccess };
const running = { isActive: true, endDate: '2026-12-31T00:00:00.000Z' };

/** Users whose rights take the longest to compute. */
const users: readonly (AccessUser | null)[] = [
  null,
  { ...rights, userType: 'retail', subscription: running },
  { ...rights, userType: 'commercial', ...paid },
  { ...rights, userType: 'commercial', isSubUser: true, parent: { ...paid, ...rights } },
];
const instruments = EXCHANGES.flatMap((exchange) =>
  ['BTCUSD', 'NPN.JO', 'WMAZ-2026-07/WMAZ-2026-12'].map((code) => ({
    exchange,
    code,
    listedExchange: { value: 'JNB' },
  })),
);

function askAll(): number {
  let open = 0;
  for (let at = 0; at < QUESTIONS; at += 1) {
    const user = users[at % users.length] ?? null;
    const instrument = instruments[at % instruments.length];
    if (instrument && entitlement(user, instrument, NOW).allowed) open += 1;
  }
  return open;
}

askAll();
const startedAt = performance.now();
const open = askAll();
const eachMs = (performance.now() - startedAt) / QUESTIONS;
report([
  {
    what: 'who may see an instrument, decided',
    value: eachMs * 1_000,
    unit: 'µs',
    bar: { atMost: 50 },
    detail: `${open} of ${QUESTIONS} yes`,
  },
]);
