/** Decimals of a price scale: 100 has two. */
function decimalsOf(priceScale: number): number {
  return Math.max(0, Math.round(Math.log10(priceScale)));
}

/** A price as people read it: the instrument's decimals, a comma every three digits, a true minus sign. */
function formatPrice(price: number, priceScale: number): string {
  const decimals = decimalsOf(priceScale);
  const text = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(price);
  return text.replace('-', '−');
}

/** What a mark says: `BUY · strong · 1,234.50`, with the close that made it. */
export function markText(
  mark: { side: 'buy' | 'sell'; strong: boolean },
  close: number,
  priceScale: number,
): string {
  const words = [mark.side.toUpperCase(), ...(mark.strong ? ['strong'] : [])];
  return [...words, formatPrice(close, priceScale)].join(' · ');
}
