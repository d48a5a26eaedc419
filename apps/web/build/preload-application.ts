import type { Plugin, Rolldown } from 'vite';

/** The document of the application. */
export const APPLICATION = 'app.html';
const SOURCE = 'src/application.tsx';
/** What stands in the document in the place of files, and the sources that need them. */
const LISTS = {
  __FIRST_CHART_FILES__: ['src/first-chart/first-chart.ts'],
  __CHART_PAGE_FILES__: [
    SOURCE,
    'src/Dashboard.tsx',
    'src/features/chart/screen/LiveChartPage.tsx',
  ],
  __APPLICATION_FILES__: [SOURCE],
};

/** The files that a source needs before it runs, scripts first, its own before those it needs. */
function filesOf(bundle: Rolldown.OutputBundle, source: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${source}`)));
  if (!own) throw new Error(`${source} was not built`);
  const names = [own.fileName, ...own.imports];
  const styles = chunks
    .filter(({ fileName }) => names.includes(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [...names, ...styles];
}

/** Names in the document what its first script will ask for, so that it is fetched beside that. */
export function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        let filled = html;
        for (const [place, sources] of Object.entries(LISTS)) {
          if (!html.includes(place)) continue; // another document, whose build holds none of this
          const files = bundle ? sources.flatMap((source) => filesOf(bundle, source)) : [];
          const others = files.filter((file) => !html.includes(file));
          const list = JSON.stringify([...new Set(others)].map((file) => `/${file}`));
          filled = filled.replace(place, list);
        }
        return filled;
      },
    },
  };
}
