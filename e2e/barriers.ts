import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

type Asked = {
  /** A selector of what to exclude. */
  exclude?: string;
  /** The rules to apply; all by default. */
  rules?: string[];
};

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The findings of axe on the present page. The script is injected once per document. It reports neither the thousands
 * of passing elements nor selectors, which took longer than the check itself. Frames are excluded: the only one, of the
 * news, runs no script.
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

/** Fails for every violation that axe is certain of. */
export async function expectNoBarriers(page: Page, state?: string): Promise<void> {
  const { violations } = await findBarriers(page);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(found, state).toEqual([]);
}
