import {
  columnsFrom,
  computeStudies,
  createGrowingColumns,
  createStudy,
  DEFAULT_INPUTS,
  STUDIES,
} from '@moneytrail/indicators';
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

report([
  { what: 'all seven studies over 100 000 bars', value: wholeMs, unit: 'ms', bar: { atMost: 40 } },
  {
    what: 'appending one bar ÷ all seven studies over 100 000 bars',
    value: appendMs / wholeMs,
    unit: 'ratio',
    bar: { atMost: 0.001 },
    detail: `${(appendMs * 1_000).toFixed(1)} µs a bar`,
  },
]);
