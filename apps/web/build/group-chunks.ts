import { build, type InlineConfig, type Rolldown } from 'vite';

/** The pages, each with the frame that it stands in. */
const AUTH = 'src/features/auth/AuthDialog.tsx';
const SIGN_IN = [AUTH, 'src/features/auth/sign-in/SignInPage.tsx'];
const REGISTER = [AUTH, 'src/features/auth/register/RegisterPage.tsx'];
const DASHBOARD = ['src/Dashboard.tsx'];
const CHART = [...DASHBOARD, 'src/features/chart/screen/LiveChartPage.tsx'];
const SIGNALS = ['src/PriceSignals.tsx'];
const LISTS = [
  'src/features/admin-users/UsersPage.tsx',
  'src/features/admin-instruments/InstrumentsPage.tsx',
  'src/features/operations/audit/AuditPage.tsx',
  'src/features/operations/ErrorsPage.tsx',
];

/** By the name of their file. */
type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

async function chunksOf(config: InlineConfig): Promise<Chunks> {
  const built = await build({ ...config, build: { ...config.build, write: false } });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  return new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
}

/** Every module that must run before the given ones can, themselves included. */
function modulesBehind(chunks: Chunks, sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  for (const source of sources) {
    const chunk = [...chunks.values()].find(({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith(`/${source}`)),
    );
    if (!chunk) throw new Error(`${source} was not built`);
    files.add(chunk.fileName);
  }
  // A set that grows while it is walked hands out what was added.
  for (const file of files) for (const needed of chunks.get(file)?.imports ?? []) files.add(needed);
  return new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []));
}

const inBoth = (some: Set<string>, others: Set<string>) =>
  new Set([...some].filter((id) => others.has(id)));

/**
 * One chunk for what the same pages need at first, where the bundler makes dozens: together they weigh a tenth less
 * compressed, and each is a request. No page gets much that it does not need. A first build tells who needs what.
 */
export async function groupChunks(config: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const chunks = await chunksOf(config);
  const behind = (sources: readonly string[]) => modulesBehind(chunks, sources);
  const application = behind(['src/application.tsx']);
  const firstChart = behind(['src/first-chart/first-chart.ts']);
  const signIn = behind(SIGN_IN);
  const chart = behind(CHART);
  // A module is in the first group that has it. What it needs is in the same group or an earlier one.
  const groups = {
    start: behind(['src/main.ts']),
    common: inBoth(application, firstChart),
    application,
    engine: inBoth(behind(SIGNALS), firstChart),
    'first-chart': firstChart,
    shared: inBoth(signIn, chart),
    'sign-in': signIn,
    forms: inBoth(behind(REGISTER), chart),
    dashboard: behind(DASHBOARD),
    lists: inBoth(behind(LISTS), chart),
    embedded: inBoth(behind(SIGNALS), chart),
    chart,
  };
  const all = Object.entries(groups);
  return all.map(([name, modules], at) => ({
    name,
    test: (id) => modules.has(id),
    priority: all.length - at,
  }));
}
