import { execFileSync } from 'node:child_process';
import {
  accessSync,
  cpSync,
  globSync,
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
/** The files of the product that planted ones import. */
const IMPORTED = [
  'apps/server/src/config.ts',
  'apps/server/src/modules/catalogue/routes.ts',
  'apps/server/src/modules/live/index.ts',
  'apps/web/src/features/chart/screen/LiveChartPage.tsx',
  'apps/web/src/features/chart/screen/use-feed-states.ts',
  'apps/web/src/stores/theme.ts',
  'packages/calendar/src/index.ts',
  'packages/chart/src/engine/bars.ts',
  'packages/chart/src/scene/pane-extent.ts',
  'packages/contract/src/described/index.ts',
  'packages/contract/src/index.ts',
  'packages/simulators/src/index.ts',
];
let tree: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), text);
}

/** A tree of planted violations and empty files in the places of those that they import. */
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'moneytrail-layers-'));
  for (const file of IMPORTED) {
    accessSync(join(ROOT, file));
    write(file, 'export {};\n');
  }
  const settings = globSync('{apps,packages}/*/package.json', { cwd: ROOT });
  for (const file of ['tsconfig.base.json', 'package.json', ...settings]) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(ROOT, file), join(tree, file));
  }
  linkDependencies();
  execFileSync('git', ['init', '-q'], { cwd: tree });
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

function linkDependencies(): void {
  mkdirSync(join(tree, 'node_modules/@moneytrail'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name.startsWith('.') || name === '@moneytrail') continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(tree, 'node_modules', name));
  }
  for (const name of readdirSync(join(tree, 'packages'))) {
    symlinkSync(join(tree, 'packages', name), join(tree, 'node_modules/@moneytrail', name));
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
    'apps/web/src/features/chart/legend/planted-15.ts',
    "import '../screen/LiveChartPage.tsx';",
    'chart-panels-know-no-screen',
  ],
];

// Reads the tree once with all violations.
let checked: Awaited<ReturnType<typeof checkLayers>>;
beforeAll(async () => {
  for (const [, file, text] of PLANTED) write(file, text);
  checked = await checkLayers(tree);
});

test.each(PLANTED)('a violation by %s is caught', (_name, file, _text, rule) => {
  const found = checked.violations.filter((line) => line.includes(file));
  expect(found.some((line) => line.startsWith(`${rule}:`))).toBe(true);
});

test('every source file is read, and what breaks no rule is no violation', () => {
  expect(checked.filesRead).toBe(IMPORTED.length + PLANTED.length);
  const innocent = checked.violations.filter(
    (line) => !PLANTED.some(([, file]) => line.includes(file)),
  );
  expect(innocent).toEqual([]);
});
