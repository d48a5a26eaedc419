import type { ChartTheme } from '../chart-theme.ts';
import type { KlineChart } from './kline-chart.ts';
import { klinePaneId, studyPanesOf } from './pane-ids.ts';

/** The browser puts the edges of a layer on pixels in its own way: at broken ratios its size may differ by one. */
const ROUNDED_PX = 1;

/**
 * The chart as it is drawn, in the pixels of the device: every layer is copied pixel for pixel, so that lines stay as
 * sharp as on the screen at whole and broken ratios. Nothing is drawn anew at another ratio, which would choose other
 * labels and line widths than those that were seen.
 */
export function pictureOf(
  chart: KlineChart,
  { background, border }: Pick<ChartTheme, 'background' | 'border'>,
): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  const dom = chart.getDom();
  const context = picture.getContext('2d');
  if (!dom || !context) throw new Error('The chart cannot be copied.');
  const ratio = window.devicePixelRatio;
  const frame = dom.getBoundingClientRect();
  const pixels = (length: number) => Math.round(length * ratio);
  picture.width = pixels(frame.width);
  picture.height = pixels(frame.height);
  context.fillStyle = background;
  context.fillRect(0, 0, picture.width, picture.height);
  for (const layer of dom.querySelectorAll('canvas')) {
    if (layer.width === 0 || layer.height === 0) continue;
    const place = layer.getBoundingClientRect();
    const [x, y] = [pixels(place.left - frame.left), pixels(place.top - frame.top)];
    const [width, height] = [pixels(place.width), pixels(place.height)];
    const isSharp =
      Math.abs(layer.width - width) <= ROUNDED_PX && Math.abs(layer.height - height) <= ROUNDED_PX;
    if (isSharp) context.drawImage(layer, x, y);
    // One that was drawn at another ratio, as before the window moved to another screen, still fills its place.
    else context.drawImage(layer, x, y, width, height);
  }
  // The borders between panes are no canvas; each stands right above its pane.
  context.fillStyle = border;
  for (const pane of studyPanesOf(chart)) {
    const place = chart.getSize(klinePaneId(pane), 'root');
    if (!place) continue;
    const topPx = pixels(place.top) - Math.max(1, pixels(1));
    context.fillRect(0, topPx, picture.width, Math.max(1, pixels(1)));
  }
  return picture;
}
