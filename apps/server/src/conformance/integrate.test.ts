import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { KEY_SCOPES } from '@moneytrail/contract';
import {
  type AdapterOptions,
  createDatafeed,
  createSaveLoadAdapter,
  type Datafeed,
  type LibrarySymbol,
  type SaveLoadAdapter,
} from '@moneytrail/tradingview-adapter';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ANY_KIND } from '../db/testing/test-database.ts';
import { eventually } from '../modules/live/testing/eventually.ts';
import { freePort } from '../testing/free-port.ts';
import { addAccount, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

const GUIDE = readFileSync(resolve(import.meta.dirname, '../../../../docs/integrate.md'), 'utf8');

/** The code of the guide in a language, in its order. */
function recipes(language: string): string[] {
  const blocks = GUIDE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, name, code]) => (name === language && code ? [code] : []));
}

let world: AppWorld;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  world = await startApp(ANY_KIND);
  const server = await world.app.listen({ host: '127.0.0.1', port: 0 });
  world.context.live.start();
  const paying = { has_paid: true, payment_valid_until: '2199-01-01' } as const;
  const id = await addAccount(world, { user_type: 'commercial', ...paying });
  const { token } = await openSessionOf(world, id);
  const answer = await fetch(`${server}/api/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Guide', scopes: KEY_SCOPES }),
  });
  const { secret } = (await answer.json()) as { secret: string };
  environment = { MONEYTRAIL_URL: server, MONEYTRAIL_KEY: secret };
  folder = mkdtempSync(join(tmpdir(), 'recipes-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

function store(name: string, code = ''): string {
  expect(code.length).toBeGreaterThan(0);
  writeFileSync(join(folder, name), code);
  return join(folder, name);
}

const { PATH = '' } = process.env;
const PYTHON = process.env.MONEYTRAIL_PYTHON ?? 'python3';

test.each([
  ['Python', PYTHON, 'recipe.py', recipes('python')[0]],
  ['TypeScript', process.execPath, 'recipe.ts', recipes('ts')[0]],
])(
  'the script in %s pages a year of bars and follows the stream',
  async (_, program, name, code) => {
    const file = store(name, code);
    const env = { PATH, ...environment };
    const { stdout, stderr } = await promisify(execFile)(program, [file], { env });
    const [first = '', ...live] = stdout.trim().split('\n');
    const [, count, close] = /^(\d+) bars, the newest at ([\d.]+)$/.exec(first) ?? [];
    // A year of hours, as bitcoin trades around the clock; the simulated outages leave some out.
    expect([stderr.includes('Error'), Number(count) > 8_700, Number(count) <= 8_760]).toEqual([
      false,
      true,
      true,
    ]);
    expect(live).toHaveLength(3);
    for (const line of live) expect(line).toMatch(/^live [\d.]+$/);
    expect(Number(close)).toBeGreaterThan(0);
  },
);

test('the page with the library shows bars and keeps charts by a token of its own server', async () => {
  const PORT = String(await freePort());
  const file = store('tokens.ts', recipes('ts')[1]);
  const child = spawn(process.execPath, [file], { env: { PATH, PORT, ...environment } });
  onTestFinished(() => void child.kill());
  const tokens = () => fetch(`http://127.0.0.1:${PORT}/chart-token`).then((each) => each.text());
  await eventually(async () => expect(await tokens().catch(() => '')).toMatch(/^mtt_/));

  // The guide's page, with a library that keeps what it is given.
  type Given = { symbol: string; datafeed: Datafeed; save_load_adapter: SaveLoadAdapter };
  const given: Given[] = [];
  class Widget {
    constructor(options: Given) {
      given.push(options);
    }
  }
  const here = (options: AdapterOptions) => ({
    ...options,
    server: environment.MONEYTRAIL_URL ?? '',
  });
  const page = (recipes('js')[0] ?? '').replace(/^import .*$/m, '');
  const parts = {
    TradingView: { widget: Widget },
    createDatafeed: (options: AdapterOptions) => createDatafeed(here(options)),
    createSaveLoadAdapter: (options: AdapterOptions) => createSaveLoadAdapter(here(options)),
    fetch: async () => ({ text: tokens }),
  };
  new Function(...Object.keys(parts), page)(...Object.values(parts));
  const [widget] = given;
  if (!widget) throw new Error('the page makes no widget');
  const symbol = await new Promise<LibrarySymbol>((done, fail) =>
    widget.datafeed.resolveSymbol(widget.symbol, done, fail),
  );
  const period = {
    from: 0,
    to: Math.floor(Date.now() / 1_000),
    countBack: 50,
    firstDataRequest: true,
  };
  const bars = await new Promise<unknown[]>((done, fail) =>
    widget.datafeed.getBars(symbol, '60', period, (found) => done(found), fail),
  );
  expect(bars).toHaveLength(50);
  const chart = { name: 'Mine', symbol: widget.symbol, resolution: '60', content: '{}' };
  const id = await widget.save_load_adapter.saveChart(chart);
  expect(await widget.save_load_adapter.getAllCharts()).toMatchObject([{ id, name: 'Mine' }]);
});
