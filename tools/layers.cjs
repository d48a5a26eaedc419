const { readdirSync } = require('node:fs');
const { resolve } = require('node:path');

/**
 * The allowed imports: an arrow may be followed, never reversed. Read by dependency-cruiser. `npm run check` reads every
 * source file; tools/layers.test.ts proves that a planted violation is caught.
 */
const SERVER = '^apps/server/src/';
const MODULES = `${SERVER}modules/`;

/** The modules of the server in the order of their dependencies: each may import those before it. */
const MODULE_ARROWS = {
  errorlog: [],
  operations: ['audit', 'accounts', 'errorlog'],
  audit: [],
  accounts: ['audit'],
  contact: ['accounts'],
  seats: ['audit', 'accounts'],
  billing: ['audit', 'accounts'],
  access: [],
  catalogue: [],
  bars: ['catalogue'],
  instruments: ['audit', 'catalogue', 'bars'],
  live: ['catalogue', 'bars', 'access'],
  analysis: ['catalogue', 'bars', 'live'],
  snapshots: ['catalogue', 'bars', 'live', 'analysis'],
  watchlists: ['access', 'catalogue', 'bars', 'live', 'snapshots'],
  journal: ['catalogue'],
  'rule-tests': ['catalogue', 'bars', 'analysis'],
  screener: ['access', 'catalogue', 'snapshots'],
  overview: ['access', 'catalogue', 'bars', 'live', 'snapshots'],
  alerts: ['access', 'accounts', 'analysis', 'bars', 'catalogue', 'live', 'screener', 'watchlists'],
  workspace: ['access', 'catalogue', 'bars', 'live', 'analysis'],
};

const modules = readdirSync(resolve(__dirname, '..', 'apps/server/src/modules'));
const withoutArrows = modules.filter((name) => !(name in MODULE_ARROWS));
if (withoutArrows.length > 0) {
  throw new Error(`Add arrows to tools/layers.cjs for: ${withoutArrows.join(', ')}`);
}

const TEST = '\\.test\\.tsx?$|/testing/|/browser/|vitest|fast-check';
const code = (folder) => ({ path: `^${folder}/src/`, pathNot: TEST });

function packageRule(folder, allowed) {
  return {
    name: `${folder.replace('packages/', '')}-imports`,
    comment: `${folder} may import only ${allowed.join(', ') || 'itself'}`,
    severity: 'error',
    from: code(folder),
    to: { pathNot: [`^${folder}/`, ...allowed] },
  };
}

const NODE =
  '^node:|^(crypto|fs|path|events|http|zlib|net|stream|url|timers|worker_threads|buffer|util)(/|$)';
const library = (name) => `node_modules/${name}/`;

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Two files that import each other are one idea or three.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unknown-imports',
      severity: 'error',
      comment:
        'Every import is a file of ours, made by the build, or a dependency that is installed.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'own-package-json',
      severity: 'error',
      comment: "Every import is declared in the package's own package.json.",
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    packageRule('packages/calendar', []),
    packageRule('packages/indicators', []),
    packageRule('packages/technical-indicators', [
      '^packages/indicators/src/index',
      library('trading-signals'),
    ]),
    packageRule('packages/tradingview-adapter', []),
    packageRule('packages/contract', ['^packages/calendar/src/index', library('zod')]),
    {
      name: 'contact-rules-load-no-schemas',
      comment: 'The public page validates its form with them and loads no schema library.',
      severity: 'error',
      from: { path: '^packages/contract/src/contact-rules\\.ts$' },
      to: { path: library('zod'), reachable: true },
    },
    packageRule('packages/feeds', [
      '^packages/(contract|calendar)/src/index',
      library('zod'),
      library('ws'),
      library('p-queue'),
      NODE,
    ]),
    packageRule('packages/alerts', ['^packages/(calendar|contract|indicators)/src/index']),
    packageRule('packages/backtest', ['^packages/(alerts|calendar|contract|indicators)/src/index']),
    packageRule('packages/simulators', [
      '^packages/calendar/src/index',
      library('fastify'),
      library('ws'),
      NODE,
    ]),
    packageRule('packages/chart', [
      '^packages/(calendar|indicators)/src/index',
      library('klinecharts'),
    ]),
    {
      name: 'klinecharts-only-in-kline',
      comment: 'One folder imports the drawing library, type-only imports included.',
      severity: 'error',
      from: { path: '^packages/chart/src/', pathNot: `${TEST}|^packages/chart/src/kline/` },
      to: { path: library('klinecharts') },
    },
    {
      name: 'kline-knows-no-engine',
      comment: 'The drawing library shows what the layers above give it: kline receives functions.',
      severity: 'error',
      from: { path: '^packages/chart/src/kline/', pathNot: TEST },
      to: { path: '^packages/chart/src/(engine|scene|state)/' },
    },
    {
      name: 'scene-knows-no-engine',
      comment: 'Painters read the state below them; only the engine writes it.',
      severity: 'error',
      from: {
        path: '^packages/chart/src/(axis|drawings|layout|paint|scene|state|studies)/',
        pathNot: TEST,
      },
      to: { path: '^packages/chart/src/engine/' },
    },
    {
      name: 'simulators-only-in-demo',
      comment: 'Simulators are loaded by demo mode and by tests, never by anything else.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: `${TEST}|${SERVER}demo/|^packages/simulators/` },
      to: { path: '^packages/simulators/' },
    },
    {
      name: 'texts-of-the-api-only-on-the-server',
      comment:
        'The texts of the API documents would be a part of every page that loads an endpoint.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: `${SERVER}|^packages/contract/src/described/` },
      to: { path: '^packages/contract/src/described/' },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/|^packages/(feeds|simulators)/' },
    },
    {
      name: 'features-never-import-features',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'chart-panels-know-no-screen',
      severity: 'error',
      comment: "The screen lays out the panels; what both need is in the chart feature's model.",
      from: { path: '^apps/web/src/features/chart/(?!screen/)', pathNot: TEST },
      to: { path: '^apps/web/src/features/chart/screen/' },
    },
    {
      name: 'web-lower-layers',
      severity: 'error',
      comment: 'lib imports nobody; ui and stores import lib; api imports no feature.',
      from: { path: '^apps/web/src/(lib|ui|stores|api)/', pathNot: TEST },
      to: { path: '^apps/web/src/(features|routes)' },
    },
    {
      name: 'web-ui-has-no-state',
      comment: 'Components of ui get their content as props.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/', pathNot: TEST },
      to: { path: '^apps/web/src/(stores|api)/' },
    },
    {
      name: 'web-lib-is-pure',
      comment: 'lib holds pure helpers: no other layer, no React and nothing built on it.',
      severity: 'error',
      from: { path: '^apps/web/src/lib/', pathNot: TEST },
      to: {
        path: [
          '^apps/web/src/(api|ui|stores|features)/',
          'node_modules/(react|react-dom|@mantine/[^/]+|@tanstack/[^/]+)/',
        ],
      },
    },
    {
      name: 'only-the-face-of-a-module',
      severity: 'error',
      comment: 'A module reaches another through its index.ts alone.',
      from: { path: `${MODULES}([^/]+)/`, pathNot: TEST },
      to: { path: `${MODULES}([^/]+)/`, pathNot: [`${MODULES}$1/`, `${MODULES}[^/]+/index\\.ts$`] },
    },
    ...Object.entries(MODULE_ARROWS).map(([name, allowed]) => ({
      name: `${name}-reaches`,
      comment: `${name} may reach only ${allowed.join(', ')}`,
      severity: 'error',
      from: { path: `${MODULES}${name}/`, pathNot: TEST },
      to: { path: `${MODULES}(?!${[name, ...allowed].join('|')})[^/]+/` },
    })),
    {
      name: 'server-foundations-know-no-module',
      severity: 'error',
      from: { path: `${SERVER}(http|bus|db|jobs|outside)/`, pathNot: `${TEST}|migrations` },
      to: { path: `${SERVER}(modules|app|main|context)` },
    },
    {
      name: 'modules-know-no-map',
      severity: 'error',
      from: { path: MODULES, pathNot: TEST },
      to: { path: `${SERVER}(app|main)\\.ts$` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
};
