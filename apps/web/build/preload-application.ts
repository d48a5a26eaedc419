import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

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

const FONT = /assets\/inter-latin-wght[^/]*\.woff2$/;

type Lists = Record<keyof typeof LISTS, string[]>;

/** The files of each list that the document does not name itself, each once. */
function listsOf(bundle: Rolldown.OutputBundle, html: string): Lists {
  const files = (sources: readonly string[]) => sources.flatMap((each) => filesOf(bundle, each));
  const unnamed = (sources: readonly string[]) =>
    [...new Set(files(sources))].filter((file) => !html.includes(file));
  const lists = Object.fromEntries(
    Object.entries(LISTS).map(([place, sources]) => [place, unnamed(sources)]),
  ) as Lists;
  const isFirst = (file: string) => lists.__FIRST_CHART_FILES__.includes(file);
  lists.__CHART_PAGE_FILES__ = lists.__CHART_PAGE_FILES__.filter((file) => !isFirst(file));
  return lists;
}

const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { crossorigin: true, nonce: '__CSP_NONCE__', ...attrs },
  injectTo: 'head-prepend',
});

/** The font, and the scripts that both the first chart and the application need: found before any script runs. */
function linksOf(bundle: Rolldown.OutputBundle, lists: Lists): HtmlTagDescriptor[] {
  const font = Object.keys(bundle).find((file) => FONT.test(file));
  if (!font) throw new Error('the font was not built');
  const isInBoth = (file: string) => lists.__FIRST_CHART_FILES__.includes(file);
  const scripts = lists.__APPLICATION_FILES__.filter((file) => file.endsWith('.js'));
  return [
    ...scripts.filter(isInBoth).map((file) => link({ rel: 'modulepreload', href: `/${file}` })),
    link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}` }),
  ];
}

/** Names in the document what its first script will ask for, so that it is fetched beside that. */
export function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // Another document, whose build holds none of this.
        if (!Object.keys(LISTS).some((place) => html.includes(place))) return html;
        const lists = bundle && listsOf(bundle, html);
        const tags = lists ? linksOf(bundle, lists) : [];
        const named = new Set(tags.map(({ attrs }) => attrs?.href));
        const filled = Object.keys(LISTS).reduce((text, place) => {
          const files = lists?.[place as keyof Lists] ?? [];
          const others = files.map((file) => `/${file}`).filter((href) => !named.has(href));
          return text.replace(place, JSON.stringify(others));
        }, html);
        return { html: filled, tags };
      },
    },
  };
}
