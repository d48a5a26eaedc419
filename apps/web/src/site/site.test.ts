import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TERMS } from '../lib/terms.ts';
import { APP_PATHS, renderPage, SITE_PAGES, structuredDataOf } from './render.tsx';

/** Specified texts by page, verbatim. */
const SPECIFIED: Record<string, readonly string[]> = {
  '/': [
    'WE FOLLOW THE MONEY',
    'MONEY • TRAIL',
    'Preview Features',
    '(click here)',
    'Stocks',
    'Index',
    'Commodities',
    'Crypto',
    'Forex',
    'Safex Agri',
    'News feed',
    'Learning module',
    'Market depth and summaries',
    'Exclusive insights',
    'Name',
    'Email',
    'Phone',
    'Message',
    'Submit',
  ],
  '/privacy-policy': ['September 19, 2025'],
  '/terms-of-service': ['September 17, 2025'],
};
/** Texts of every page. */
const EVERYWHERE = [
  'Home',
  'Educational',
  'Need Help?',
  'Get Started',
  'Go To Dashboard',
  'Sign In',
  'Theme',
  'Get in Touch with us:',
  'Terms of Service',
  'Privacy Policy',
  '© 2020–',
  '1.0.3',
];

const pages = new Map<string, string>();
const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeAll(async () => {
  for (const { path } of SITE_PAGES) pages.set(path, await renderPage(path));
});
afterAll(() => complaints.mockRestore());

const htmlOf = (path: string) => pages.get(path) ?? '';
const textOf = (path: string) =>
  htmlOf(path)
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&');

test('every page renders without React warnings', () => {
  expect(pages.size).toBe(SITE_PAGES.length);
  expect(complaints.mock.calls).toEqual([]);
});

test("visitors' main action leads to the sign-up, users' to their charts", () => {
  for (const path of pages.keys()) {
    expect(htmlOf(path)).toMatch(/<a href="\/register"[^>]*>Get Started<\/a>/);
    expect(htmlOf(path)).toMatch(/<a href="\/login"[^>]*>Go To Dashboard<\/a>/);
  }
});

test('titles and descriptions are unique and fit search results', () => {
  const titles = SITE_PAGES.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  for (const { title, description } of SITE_PAGES) {
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(description.length, description).toBeLessThanOrEqual(170);
  }
});

test("Home's structured data contain each of its questions", () => {
  const said = JSON.stringify(structuredDataOf('/'));
  const questions = [...htmlOf('/').matchAll(/<summary[^>]*_question[^>]*>([^<]+)</g)];
  expect(questions.length).toBeGreaterThanOrEqual(8);
  for (const [, question = ''] of questions)
    expect(said).toContain(question.replace('&#x27;', "'"));
});

test.each(Object.entries(TERMS))(
  'the chart explains %s with a paragraph of a guide',
  (_, { guide }) => {
    const [path = '', anchor] = guide.split('#');
    const [, tag] =
      new RegExp(`<(\\w+) id="${anchor}"[^>]* tabindex="-1"`).exec(htmlOf(path)) ?? [];
    expect(['p', 'li', 'section'], guide).toContain(tag);
  },
);

test('guides write out the abbreviations of the chart', () => {
  const levels = textOf('/educational/support-resistance');
  for (const tag of ['LR', 'SR', 'SS', 'LS']) expect(levels).toMatch(new RegExp(`\\n${tag}\\n`));
  expect(textOf('/educational/deployment')).toContain('basis points (bps)');
  expect(textOf('/educational/long-short')).toContain('Long/Short %, or L/S,');
  expect(textOf('/educational')).toContain('BVG for Safex, the agricultural market of the JSE');
});

describe.each(SITE_PAGES.map(({ path }) => path))('%s', (path) => {
  test('has one main heading, unique ids and no cross-origin script', () => {
    const html = htmlOf(path);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(html).not.toMatch(/<(?:script|iframe|link)[ >]|<img[^>]+src="http/);
  });

  test('has no broken links', () => {
    const known = [...SITE_PAGES.map((page) => page.path), ...APP_PATHS];
    const links = [...htmlOf(path).matchAll(/<a [^>]*href="(\/[^"#]*|)(#[^"]*)?"/g)];
    expect(links.length).toBeGreaterThan(5);
    for (const [, address = '', hash = ''] of links) {
      const target = address === '' ? path : address;
      expect(known, `${path} leads to ${target}`).toContain(target);
      if (hash) expect(htmlOf(target), `${target}${hash}`).toContain(` id="${hash.slice(1)}"`);
    }
  });

  test('holds the specified texts', () => {
    const lines = textOf(path);
    for (const text of [...EVERYWHERE, ...(SPECIFIED[path] ?? [])]) expect(lines).toContain(text);
  });
});
