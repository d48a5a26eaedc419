import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { Page } from '@playwright/test';

const file = new URL('../apps/web/src/testing/cut-texts.ts', import.meta.url);
const source = stripTypeScriptTypes(readFileSync(file, 'utf8')).replaceAll(/^export /gm, '');

/** Everything that the present window does not show whole, one line each. */
export function findCutTexts(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {${source}; return findCutTexts(); })()`);
}

/** Chooses the text size of the browser, as its settings do: 16 px is usual. */
export async function chooseTextSize(page: Page, px: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  await devtools.detach();
}
