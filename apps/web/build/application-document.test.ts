import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getHistory } from '@moneytrail/contract';
import { BRAND } from '@moneytrail/contract/brand';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOGO_MARK } from '../src/ui/logo-mark.ts';
import { CODE_IN_DEVELOPMENT, completeApplication } from './application-document.ts';

const RULES = '.page{color:red}';
const LINK = '<link rel="stylesheet" crossorigin href="/assets/app-1.css" nonce="__CSP_NONCE__">';
const code = { ...CODE_IN_DEVELOPMENT, chart: { first: ['assets/engine-1.js'], rest: [] } };

let linked: string;
let inlined: string;
beforeAll(async () => {
  const source = await readFile(join(import.meta.dirname, '../app.html'), 'utf8');
  // The form that the bundler writes.
  const built = source
    .replaceAll('<style', '<style nonce="__CSP_NONCE__"')
    .replace(
      '</head>',
      `<script type="module" src="/assets/app-1.js" nonce="__CSP_NONCE__"></script>${LINK}</head>`,
    )
    .replace('<script type="module" src="/src/main.ts"></script>', '');
  linked = await completeApplication(built, { code });
  inlined = await completeApplication(built, { code, rules: RULES });
});

const bodyOf = (html: string) => html.slice(html.indexOf('<body>'));

describe('the document of the application', () => {
  test('carries logo, frame and the word that it is loading, and a sentence for browsers without JavaScript', () => {
    const body = bodyOf(linked);
    expect(body).toContain(BRAND.toolbarName);
    expect(body).toContain(LOGO_MARK.path);
    expect(body).toContain('role="status">Loading<');
    expect(body).toMatch(
      /<noscript>Moneytrail needs JavaScript[^<]+<a href="\/">Home<\/a>\.<\/noscript>/,
    );
  });

  test('has every script and style covered by the nonce', () => {
    for (const html of [linked, inlined]) {
      const elements = html.match(/<(?:script|style)\b[^>]*>/g) ?? [];
      expect(elements.length).toBeGreaterThan(3);
      expect(elements.filter((element) => !element.includes('nonce="__CSP_NONCE__"'))).toEqual([]);
    }
  });

  test('has the colours of both themes, and chooses one before the frame', () => {
    expect(linked).toContain('[data-mantine-color-scheme="dark"]{color-scheme:dark;');
    expect(linked.indexOf('mantineColorScheme')).toBeLessThan(linked.indexOf('<body>'));
  });

  test('names the code of its pages', () => {
    expect(linked).toContain('assets/engine-1.js');
  });

  test('requests the first data itself, by a script without the schemas of the endpoints', () => {
    const script = /<script nonce="[^"]*">(\(function.*?)<\/script>/s.exec(linked)?.[1] ?? '';
    expect(script).toContain(getHistory.path);
    expect(script.length).toBeLessThan(10_000);
  });

  test('lets the frame be painted before the style sheet arrives', () => {
    const [head = '', body = ''] = linked.split('<body>');
    expect(head).not.toContain('rel="stylesheet"');
    expect(head).toContain('rel="preload" as="style" crossorigin href="/assets/app-1.css"');
    expect(body.indexOf('rel="stylesheet"')).toBeGreaterThan(body.indexOf('id="frame"'));
    // The application writes styles into its root, which override the sheet.
    expect(body.indexOf('id="root"')).toBeGreaterThan(body.indexOf('rel="stylesheet"'));
    expect(inlined.indexOf('id="root"')).toBeGreaterThan(inlined.indexOf(RULES));
  });

  test('carries the style sheet itself where it is given, and does not request it', () => {
    const links = inlined.match(/<link[^>]*app-1\.css[^>]*>/g) ?? [];
    expect(bodyOf(inlined)).toContain(RULES);
    expect(links).toHaveLength(1);
    // Disabled links request nothing; the loader of later parts finds it there.
    expect(links[0]).toMatch(/^<link disabled rel="stylesheet"/);
  });
});
