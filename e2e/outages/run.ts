import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { EXCHANGES, type ExchangeName } from '../../packages/contract/src/index.ts';
import { type Difference, differences, halfHourUntil, servedBars, trueBars } from './bars.ts';
import type { ChartTab } from './chart.ts';
import { type Outage, planOutages } from './plan.ts';
import { type Rig, startRig } from './rig.ts';

/** A banner is asked for within 5 s; to draw it and to see it takes a moment more. */
const BANNER_MS = 6_000;
/** A bar is looked at so long after its end: whoever draws it may still be about to read it. */
const CLOSED_MS = 6_000;
/** By then a chart has read it. */
const SETTLED_MS = 25_000;
const LOOK_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;

/** What came of one outage: times from its start (`bannerMs`) or its end, ms; null where nothing came. */
type Passed = {
  backMs: number;
  bannerMs: number | null;
  bannerGoneMs: number | null;
  /** What must not be: one line each. */
  faults: string[];
};

/** How soon after an outage all was right: times from its end, ms; null where it never was. */
type Recovery = {
  ticksMs: number | null;
  liveMs: number | null;
  wholeMs: number | null;
  faults: string[];
};

/** Whether the page has to notice by itself, without waiting for a bar that does not come. */
function isNoticed({ part, how, seconds }: Outage): boolean {
  if (seconds * 1_000 <= BANNER_MS) return false;
  return part === 'server' || (part === 'page' && how !== 'slow' && how !== 'frozen');
}

/** The milliseconds until something holds; null where it did not in time. */
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

/** Lets an outage happen and pass. */
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

/** How the bars of one tab, and the server's, differ from the vendor's; and whether the tab calls itself live. */
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

/** Every tab in turn; null where one of them did not answer, as on a machine that is too busy: it is asked again. */
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
 * is up. A chart that calls itself live while it draws a wrong bar is a fault whatever comes later.
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
 * Random outages in real time, and after each a comparison of every bar on the screen with the server's and the
 * vendor's. `npm run outages -- --seed 7 --count 20 --longest 600 --exchanges Bitfinex,FMP`; `--plan` only tells what
 * would happen. Ends with status 1 where anything was wrong.
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
const isExchange = (name: string): name is ExchangeName => EXCHANGES.some((one) => one === name);
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

/** The server has read again what its vendors kept from it within five minutes; the chart follows at the next bar. */
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
console.log(faultCount === 0 ? 'Every bar is the server’s.' : `${faultCount} differences.`);
process.exit(faultCount === 0 ? 0 : 1);
