import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** What the build says it made: documents of public pages by path, and the addresses of the application. */
const listing = z.object({
  pages: z.record(z.string(), z.string()),
  app: z.array(z.string()),
});

/** A document to send, with the nonce and the origin still to be filled in. */
export type Document = { status: 200 | 404; type: string; text: string };

const HTML = 'text/html; charset=utf-8';
const LISTING = 'site/documents.json';
const NOT_FOUND = '/404';
/** Files at addresses that are agreed on, which name the origin. */
const TEXTS: Readonly<Record<string, { file: string; type: string }>> = {
  '/robots.txt': { file: 'site/robots.txt', type: 'text/plain; charset=utf-8' },
  '/sitemap.xml': { file: 'site/sitemap.xml', type: 'application/xml; charset=utf-8' },
};

/** A path without the slashes at its end; an expression would take quadratic time for them. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Whether a path is one of the application's, whose parts may be parameters. */
function isOfApp(path: string, addresses: readonly string[]): boolean {
  const parts = path.split('/');
  return addresses.some((address) => {
    const own = address.split('/');
    const isAlike = (part: string, index: number) =>
      part.startsWith('$') ? Boolean(parts[index]) : part === parts[index];
    return own.length === parts.length && own.every(isAlike);
  });
}

/**
 * Which document stands at each path that is no file: a public page, the application, or the page that says there is
 * nothing. Null where nothing was built.
 */
export function readDocuments(folder: string): ((path: string) => Document) | null {
  if (!existsSync(join(folder, LISTING))) return null;
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const { pages, app } = listing.parse(JSON.parse(read(LISTING)));
  const html = (file: string, status: Document['status'] = 200) => ({
    status,
    type: HTML,
    text: read(file),
  });
  const documents = new Map<string, Document>();
  for (const [path, file] of Object.entries(pages)) documents.set(path, html(file));
  for (const [path, { file, type }] of Object.entries(TEXTS)) {
    documents.set(path, { status: 200, type, text: read(file) });
  }
  const application = html('app.html');
  const missing: Document = { ...html(pages[NOT_FOUND] ?? 'app.html'), status: 404 };
  return (path) => {
    const plain = withoutSlashes(path);
    if (plain === NOT_FOUND) return missing;
    return documents.get(plain) ?? (isOfApp(plain, app) ? application : missing);
  };
}
