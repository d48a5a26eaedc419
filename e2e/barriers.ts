import { expect, type Page } from '@playwright/test';
import { findBarriers } from './axe.ts';

/** Nothing that axe is sure of. */
export async function expectNoBarriers(page: Page, state?: string): Promise<void> {
  const { violations } = await findBarriers(page);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(found, state).toEqual([]);
}
