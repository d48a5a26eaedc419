import { randomUUID } from 'node:crypto';
import {
  createAlert,
  createToken,
  createWatchlist,
  createWebhook,
  listAlerts,
  listApiKeys,
  listWatchlists,
  MAX_WATCHED_SYMBOLS,
  MAX_WATCHLIST_ENTRIES,
  MAX_WATCHLISTS,
  MOST_SET_AT_ONCE,
  readWatchRows,
  resolveSymbols,
  setAlerts,
} from '@moneytrail/contract';
import type { Attack } from './attack.ts';
import { askPatiently, flood } from './flood.ts';

/** Lists at every maximum: 50 of 500 headings or symbols, which fill the largest body. */
const entriesOf = (list: number) =>
  Array.from({ length: MAX_WATCHLIST_ENTRIES }, (_, index) =>
    index % 2 === 0
      ? { kind: 'section', name: `${list}.${index} `.repeat(20).slice(0, 80).trim() }
      : { kind: 'symbol', symbol: `GONE:${list}X${index}`, flag: 'red' },
  );
const listOf = (list: number) => ({ name: `List ${list}`, colour: null, entries: entriesOf(list) });
let firstList = 0;

async function makeLists(at: { origin: string; token: string }): Promise<void> {
  const { watchlists } = listWatchlists.response.parse(
    await askPatiently(at, { path: listWatchlists.path }),
  );
  for (let list = watchlists.length; list < MAX_WATCHLISTS; list += 1) {
    const json = JSON.stringify({ key: randomUUID(), ...listOf(list) });
    const made = await askPatiently(at, { method: 'POST', path: createWatchlist.path, json });
    watchlists.push(createWatchlist.response.parse(made));
  }
  firstList = watchlists[0]?.id ?? 0;
}

const readingLists = flood(
  'the longest watchlists, read',
  () => ({ path: listWatchlists.path }),
  makeLists,
);

/** Each save names an old revision, so that it is refused after all its work. */
const savingLists = flood(
  'the longest watchlist, saved',
  (index) => ({
    method: 'PUT',
    path: `${listWatchlists.path}/${firstList}`,
    json: JSON.stringify({ baseRevision: 1, ...listOf(index) }),
  }),
  makeLists,
);

const words = (index: number) =>
  Array.from({ length: MAX_WATCHED_SYMBOLS }, (_, word) =>
    `${index} ${word} Unknown:${'Word '.repeat(20)}`.slice(0, 80).trim(),
  );

const resolving = flood('500 unknown words, resolved', (index) => ({
  method: 'POST',
  path: resolveSymbols.path,
  json: JSON.stringify({ words: words(index) }),
}));

const watchRows = flood('rows of 500 symbols', (index) => ({
  method: 'POST',
  path: readWatchRows.path,
  json: JSON.stringify({
    symbols: index % 2 === 0 ? words(index) : words(0).map((_, word) => `Bitfinex:${word}USD`),
    resolution: '60',
  }),
}));

/** Two studies with inputs that no other alert has, on the instrument with the most trades. */
const alertOf = (index: number) => ({
  name: `Alert ${index}`,
  symbol: 'Bitfinex:BTCUSD',
  resolution: '1',
  conditions: [
    {
      kind: 'level',
      level: 'longTermResistance',
      event: 'broken',
      inputs: { shortTermLength: 10 + (index % 41), longTermLength: 500 },
    },
    { kind: 'price', is: 'above', value: index },
  ],
  joined: { kind: 'and' },
  trigger: { kind: 'oncePerBar' },
  untilMs: null,
  hours: null,
  message: '{{price}} '.repeat(100).slice(0, 1_000),
  channels: { mail: false, push: false, webhook: null },
  sound: null,
});

const alerts = flood('alerts with studies of their own', (index) =>
  index % 4 === 3
    ? { path: listAlerts.path }
    : {
        method: 'POST',
        path: createAlert.path,
        json: JSON.stringify({ key: randomUUID(), ...alertOf(index) }),
      },
);

const LISTED = ['BTC/USD', 'ETH/USD', 'AAPL', 'TSLA', 'GOOGL', 'COKE', 'EUR/USD', 'GBP/USD'];
let listAlertIds: number[] = [];

/** Removes the alerts and the last watchlist that earlier attacks left, so that there is room for others. */
async function makeRoom(at: { origin: string; token: string }): Promise<void> {
  const { alerts: made } = listAlerts.response.parse(
    await askPatiently(at, { path: listAlerts.path }),
  );
  for (let from = 0; from < made.length; from += MOST_SET_AT_ONCE) {
    const ids = made.slice(from, from + MOST_SET_AT_ONCE).map(({ id }) => id);
    const json = JSON.stringify({ ids, to: { kind: 'deleted' } });
    await askPatiently(at, { method: 'POST', path: setAlerts.path, json });
  }
  const { watchlists } = listWatchlists.response.parse(
    await askPatiently(at, { path: listWatchlists.path }),
  );
  const last = watchlists.at(-1);
  if (!last || watchlists.length < MAX_WATCHLISTS) return;
  await askPatiently(at, { method: 'DELETE', path: `${listWatchlists.path}/${last.id}` });
}

/** Fills the account with alerts on one watchlist, each with studies of its own. */
async function makeListAlerts(at: { origin: string; token: string }): Promise<void> {
  await makeRoom(at);
  const entries = LISTED.map((code) => ({ kind: 'symbol', symbol: `FMP:${code}`, flag: null }));
  const list = { key: randomUUID(), name: 'Watched', colour: null, entries };
  const made = await askPatiently(at, {
    method: 'POST',
    path: createWatchlist.path,
    json: JSON.stringify(list),
  });
  const watchlist = createWatchlist.response.parse(made).id;
  const { limit } = listAlerts.response.parse(await askPatiently(at, { path: listAlerts.path }));
  listAlertIds = [];
  for (let index = 0; index < Math.floor(limit / LISTED.length); index += 1) {
    const json = JSON.stringify({ key: randomUUID(), ...alertOf(index), watchlist });
    const answer = await askPatiently(at, { method: 'POST', path: createAlert.path, json });
    listAlertIds.push(createAlert.response.parse(answer).alert.id);
  }
}

const activating = flood(
  'alerts on a watchlist, activated anew',
  () => ({
    method: 'POST',
    path: setAlerts.path,
    json: JSON.stringify({ ids: listAlertIds, to: { kind: 'active' } }),
  }),
  makeListAlerts,
);

/** They fire with every bar, as each names a price that has long been passed. */
const firings = flood('alerts that fire with every bar', (index) => ({
  method: 'POST',
  path: createAlert.path,
  json: JSON.stringify({
    key: randomUUID(),
    ...alertOf(index),
    conditions: [{ kind: 'price', is: 'above', value: 1 }],
  }),
}));

const keys = flood('API keys, listed and refused', (index) =>
  index % 2 === 0
    ? { path: listApiKeys.path }
    : { method: 'POST', path: createToken.path, json: JSON.stringify({ user: 'u'.repeat(200) }) },
);

/** Receivers that refuse the connection, on one port after the other, as in a search for open ones. */
const webhooks = flood('webhooks, made and called', (index) =>
  index % 2 === 0
    ? {
        method: 'POST',
        path: createWebhook.path,
        json: JSON.stringify({ name: `Hook ${index}`, url: `http://127.0.0.1:${20_000 + index}/` }),
      }
    : { method: 'POST', path: `${createWebhook.path}/${1 + (index % 20)}/test` },
);

/** Attacks with records that an account stores, or has the server look up or evaluate, at the maximum of every limit. */
export const RECORD_ATTACKS: readonly Attack[] = [
  readingLists,
  savingLists,
  resolving,
  watchRows,
  alerts,
  activating,
  firings,
  keys,
  webhooks,
];
