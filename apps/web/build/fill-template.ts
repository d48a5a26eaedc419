import type { SitePage } from '../src/site/pages.ts';

/** Replaced by the server with the product's origin. */
export const ORIGIN = '__ORIGIN__';

/** Files of a page beside the template's own scripts. */
export type PageAssets = {
  /** Inlined, so that the first paint needs no further request. */
  styleSheet: string;
  /** File names, as is the font; null where the bundler serves it. */
  scripts: readonly string[];
  font: string | null;
};

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const meta = (key: string, name: string, content: string) =>
  `<meta ${key}="${name}" content="${escaped(content)}">`;

function describe({ path, title, description, isUnlisted }: SitePage): string[] {
  const address = `${ORIGIN}${path}`;
  const head = [`<title>${escaped(title)}</title>`, meta('name', 'description', description)];
  if (isUnlisted) return [...head, meta('name', 'robots', 'noindex')];
  return [
    ...head,
    `<link rel="canonical" href="${address}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${ORIGIN}/preview.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

/** Structured data; a `<` in it could end the element. */
function dataBlock(data: Record<string, unknown>): string {
  const text = JSON.stringify(data);
  return `<script type="application/ld+json" nonce="__CSP_NONCE__">${text.replaceAll('<', '\\u003c')}</script>`;
}

function load({ styleSheet, scripts, font }: PageAssets): string[] {
  return [
    ...(font
      ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`]
      : []),
    ...scripts.map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}" nonce="__CSP_NONCE__">`,
    ),
    ...(styleSheet ? [`<style nonce="__CSP_NONCE__">${styleSheet}</style>`] : []),
  ];
}

/** A page's HTML, its structured data, and its files. */
type PageParts = { content: string; data: Record<string, unknown> | null; assets: PageAssets };

/** A page's document: the template with its head and its content. */
export function fillTemplate(
  template: string,
  page: SitePage,
  { content, data, assets }: PageParts,
): string {
  const head = [...describe(page), ...(data ? [dataBlock(data)] : []), ...load(assets)];
  return template
    .replace('<!--head-->', () => head.join('\n    '))
    .replace(
      '<div id="root"><!--page-->',
      () => `<div id="root" data-path="${page.path}">${content}`,
    );
}
