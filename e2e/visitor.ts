import { expect, type Page } from '@playwright/test';
import { ORIGIN } from './origin.ts';

/** A browser in which nobody has signed in. */
export const NOBODY = { cookies: [], origins: [] };

/** Notes every request to another origin. */
export function noteForeignRequests(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== ORIGIN) foreign.push(request.url());
  });
  return foreign;
}

/** Opens a public page and waits until its scripts answer. */
export async function openPublic(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-alive]')).toBeAttached();
}
