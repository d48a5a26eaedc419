import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '../../packages/calendar/src/index.ts';
import { FEED_EXCHANGES, type FeedExchange } from '../../packages/contract/src/index.ts';
import { type Difference, differences, halfHourUntil, servedBars, trueBars } from './bars.ts';
import type { ChartTab } from './chart.ts';
import { type Outage, planOutages } from './plan.ts';
import { type Rig, startRig } from './rig.ts';

/** The banner is due within 5 s; drawing and noticing it takes a moment more. */
const BANNER_MS = 6_000;
/** A bar is compared this long after its end, once all parts have read it. */
const CLOSED_MS = 6_000;
/** A chart has read a closed bar by then. */
const SETTLED_MS = 25_000;
const LOOK_EVERY_MS = 1_000;

/**
 * The result of one outage: `bannerMs` from its start, the other times from its end, in ms; null if nothing happened.
 */
type Passed = {
  backMs: number;
  bannerMs: number | null;
  bannerGoneMs: number | null;
  /** One line per fault. */
  faults: string[];
};

/** The times from the end of an outage until all was right, in ms; null if it never was. */
type Recovery = {
  ticksMs: number | null;
  liveMs: number | null;
  wholeMs: number | null;
  faults: string[];
};

/** True if the page must notice the outage by itself, without waiting for a missing bar. */
function isNoticed({ part, how, seconds }: Outage): boolean {
  if (seconds * 1_000 <= BANNER_MS) return false;
  return part === 'server' || (part === 'page' && how !== 'slow' && how !== 'frozen');
}

/** The milliseconds until a condition holds; null if the time runs out. */
async function timeUntil(holds: () => Promise<boolean>, limitMs: number): Promise<number | null> {
  const startMs = Date.now();
  while (Date.now() < startMs + limitMs) {
    if (await holds()) return Date.now() - startMs;
    await sleep(100);
  }
  return null;
}

async function holdsInAll({ tabs }: Rig, holds: (tab: ChartTab) => Promise<boolean>) {
  return (await Promise.all(tabs.map(holds))).every(Boolean);
}

/** Runs an outage from start to end. */
async function suffer(rig: Rig, outage: Outage): Promise<Passed> {
  const faults: string[] = [];
  let bannerMs: number | null = null;
  await sleep(outage.quietSeconds * 1_000);
  await rig.take(outage);
  const goneMs = Date.now();
  if (isNoticed(outage)) {
    bannerMs = await timeUntil(() => holdsInAll(rig, (tab) => tab.hasBanner()), BANNER_MS);
    const isQuiet = await holdsInAll(rig, async (tab) => (await tab.status()) !== 'live');
    if (bannerMs === null) faults.push('no banner within 5 s');
    else if (!isQuiet) faults.push('called live beside the banner');
  }
  await sleep(Math.max(0, goneMs + outage.seconds * 1_000 - Date.now()));
  await rig.giveBack(outage);
  const backMs = Date.now();
  const isFree = () => holdsInAll(rig, async (tab) => !(await tab.hasBanner()));
  const bannerGoneMs = await timeUntil(isFree, BANNER_MS);
  if (bannerGoneMs === null) faults.push('the banner stayed for 5 s');
  return { backMs, bannerMs, bannerGoneMs, faults };
}

/** Compares the bars of one tab and the server with the vendor's, and reads whether the tab says it is live. */
async function look({ reader, truthOf }: Rig, tab: ChartTab) {
  const { exchange } = tab.instrument;
  const before = await tab.status();
  const lookedMs = Date.now();
  const span = halfHourUntil(lookedMs - CLOSED_MS);
  const drawn = await tab.bars();
  const isLive = before === 'live' && (await tab.status()) === 'live';
  const [served, truth] = await Promise.all([
    servedBars(reader, tab.instrument, span),
    trueBars(truthOf(exchange), tab.instrument, span),
  ]);
  const onScreen = differences(`${exchange} on the screen`, drawn, truth, span);
  const isSettled = ({ time }: Difference) => time + MINUTE_MS <= lookedMs - SETTLED_MS;
  return {
    isLive,
    wrong: [...onScreen, ...differences(`${exchange} on the server`, served, truth, span)],
    lies: isLive ? onScreen.filter(isSettled) : [],
  };
}

/** Looks at every tab in turn; null if one did not answer, as on a busy machine: the caller retries. */
async function lookAtAll(rig: Rig) {
  const looks: Awaited<ReturnType<typeof look>>[] = [];
  try {
    for (const tab of rig.tabs) looks.push(await look(rig, tab));
    return looks;
  } catch (error) {
    console.log(`     a tab did not answer: ${String(error).split('\n', 1)[0]}`);
    return null;
  }
}

/**
 * Watches after an outage until the bar that was open at its end has closed and every bar is right, or until the time
 * runs out. A chart that says it is live while it draws a wrong bar is always a fault.
 */
async function recover(rig: Rig, backMs: number, limitMs: number): Promise<Recovery> {
  const times = { ticksMs: Number.NaN, liveMs: Number.NaN, wholeMs: Number.NaN };
  const note = (key: keyof typeof times, isSo: boolean) => {
    if (isSo && Number.isNaN(times[key])) times[key] = Date.now() - backMs;
  };
  const lies = new Set<string>();
  let wrong: Difference[] = [];
  const closedMs = Math.ceil(backMs / MINUTE_MS) * MINUTE_MS + CLOSED_MS;
  const endMs = Math.max(closedMs + SETTLED_MS, backMs + limitMs);
  for (let isDone = false; !isDone && Date.now() < endMs; ) {
    const startMs = Date.now();
    note(
      'ticksMs',
      rig.tabs.every((tab) => tab.newestTickMs() > backMs),
    );
    const looks = await lookAtAll(rig);
    if (!looks) continue;
    wrong = looks.flatMap((one) => one.wrong);
    for (const { text } of looks.flatMap((one) => one.lies)) lies.add(text);
    if (wrong.length > 0) times.wholeMs = Number.NaN;
    note('wholeMs', wrong.length === 0);
    note(
      'liveMs',
      looks.every(({ isLive }) => isLive),
    );
    isDone = startMs >= closedMs && !Object.values(times).some(Number.isNaN);
    if (!isDone) await sleep(LOOK_EVERY_MS);
  }
  const found = (ms: number) => (Number.isNaN(ms) ? null : ms);
  return {
    ticksMs: found(times.ticksMs),
    liveMs: found(times.liveMs),
    wholeMs: found(times.wholeMs),
    faults: [
      ...[...lies].map((line) => `called live with ${line}`),
      ...wrong.map(({ text }) => text),
      ...(Number.isNaN(times.liveMs) ? ['not live again'] : []),
      ...(Number.isNaN(times.ticksMs) ? ['no price came again'] : []),
    ],
  };
}

/**
 * Random outages in real time, each followed by a comparison of every bar on the screen with the server's and the
 * vendor's. `npm run outages -- --seed 7 --count 20 --longest 600 --exchanges Bitfinex,FMP`; `--plan` only prints the
 * plan. Exits with status 1 after any fault.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    count: { type: 'string', default: '20' },
    shortest: { type: 'string', default: '5' },
    longest: { type: 'string', default: '600' },
    quiet: { type: 'string', default: '20' },
    exchanges: { type: 'string', default: 'Bitfinex,FMP' },
    plan: { type: 'boolean', default: false },
  },
});
const isExchange = (name: string): name is FeedExchange =>
  FEED_EXCHANGES.some((one) => one === name);
const outages = planOutages(Number(values.seed), {
  count: Number(values.count),
  shortestS: Number(values.shortest),
  longestS: Number(values.longest),
  quietS: Number(values.quiet),
});
const total = outages.reduce((sum, { seconds }) => sum + seconds, 0);
console.log(
  `seed ${values.seed}: ${outages.length} outages, ${Math.round(total / 60)} min of outage`,
);
if (values.plan) {
  for (const { part, how, seconds } of outages) console.log(`  ${part} ${how} ${seconds} s`);
  process.exit(0);
}

/** The server reads what its vendors held back within five minutes; the chart follows at the next bar. */
const REPAIRED_MS = { page: 90_000, server: 90_000, feed: 400_000 };
const inSeconds = (ms: number | null) => (ms === null ? '–' : `${(ms / 1_000).toFixed(1)} s`);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const rig = await startRig({
  exchanges: values.exchanges.split(',').filter(isExchange),
  launch: {
    executablePath: process.env.MONEYTRAIL_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  },
});
let faultCount = 0;
try {
  for (const [at, outage] of outages.entries()) {
    const passed = await suffer(rig, outage);
    const recovery = await recover(rig, passed.backMs, REPAIRED_MS[outage.part]);
    const faults = [...passed.faults, ...recovery.faults];
    faultCount += faults.length;
    const when = new Date().toISOString().slice(11, 19);
    console.log(
      [
        `${when} ${at + 1}. ${outage.part} ${outage.how} ${outage.seconds} s`,
        `banner after ${inSeconds(passed.bannerMs)}, gone ${inSeconds(passed.bannerGoneMs)}`,
        `prices ${inSeconds(recovery.ticksMs)}, live ${inSeconds(recovery.liveMs)}`,
        `every bar right ${inSeconds(recovery.wholeMs)} after the return`,
      ].join('; '),
    );
    for (const fault of faults) console.log(`     ${fault}`);
  }
} finally {
  await rig.close();
}
console.log(faultCount === 0 ? 'No faults.' : `${faultCount} faults.`);
process.exit(faultCount === 0 ? 0 : 1);
