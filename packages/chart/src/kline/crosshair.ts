import type { Chart, Crosshair } from 'klinecharts';
import { klinePaneId, studyPanesOf } from './pane-ids.ts';

type ChartWithStore = { getChartStore: () => { getCrosshair: () => Crosshair } };
/** The library's method takes null and hides the crosshair; its types do not say so. */
type Hideable = { executeAction(type: 'onCrosshairChange', crosshair: Crosshair | null): void };

/** Its events do not tell when the crosshair goes away; the store, which its types hide, always knows. */
function hasStore(chart: object): chart is ChartWithStore {
  return 'getChartStore' in chart && typeof chart.getChartStore === 'function';
}

/** The bar under the crosshair by its index, and the crosshair's place in its pane. */
export type CrosshairPlace = { index: number; x: number; y: number; paneId: string };

/** Where the crosshair is; null while there is none. */
export function crosshairAt(chart: Chart): CrosshairPlace | null {
  if (!hasStore(chart)) return null;
  const { dataIndex, x, y, paneId } = chart.getChartStore().getCrosshair();
  if (dataIndex === undefined || x === undefined || paneId === undefined) return null;
  return dataIndex < 0 ? null : { index: dataIndex, x, y: y ?? Number.NaN, paneId };
}

/** Puts the crosshair on a bar at a price. */
export function putCrosshair(chart: Chart, index: number, price: number): void {
  const paneId = klinePaneId('main');
  const places = chart.convertToPixel([{ dataIndex: index, value: price }], { paneId });
  const place = Array.isArray(places) ? places[0] : places;
  if (place?.x === undefined || place.y === undefined) return;
  chart.executeAction('onCrosshairChange', { x: place.x, y: place.y, paneId });
}

/** Puts the crosshair on a place of the chart, px from its top left corner; between panes it stays where it was. */
export function putCrosshairAt(chart: Chart, x: number, y: number): void {
  for (const paneId of [klinePaneId('main'), ...studyPanesOf(chart)]) {
    const pane = chart.getSize(paneId);
    if (!pane || y < pane.top || y > pane.top + pane.height) continue;
    chart.executeAction('onCrosshairChange', { x, y: y - pane.top, paneId });
    return;
  }
}

export function hideCrosshair(chart: Chart): void {
  const hideable: Hideable = chart;
  hideable.executeAction('onCrosshairChange', null);
}
