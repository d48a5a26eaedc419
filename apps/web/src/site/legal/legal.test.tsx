import { readdirSync, readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import PrivacyPolicyPage, { PRIVACY_POLICY } from './PrivacyPolicyPage.tsx';
import { BROWSER_STORAGE } from './privacy/browser-storage.ts';
import { RETENTION } from './privacy/keeping-and-rights.tsx';
import TermsOfServicePage, { TERMS_OF_SERVICE } from './TermsOfServicePage.tsx';

const REPOSITORY = new URL('../../../../../', import.meta.url);
const sourceOf = (path: string) => readFileSync(new URL(path, REPOSITORY), 'utf8');

function textOf(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

const PAGES = [
  {
    text: PRIVACY_POLICY,
    html: renderToString(<PrivacyPolicyPage />),
    count: 14,
    date: 'September 19, 2025',
  },
  {
    text: TERMS_OF_SERVICE,
    html: renderToString(<TermsOfServicePage />),
    count: 12,
    date: 'September 17, 2025',
  },
];

describe.each(PAGES)('$text.title', ({ text, html, count, date }) => {
  it('has the specified number of sections and date', () => {
    expect(text.sections).toHaveLength(count);
    const headings = [...html.matchAll(/<h2 id="([^"]+)-title">(.*?)<\/h2>/g)];
    expect(headings.map(([, id]) => id)).toEqual(text.sections.map(({ id }) => id));
    headings.forEach(([, , heading = ''], index) => {
      expect(textOf(heading)).toBe(`${index + 1}. ${text.sections[index]?.title}`);
    });
    expect(textOf(html)).toContain(`Last updated ${date}`);
  });

  it('lists and links all its sections in the contents', () => {
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(count);
    const [contents = ''] = /<nav[^>]*aria-label="Contents".*?<\/nav>/s.exec(html) ?? [];
    expect([...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(ids);
  });

  it('is the version registrations accept', () => {
    const registration = sourceOf('apps/server/src/modules/accounts/registration/new-user.ts');
    expect(registration).toContain(`'${text.updated}'`);
  });
});

test.each([
  'recommendation to buy, sell or hold',
  'Billed in advance.',
  'Auto-renewing.',
  'Fees are non-refundable, except where the law requires a refund.',
  'capped at the fees that you paid to us in the last six months',
  'governed by South African law',
  'High Court in Pretoria',
  'Only professional clients receive guidance e-mails.',
  'at least 18 years old',
])('the terms say: %s', (words) => {
  expect(textOf(PAGES[1]?.html ?? '')).toContain(words);
});

test('the privacy policy states the minimum age', () => {
  expect(textOf(PAGES[0]?.html ?? '')).toContain('aged 18 or older');
});

describe('browser storage', () => {
  const listed = BROWSER_STORAGE.map(({ name }) => name.replace('-…', '-'));

  it('is listed in the privacy policy with every key the application uses', () => {
    const root = new URL('apps/web/src/', REPOSITORY);
    const keys = new Set<string>();
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || /\.test\.|testing\//.test(file)) continue;
      const source = readFileSync(new URL(file, root), 'utf8');
      const calls = source.matchAll(/createStored(?:Text|Value)(?:<[^(]*>)?\(\s*('?[\w.]+'?)/g);
      for (const [, argument = ''] of calls) {
        if (argument.startsWith("'")) keys.add(argument.slice(1, -1));
        const named = new RegExp(`const ${argument} = '([^']+)'`).exec(source);
        if (named?.[1]) keys.add(named[1]);
      }
    }
    expect(keys.size).toBeGreaterThan(8);
    expect([...keys].filter((key) => !listed.includes(key))).toEqual([]);
  });

  it.each([
    ['apps/server/src/modules/accounts/sessions/session-policy.ts', "REFRESH_COOKIE = 'rt'"],
    ['apps/server/src/modules/accounts/sign-in/challenge.ts', "CHALLENGE_COOKIE = 'ch'"],
    ['apps/server/src/modules/accounts/sign-in/sign-in.ts', '`td-$'],
  ])('is listed with the cookie of %s', (path, definition) => {
    expect(sourceOf(path)).toContain(definition);
    const name = /['`]([a-z-]+)/.exec(definition)?.[1] ?? '';
    expect(listed).toContain(name);
  });

  it("is listed with the router's key for a missing chunk", () => {
    const router = 'node_modules/@tanstack/react-router/dist/esm/lazyRouteComponent.js';
    expect(sourceOf(router)).toContain('= `tanstack_router_reload:$');
    expect(listed).toContain('tanstack_router_reload:…');
  });
});

describe('retention', () => {
  const kept = RETENTION.map((row) => `${row.what}: ${row.kept}`).join('\n');

  it.each([
    ['modules/accounts/jobs.ts', 'KEPT_SESSION_MS = 180 * DAY_MS', 'Sessions: 180 days'],
    ['modules/accounts/jobs.ts', 'nowMs - DAY_MS', 'Up to a day after they have expired'],
    ['modules/accounts/jobs.ts', 'nowMs - HOUR_MS', 'Limits: Up to an hour'],
    [
      'modules/accounts/erasure/erase-deleted.ts',
      'ERASED_AFTER_MS = 14 * DAY_MS',
      'Account, and the layouts and templates in it: While it exists; 14 days after it is deleted it is erased',
    ],
    ['modules/audit/store.ts', "interval '24 months'", 'Audit record: 24 months'],
    ['modules/errorlog/error-log.ts', 'KEPT_MS = 30 * DAY_MS', 'Error reports: 30 days'],
    ['modules/billing/jobs.ts', 'EVENTS_KEPT_MS = 90 * DAY_MS', 'payment providers: 90 days'],
    ['modules/billing/trials.ts', 'REMEMBERED_MS = 730 * DAY_MS', 'Counts for 730 days'],
    ['modules/contact/contact.ts', 'KEPT_MS = 30 * DAY_MS', 'contact form: 30 days'],
    ['outbox/outbox.ts', 'TRIED_MS = DAY_MS', 'for a day at most'],
    ['outbox/outbox.ts', 'DEAD_KEPT_MS = 90 * DAY_MS', 'without the message for 90 days'],
  ])('is stated as %s defines it: %s', (path, definition, words) => {
    expect(sourceOf(`apps/server/src/${path}`)).toContain(definition);
    expect(kept).toContain(words);
  });
});
