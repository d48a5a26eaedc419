import { chartAddress, type Product, paintedMs } from './open-product.ts';

const DURATION_MS = 3_000;
const STEP_PX = 6;
const REACH_PX = 300;

/** Frames a second of the product's page, standing still and while its chart is dragged to and fro. */
export async function panning(product: Product): Promise<{ still: number; dragged: number }> {
  const profile = await product.newProfile('product');
  const page = await profile.newPage();
  await page.goto(chartAddress(product.origin, 'product'));
  await paintedMs(page);
  const frames = () => page.evaluate((ms) => window.candles.framesASecond(ms), DURATION_MS);
  const still = await frames();
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('The chart is not on the page.');
  const [middle, height] = [box.x + box.width / 2, box.y + box.height / 4];
  await page.mouse.move(middle, height);
  await page.mouse.down();
  let isOver = false;
  const counted = frames().finally(() => {
    isOver = true;
  });
  for (let step = 0; !isOver; step += 1) {
    // There and back again, so that no end of history is reached.
    const along = (step * STEP_PX) % (2 * REACH_PX);
    await page.mouse.move(middle + Math.min(along, 2 * REACH_PX - along), height);
  }
  const dragged = await counted;
  await page.mouse.up();
  await profile.close();
  return { still, dragged };
}
