import { type Figure, median, report } from './figure.ts';
import { deepLinks } from './page/deep-links.ts';
import { openProduct, type Side } from './page/open-product.ts';

const LINKS = 20;

function besideBare(what: string, times: Record<Side, number[]>): Figure {
  const [product, bare] = [median(times.product), median(times.bare)];
  return {
    what: `${what} ÷ the library on a bare page`,
    value: product / bare,
    unit: 'ratio',
    bar: { atMost: 1.6 },
    detail: `${product.toFixed(0)} ÷ ${bare.toFixed(0)} ms, medians of ${times.product.length}`,
  };
}

const product = await openProduct();
try {
  const known = await deepLinks(product, { rounds: LINKS, isNewBrowser: false });
  report([besideBare('deep link → first candle', known)]);
  const first = await deepLinks(product, { rounds: LINKS, isNewBrowser: true });
  report([besideBare('deep link → first candle, nothing cached', first)]);
} finally {
  await product.close();
}
