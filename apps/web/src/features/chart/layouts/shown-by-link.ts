import { readLayout, writeLayout } from '@moneytrail/chart/model';

/**
 * What a link shows of a chart: all of it, but of the drawings those of its own instrument alone, as the others are not
 * on the screen of who shares it. Throws a `LayoutError` for a content that cannot be read.
 */
export function shownByLink(content: string): string {
  const layout = readLayout(content);
  const drawings = layout.drawings.filter(({ symbol }) => symbol === layout.symbol);
  return writeLayout({ ...layout, drawings });
}
