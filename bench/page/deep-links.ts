import type { BrowserContext } from 'playwright-core';
import { chartAddress, type Product, paintedMs, SIDES, type Side } from './open-product.ts';

async function visit(product: Product, side: Side, profile: BrowserContext): Promise<number> {
  const page = await profile.newPage();
  try {
    await page.goto(chartAddress(product.origin, side));
    return await paintedMs(page);
  } finally {
    await page.close();
  }
}

/** Milliseconds from a deep link to its first candles, in turns: in browsers that were here before, or in new ones. */
export async function deepLinks(
  product: Product,
  { rounds, isNewBrowser }: { rounds: number; isNewBrowser: boolean },
): Promise<Record<Side, number[]>> {
  const times: Record<Side, number[]> = { bare: [], product: [] };
  const profiles = {
    bare: await product.newProfile('bare'),
    product: await product.newProfile('product'),
  };
  for (const side of SIDES) await visit(product, side, profiles[side]);
  for (let round = 0; round < rounds; round += 1) {
    for (const side of SIDES) {
      const profile = isNewBrowser ? await product.newProfile(side) : profiles[side];
      times[side].push(await visit(product, side, profile));
      if (isNewBrowser) await profile.close();
    }
  }
  for (const side of SIDES) await profiles[side].close();
  return times;
}
