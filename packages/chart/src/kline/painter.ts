import {
  type Bounding,
  type Chart,
  type OverlayCreateFiguresCallbackParams,
  type OverlayFigure,
  registerFigure,
  registerIndicator,
  registerOverlay,
  type XAxis,
  type YAxis,
} from 'klinecharts';

/** Where a painter draws: the canvas of a pane or of its value axis, with the axes. */
export type PaneCanvas = {
  ctx: CanvasRenderingContext2D;
  bounding: Bounding;
  xAxis: XAxis;
  yAxis: YAxis;
};

/** Draws a pane's content, once per picture; the grid comes below it, the crosshair above. */
export type PanePainter = (canvas: PaneCanvas) => void;

/** Draws on the layer above the content: in the pane itself, and on its value axis. */
export type OverlayPainter = { pane: PanePainter; axis: PanePainter };

const CONTENT = 'moneytrailContent';
const OVERLAY = 'moneytrailOverlay';
const PAINT = 'moneytrailPaint';

type PaintAttributes = { paint: (ctx: CanvasRenderingContext2D) => void };

const overlayPainters = new WeakMap<Chart, Map<string, OverlayPainter>>();
let isRegistered = false;

/** Runs what the library must never see fail: an error inside its layout would stop it for good. */
export function guarded<Result>(run: () => Result, otherwise: Result): Result {
  try {
    return run();
  } catch (error) {
    reportError(error);
    return otherwise;
  }
}

function overlayFigure(
  { chart, overlay, bounding, xAxis, yAxis }: OverlayCreateFiguresCallbackParams<unknown>,
  layer: keyof OverlayPainter,
): OverlayFigure[] {
  const painter = overlayPainters.get(chart)?.get(overlay.paneId);
  if (!painter || !xAxis || !yAxis) return [];
  const attrs: PaintAttributes = {
    paint: (ctx) => painter[layer]({ ctx, bounding, xAxis, yAxis }),
  };
  return [{ type: PAINT, ignoreEvent: true, attrs }];
}

/** Makes our templates known to the library, once a page. */
export function registerPainters(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerIndicator({ name: CONTENT, figures: [], calc: () => [] });
  registerFigure<PaintAttributes>({
    name: PAINT,
    draw: (ctx, { paint }) => {
      ctx.save();
      guarded(() => paint(ctx), undefined);
      ctx.restore();
    },
    checkEventOn: () => false,
  });
  registerOverlay({
    name: OVERLAY,
    totalStep: 2,
    lock: true,
    createPointFigures: (params) => overlayFigure(params, 'pane'),
    createYAxisFigures: (params) => overlayFigure(params, 'axis'),
  });
}

/**
 * Puts a content painter into a pane, which is made where it is not there yet.
 * `axisId` names a second value axis of the pane; without it the pane's own one is used.
 */
export function addContent(
  chart: Chart,
  place: { id: string; paneId: string; axisId?: string },
  paint: PanePainter,
): void {
  chart.createIndicator(
    {
      name: CONTENT,
      id: place.id,
      paneId: place.paneId,
      ...(place.axisId === undefined ? {} : { yAxisId: place.axisId }),
      draw: ({ ctx, bounding, xAxis, yAxis }) => {
        guarded(() => paint({ ctx, bounding, xAxis, yAxis }), undefined);
        return true;
      },
    },
    true,
  );
}

/** Puts an overlay painter over a pane; a pane made anew needs it anew. */
export function addOverlayPainter(chart: Chart, paneId: string, painter: OverlayPainter): void {
  const painters = overlayPainters.get(chart) ?? new Map<string, OverlayPainter>();
  overlayPainters.set(chart, painters.set(paneId, painter));
  const id = `overlay-${paneId}`;
  chart.removeOverlay({ id });
  // The point has no place: the library only asks overlays that have one.
  chart.createOverlay({
    name: OVERLAY,
    id,
    paneId,
    groupId: OVERLAY,
    lock: true,
    points: [{ value: 0 }],
    onRightClick: (event) => event.preventDefault?.(),
  });
}

/** Draws the layer above the content anew, without the content. */
export function redrawOverlay(chart: Chart, paneId: string): void {
  const id = `overlay-${paneId}`;
  const [overlay] = chart.getOverlays({ id });
  if (overlay) chart.overrideOverlay({ id, zLevel: overlay.zLevel === 1 ? 2 : 1 });
}

export function removeOverlayPainter(chart: Chart, paneId: string): void {
  overlayPainters.get(chart)?.delete(paneId);
  chart.removeOverlay({ id: `overlay-${paneId}` });
}
