import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLayers } from './layer-check.mjs';

const ROOT = resolve(import.meta.dirname, '..');
let copy: string;

/** A copy of the source tree for planted violations, so that parallel tests never see them. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'moneytrail-layers-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files
    .split('\n')
    .filter(
      (name) => /^(apps|packages)\/.*\.(tsx?|json|css)$/.test(name) && existsSync(join(ROOT, name)),
    )) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  // Tests of the chart start their browser with the shared arguments.
  for (const file of ['tsconfig.base.json', 'package.json', 'tools/browser-arguments.ts'])
    cpSync(join(ROOT, file), join(copy, file));
  mkdirSync(join(copy, 'node_modules/@moneytrail'), { recursive: true });
  linkDependencies();
  execFileSync('git', ['init', '-q'], { cwd: copy });
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function linkDependencies(): void {
  const installed = execFileSync('ls', ['node_modules'], { cwd: ROOT, encoding: 'utf8' });
  for (const name of installed.split('\n').filter((entry) => entry && entry !== '@moneytrail')) {
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@moneytrail', name));
  }
}

const PLANTED: [string, string, string, string][] = [
  [
    'an import of another package by the indicators',
    'packages/indicators/src/planted-1.ts',
    "import '@moneytrail/calendar';",
    'indicators-imports',
  ],
  [
    'a type-only import by the calendar',
    'packages/calendar/src/planted-2.ts',
    "import type { Bar } from '@moneytrail/contract';\nexport type X = Bar;",
    'calendar-imports',
  ],
  [
    'a dynamic import of a simulator by the server',
    'apps/server/src/modules/planted-3.ts',
    "export const load = () => import('@moneytrail/simulators');",
    'simulators-only-in-demo',
  ],
  [
    'a reach into another module past its face',
    'apps/server/src/modules/bars/planted-4.ts',
    "import '../catalogue/routes.ts';",
    'only-the-face-of-a-module',
  ],
  [
    'an arrow followed backwards',
    'apps/server/src/modules/bars/planted-5.ts',
    "import '../live/index.ts';",
    'bars-reaches',
  ],
  [
    'an import of the server by the browser',
    'apps/web/src/lib/planted-6.ts',
    "import '../../../server/src/config.ts';",
    'web-knows-no-server',
  ],
  [
    'a store used by a component of ui',
    'apps/web/src/ui/planted-7.ts',
    "import { toggleTheme } from '../stores/theme.ts';\nexport const x = toggleTheme;",
    'web-ui-has-no-state',
  ],
  [
    'an import of the chart screen by one of its panels',
    'apps/web/src/features/chart/legend/planted-13.ts',
    "import { useFeedStates } from '../screen/use-feed-states.ts';\nexport const x = useFeedStates;",
    'chart-panels-know-no-screen',
  ],
  [
    'a React hook among the pure helpers',
    'apps/web/src/lib/planted-8.ts',
    "import { useState } from 'react';\nexport const usePlanted = () => useState(0);",
    'web-lib-is-pure',
  ],
  [
    'a type of the drawing library outside its folder',
    'packages/chart/src/engine/planted-9.ts',
    "import type { Chart } from 'klinecharts';\nexport type X = Chart;",
    'klinecharts-only-in-kline',
  ],
  [
    'a reach of the drawing library into the engine',
    'packages/chart/src/kline/planted-10.ts',
    "import type { ChartBars } from '../engine/bars.ts';\nexport type X = ChartBars;",
    'kline-knows-no-engine',
  ],
  [
    'a reach of the drawing library into the scene',
    'packages/chart/src/kline/planted-11.ts',
    "import { mainExtent } from '../scene/pane-extent.ts';\nexport const x = mainExtent;",
    'kline-knows-no-engine',
  ],
  [
    'a type of the engine in the scene',
    'packages/chart/src/scene/planted-13.ts',
    "import type { ChartBars } from '../engine/bars.ts';\nexport type X = ChartBars;",
    'scene-knows-no-engine',
  ],
  [
    'an import of the texts of the API documents by a page',
    'apps/web/src/lib/planted-14.ts',
    "import { FIELD_NOTES } from '@moneytrail/contract/described';\nexport const x = FIELD_NOTES;",
    'texts-of-the-api-only-on-the-server',
  ],
  [
    'an import that does not exist',
    'packages/feeds/src/planted-12.ts',
    "import './nowhere.ts';",
    'no-unknown-imports',
  ],
  [
    'an import of the screen by a panel of the chart',
    'apps/web/src/features/chart/legend/planted-13.ts',
    "import '../screen/LiveChartPage.tsx';",
    'chart-panels-know-no-screen',
  ],
];

// Reads the tree once with all violations, because reading it takes seconds.
let checked: Awaited<ReturnType<typeof checkLayers>>;
beforeAll(async () => {
  for (const [, file, text] of PLANTED) writeFileSync(join(copy, file), text);
  checked = await checkLayers(copy);
});

test('the source tree breaks no layer rule and every source file was read', () => {
  const { violations, filesRead } = checked;
  const planted = PLANTED.map(([, file]) => file);
  const others = violations.filter((line) => !planted.some((file) => line.includes(file)));
  expect(others).toEqual([]);
  expect(filesRead).toBeGreaterThan(100);
});

test.each(PLANTED)('a violation by %s is caught', (_name, file, _text, rule) => {
  const found = checked.violations.filter((line) => line.includes(file));
  expect(found.some((line) => line.startsWith(`${rule}:`))).toBe(true);
});
