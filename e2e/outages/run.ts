import { parseArgs } from 'node:util';
import { EXCHANGES, type ExchangeName } from '../../packages/contract/src/index.ts';
import { planOutages } from './plan.ts';
import { startRig } from './rig.ts';
import { recover, suffer } from './trial.ts';

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
