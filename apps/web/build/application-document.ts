import { join } from 'node:path';
import { getAccount, getHistory, getSymbol } from '@moneytrail/contract';
import { BRAND } from '@moneytrail/contract/brand';
import { build } from 'vite';
import { paths } from '../src/paths.ts';
import type { ReadPaths } from '../src/start/first-reads.ts';
import type { CodeOfPages, PageCode } from '../src/start/load-code.ts';
import type { PageKind } from '../src/start/page-at.ts';
import { LOGO_MARK } from '../src/ui/logo-mark.ts';
import { themeRules } from './theme-variables.ts';

const ROOT = join(import.meta.dirname, '..');

const APPLICATION = 'src/application.tsx';
const DASHBOARD = [APPLICATION, 'src/Dashboard.tsx'];
const AUTH = [APPLICATION, 'src/features/auth/AuthDialog.tsx'];

/** The modules that each kind of page loads: those of its first picture, and the others. */
export const MODULES_OF_PAGES: Record<PageKind, { first: string[]; rest: string[] }> = {
  chart: {
    first: ['src/first-chart/first-chart.ts'],
    rest: [...DASHBOARD, 'src/features/chart/screen/LiveChartPage.tsx'],
  },
  dashboard: { first: [], rest: DASHBOARD },
  'sign-in': { first: [], rest: [...AUTH, 'src/features/auth/sign-in/SignInPage.tsx'] },
  register: { first: [], rest: [...AUTH, 'src/features/auth/register/RegisterPage.tsx'] },
  other: { first: [], rest: [APPLICATION] },
};

const LOGO = `<span class="frame-logo"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="${LOGO_MARK.path}"/><circle cx="${LOGO_MARK.dot.cx}" cy="${LOGO_MARK.dot.cy}" r="${LOGO_MARK.dot.r}"/></svg><span class="frame-words">${BRAND.toolbarName}</span></span>`;

/** Seen until the page is rendered. */
const FRAME = `<div class="frame" id="frame">
      <div class="frame-bar" aria-hidden="true">${LOGO}<span class="frame-title"></span></div>
      <div class="frame-rail"></div>
      <div class="frame-place">
        ${LOGO}
        <span class="frame-loading" role="status">Loading</span>
        <noscript>${BRAND.name} needs JavaScript for its charts and accounts. Turn it on and reload the page, or go to <a href="${paths.home}">Home</a>.</noscript>
      </div>
      <div class="frame-footer"></div>
    </div>`;

const READ_PATHS: ReadPaths = {
  history: getHistory.path,
  account: getAccount.path,
  symbol: getSymbol.path,
};

/** The script that runs within the document. */
async function bundleStart(code: CodeOfPages, fontFile: string): Promise<string> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    define: {
      CODE_OF_PAGES: JSON.stringify(code),
      FONT_FILE: JSON.stringify(fontFile),
      READ_PATHS: JSON.stringify(READ_PATHS),
    },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: 'src/start/start.ts', formats: ['iife'], name: 'start', fileName: 'start' },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const script = outputs.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))[0];
  if (script === undefined) throw new Error('The start script was not bundled.');
  return script.trim();
}

const NO_CODE: PageCode = { first: [], rest: [] };
/** The development server bundles nothing. */
export const CODE_IN_DEVELOPMENT: CodeOfPages = {
  chart: NO_CODE,
  dashboard: NO_CODE,
  'sign-in': NO_CODE,
  register: NO_CODE,
  other: NO_CODE,
};

/** The link to a document's style sheet, and the file. */
export const STYLE_LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
const FIRST_SCRIPT = /<script type="module"[^>]*><\/script>/;
const FONT = /url\(["']?([^"')]+\.woff2)/;
const inStyle = (rules: string) => `<style nonce="__CSP_NONCE__">${rules}</style>`;

/**
 * Completes the document of the application: with the frame that is seen while its code loads, and with the script that
 * requests this code. The style sheet moves behind the frame, whose paint does not wait for it, and before the styles that
 * the application writes. Its rules, if given, stand in the document: for a first visit, which has none of the files yet
 * and would wait for the sheet while the connection is idle.
 */
export async function completeApplication(
  html: string,
  { code, rules = null }: { code: CodeOfPages; rules?: string | null },
): Promise<string> {
  const [link = ''] = STYLE_LINK.exec(html) ?? [];
  const start = await bundleStart(code, FONT.exec(html)?.[1] ?? '');
  const [first = ''] = FIRST_SCRIPT.exec(html) ?? [];
  const early = link.replace('rel="stylesheet"', 'rel="preload" as="style"');
  // Scripts that need the sheet look for its link; a disabled one requests nothing.
  const sheet =
    rules === null ? link : `${inStyle(rules)}${link.replace('<link', '<link disabled')}`;
  return (
    html
      .replace(STYLE_LINK, () => (rules === null ? early : ''))
      .replace('<!--theme-->', () => inStyle(themeRules()))
      .replace(FIRST_SCRIPT, '')
      // Before the styles, for whose bytes the requests would wait.
      .replace('<!--start-->', () => `${first}<script nonce="__CSP_NONCE__">${start}</script>`)
      .replace('<!--frame-->', () => `${FRAME}\n    ${sheet}`)
  );
}

/** The file of the document's style sheet. */
export function styleSheetOf(html: string): string {
  const [, file] = STYLE_LINK.exec(html) ?? [];
  if (file === undefined) throw new Error('The document has no style sheet.');
  return file;
}
