import {
  columnsFrom,
  computeStudies,
  createGrowingColumns,
  createStudy,
  DEFAULT_INPUTS,
  defaultInputs,
  STUDIES,
  startTechnicalStudy,
} from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import { median, report, timeRuns } from './figure.ts';
import { syntheticBars } from './synthetic-bars.ts';

const BARS = 100_000;
const RUNS = 15;
const APPENDS = 2_000;

const bars = syntheticBars(BARS + APPENDS, { startMs: Date.UTC(2026, 0, 5) });
const IDS = STUDIES.map(({ id }) => id);
const columns = columnsFrom(bars.slice(0, BARS));

function computeAll(): void {
  computeStudies(IDS, columns, DEFAULT_INPUTS);
}

await timeRuns(5, computeAll);
const wholeMs = median(await timeRuns(RUNS, computeAll));

/** All seven studies taking one more bar, averaged over many bars because of the clock's resolution. */
function meanAppendMs(): number {
  const growing = createGrowingColumns(bars.slice(0, BARS));
  const live = STUDIES.map((study) => createStudy(study.id, growing.columns(), DEFAULT_INPUTS));
  const startedAt = performance.now();
  for (const bar of bars.slice(BARS)) {
    growing.append(bar);
    const grown = growing.columns();
    for (const study of live) study.barAppended(grown);
  }
  return (performance.now() - startedAt) / APPENDS;
}

meanAppendMs();
const appendMs = median([meanAppendMs(), meanAppendMs(), meanAppendMs()]);

/** Studies of the field that a chart may have at once, from all groups. */
const TECHNICAL = TECHNICAL_STUDIES.filter((_, index) => index % 4 === 0).slice(0, 25);
const TECHNICAL_BARS = 10_000;
/** Bars that a chart computes between two looks at the clock. */
const PART_BARS = 64;
const TICKS = 200;
const context = { periodStart: (_: string, timeMs: number) => timeMs - (timeMs % 86_400_000) };
const recent = columnsFrom(bars.slice(0, TECHNICAL_BARS));

/** Processor time of this thread, ms: another process must not count to the longest part. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The field's studies bar by bar as a chart computes them: all bars, the longest part, and a tick on the last bar. */
function technicalMs(): { whole: number; longestPart: number; tick: number } {
  let longestPart = 0;
  const startedAt = processorMs();
  const begun = TECHNICAL.map((study) => {
    const run = startTechnicalStudy(study, defaultInputs(study), context);
    const outputs = Object.fromEntries(
      study.outputs.map(({ key }) => [key, new Float64Array(TECHNICAL_BARS)]),
    );
    for (let from = 0; from < TECHNICAL_BARS; from += PART_BARS) {
      const partAt = processorMs();
      const end = Math.min(TECHNICAL_BARS, from + PART_BARS);
      for (let index = from; index < end; index += 1) run.take(recent, index, outputs);
      longestPart = Math.max(longestPart, processorMs() - partAt);
    }
    return { run, outputs };
  });
  const whole = processorMs() - startedAt;
  const ticksAt = processorMs();
  for (let tick = 0; tick < TICKS; tick += 1) {
    for (const { run, outputs } of begun) run.take(recent, TECHNICAL_BARS - 1, outputs);
  }
  return { whole, longestPart, tick: (processorMs() - ticksAt) / TICKS };
}

/** The volume profile of all bars, which a view may show, in the parts that a chart computes, and the longest of them. */
function profileMs(): { whole: number; longestPart: number } {
  const study = TECHNICAL_STUDIES.find(({ id }) => id === 'volumeProfile');
  if (!study?.profile) throw new Error('There is no volume profile.');
  const startedAt = processorMs();
  const [low, high] = [columns.low.reduce(least), columns.high.reduce(greatest)];
  const run = study.profile.start(defaultInputs(study), { low, high });
  let longestPart = processorMs() - startedAt;
  for (let from = 0; from < BARS; from += PART_BARS) {
    const partAt = processorMs();
    for (let index = from; index < Math.min(BARS, from + PART_BARS); index += 1) {
      run.take(columns, index);
    }
    longestPart = Math.max(longestPart, processorMs() - partAt);
  }
  if (!run.result()) throw new Error('The bars have no volume.');
  return { whole: processorMs() - startedAt, longestPart };
}

const least = (a: number, b: number) => Math.min(a, b);
const greatest = (a: number, b: number) => Math.max(a, b);

profileMs();
const profile = [profileMs(), profileMs(), profileMs(), profileMs(), profileMs()];

technicalMs();
const technical = [technicalMs(), technicalMs(), technicalMs(), technicalMs(), technicalMs()];

report([
  { what: 'all seven studies over 100 000 bars', value: wholeMs, unit: 'ms', bar: { atMost: 40 } },
  {
    what: 'appending one bar ÷ all seven studies over 100 000 bars',
    value: appendMs / wholeMs,
    unit: 'ratio',
    bar: { atMost: 0.001 },
    detail: `${(appendMs * 1_000).toFixed(1)} µs a bar`,
  },
  {
    what: 'the volume profile of 100 000 bars, in turns between pictures',
    value: median(profile.map(({ whole }) => whole)),
    unit: 'ms',
  },
  {
    what: 'the longest part of this profile',
    value: median(profile.map(({ longestPart }) => longestPart)),
    unit: 'ms',
    bar: { atMost: 8 },
  },
  {
    what: '25 studies of the field over 10 000 bars, in turns between pictures',
    value: median(technical.map(({ whole }) => whole)),
    unit: 'ms',
    bar: { atMost: 150 },
  },
  {
    what: 'the longest part of these turns',
    value: median(technical.map(({ longestPart }) => longestPart)),
    unit: 'ms',
    bar: { atMost: 8 },
  },
  {
    what: 'a tick with 25 studies of the field',
    value: median(technical.map(({ tick }) => tick)),
    unit: 'ms',
    bar: { atMost: 2 },
  },
]);
