import { storedToken } from '../api/session/stored-token.ts';
import { LOW, PHONE } from '../ui/breakpoints.ts';
import { beginReads, firstChartOf, type ReadPaths } from './first-reads.ts';
import { type CodeOfPages, preloadsOf, SLOW_MS } from './load-code.ts';
import { pageAt } from './page-at.ts';

/**
 * Runs within the document, before its first paint: chooses theme and frame, and requests the code of the page beside
 * the first script, so that nothing waits for one round trip after the other.
 */

/** By the build: the files of each kind of page, the font, and the paths of the first reads. */
declare const CODE_OF_PAGES: CodeOfPages;
declare const FONT_FILE: string;
declare const READ_PATHS: ReadPaths;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is disabled.
    return null;
  }
}

const { dataset, style } = document.documentElement;
const nonce = document.currentScript?.nonce ?? '';

function preload(href: string, properties: Partial<HTMLLinkElement>): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { ...properties, crossOrigin: '', nonce, href }));
}

// Dark only if it was chosen, whatever the system prefers.
dataset.mantineColorScheme = stored('theme') === 'dark' ? 'dark' : 'light';
style.colorScheme = dataset.mantineColorScheme;

const token = storedToken.read();
const { kind, title } = pageAt(location.pathname, token !== null);
dataset.page = kind;
style.setProperty('--frame-title', JSON.stringify(title));

const chart = firstChartOf(location, token);
if (chart !== null && token !== null) beginReads(chart, token, READ_PATHS);

const isSlowConnection = performance.now() > SLOW_MS;
const isFirstDrawn = ![PHONE, LOW].some((query) => matchMedia(query).matches);
for (const { file, isUrgent } of preloadsOf(CODE_OF_PAGES[kind], {
  isFirstDrawn,
  isSlowConnection,
})) {
  const fetchPriority = isUrgent ? 'auto' : 'low';
  if (file.endsWith('.css')) preload(`/${file}`, { rel: 'preload', as: 'style', fetchPriority });
  else preload(`/${file}`, { rel: 'modulepreload', fetchPriority });
}
if (isSlowConnection) {
  // The page begins in a font of the device, which has Inter's metrics; `removeLoadingFrame` loads Inter.
  const face = document.querySelector<HTMLStyleElement>('style[data-font]');
  if (face) face.media = 'not all';
} else if (FONT_FILE !== '') {
  preload(FONT_FILE, { rel: 'preload', as: 'font', type: 'font/woff2' });
}
