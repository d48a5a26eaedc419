import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

type Asked = {
  /** What is not looked at, as a selector. */
  exclude?: string;
  /** The rules that are judged by; all where none are named. */
  rules?: string[];
};

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds on a page as it stands. It is put into a document once, and neither tells of the thousands of elements
 * that pass nor makes up a selector for any: that took longer than the looking. Frames are left out: the one there is,
 * of the news, lets no script run.
 */
export async function findBarriers(
  page: Page,
  { exclude, rules }: Asked = {},
): Promise<Pick<AxeResults, 'violations' | 'incomplete'>> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source);
  const options: RunOptions = {
    resultTypes: ['violations', 'incomplete'],
    selectors: false,
    iframes: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  return page.evaluate(
    async ({ exclude, options }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations, incomplete } = await axe.run(exclude ? { exclude } : document, options);
      return { violations, incomplete };
    },
    { exclude, options },
  );
}

/** Nothing that axe is sure of. */
export async function expectNoBarriers(page: Page, state?: string): Promise<void> {
  const { violations } = await findBarriers(page);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(found, state).toEqual([]);
}
