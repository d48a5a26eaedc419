import type { LineStyle } from '@moneytrail/indicators';
import { formatPrice, formatValue } from '../axis/format-value.ts';
import type { DrawingPicture, PaintedDrawing } from '../drawings/board.ts';
import type { DrawingStyle } from '../drawings/drawing.ts';
import { type DrawingFrame, handlesOf, shapesOf } from '../drawings/drawing-frame.ts';
import {
  clipLine,
  type PaneBox,
  type Place,
  type Shape,
  type TextShape,
  textBox,
  textLinePx,
} from '../drawings/shapes.ts';
import { firstStyle, TOOLS } from '../drawings/tools/index.ts';
import type { Frame } from '../paint/frame.ts';
import { DASHES } from '../paint/lines.ts';
import { canvasFont, type TextLook } from '../paint/text-size.ts';
import type { ChartState } from '../state/chart-state.ts';
import { barIndexAt } from '../studies/marks/mark-store.ts';

const ARROW_PX = 5;
const RADIUS_PX = 4;
const HANDLE_PX = 4.5;

type Ink = { color: string; textColor: string };

type ShapeLook = TextLook & {
  own: Ink;
  up: Ink;
  down: Ink;
  background: string;
  widthPx: number;
  dash: LineStyle['dash'];
  fillOpacity: number;
};

type ShapeCanvas = PaneBox & { ctx: CanvasRenderingContext2D };

type LineShape = Extract<Shape, { kind: 'line' }>;

function tracePolygon(ctx: CanvasRenderingContext2D, places: readonly Place[]): void {
  ctx.beginPath();
  places.forEach(({ x, y }, i) => {
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
}

/** A smooth curve through the middles between places. */
function traceCurve(ctx: CanvasRenderingContext2D, places: readonly Place[]): void {
  ctx.beginPath();
  places.forEach((place, i) => {
    const next = places[i + 1];
    if (i === 0) ctx.moveTo(place.x, place.y);
    else if (!next) ctx.lineTo(place.x, place.y);
    else ctx.quadraticCurveTo(place.x, place.y, (place.x + next.x) / 2, (place.y + next.y) / 2);
  });
}

function paintArrowHead(
  ctx: CanvasRenderingContext2D,
  [from, to]: [Place, Place],
  widthPx: number,
): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const length = ARROW_PX + 2.5 * widthPx;
  ctx.beginPath();
  ctx.moveTo(to.x, to.y);
  for (const side of [-0.45, 0.45]) {
    ctx.lineTo(to.x - length * Math.cos(angle + side), to.y - length * Math.sin(angle + side));
  }
  ctx.closePath();
  ctx.fill();
}

/** Puts level and upright lines on whole pixels, so that they are sharp. */
function crisp(places: readonly Place[], widthPx: number): readonly Place[] {
  const [a, b] = places;
  if (places.length !== 2 || !a || !b) return places;
  const snap = (value: number) => Math.round(value) + ((widthPx / 2) % 1);
  if (a.y === b.y) return places.map(({ x, y }) => ({ x, y: snap(y) }));
  if (a.x === b.x) return places.map(({ x, y }) => ({ x: snap(x), y }));
  return places;
}

function paintLine({ ctx, ...box }: ShapeCanvas, line: LineShape, look: ShapeLook): void {
  const [a, b] = line.places;
  const clipped = line.places.length === 2 && a && b ? clipLine(a, b, box) : line.places;
  if (!clipped) return;
  const { color } = look[line.tone ?? 'own'];
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.globalAlpha = line.opacity ?? 1;
  ctx.lineWidth = look.widthPx;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.setLineDash([...DASHES[line.dash ?? look.dash]]);
  if (line.isSmooth) traceCurve(ctx, clipped);
  else tracePolygon(ctx, crisp(clipped, look.widthPx));
  if (line.isClosed) ctx.closePath();
  ctx.stroke();
  ctx.setLineDash([]);
  if (line.isArrow && a && b) paintArrowHead(ctx, [a, b], look.widthPx);
  ctx.globalAlpha = 1;
}

function paintText({ ctx, ...box }: ShapeCanvas, text: TextShape, look: ShapeLook): void {
  ctx.font = canvasFont(look, 500);
  const { textScale } = look;
  const measure = (line: string) => ctx.measureText(line).width;
  const { left, top, widthPx, heightPx } = textBox(text, { ...box, measure, textScale });
  const { color, textColor } = look[text.tone ?? 'own'];
  if (text.isBoxed) {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.roundRect(Math.round(left), Math.round(top), widthPx, heightPx, RADIUS_PX);
    ctx.fill();
  }
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  text.lines.forEach((line, i) => {
    const [x, y] = [left + widthPx / 2, top + 2 + textLinePx(look) * (i + 0.5)];
    if (text.isBoxed) {
      ctx.fillStyle = textColor;
    } else {
      // A rim keeps the text readable over bars of any colour.
      ctx.strokeStyle = look.background;
      ctx.lineWidth = 3;
      ctx.lineJoin = 'round';
      ctx.strokeText(line, x, y);
      ctx.fillStyle = color;
    }
    ctx.fillText(line, x, y);
  });
}

/** Paints shapes from back to front. */
function paintShapes(canvas: ShapeCanvas, shapes: readonly Shape[], look: ShapeLook): void {
  const { ctx } = canvas;
  for (const shape of shapes) {
    if (shape.kind === 'line') paintLine(canvas, shape, look);
    else if (shape.kind === 'text') paintText(canvas, shape, look);
    else {
      ctx.fillStyle = look[shape.tone ?? 'own'].color;
      ctx.globalAlpha = Math.min(1, look.fillOpacity * (shape.share ?? 1));
      tracePolygon(ctx, shape.places);
      ctx.closePath();
      ctx.fill();
      ctx.globalAlpha = 1;
    }
  }
}

type HandleLook = { color: string; background: string; isLocked: boolean; held: number | null };

/** Handles of a locked drawing are square; the one under the pointer is filled. */
function paintHandles(
  { ctx }: ShapeCanvas,
  handles: readonly Place[],
  { color, background, isLocked, held }: HandleLook,
): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = 2;
  handles.forEach(({ x, y }, i) => {
    ctx.fillStyle = i === held ? color : background;
    ctx.beginPath();
    if (isLocked)
      ctx.rect(x - HANDLE_PX + 1, y - HANDLE_PX + 1, 2 * HANDLE_PX - 2, 2 * HANDLE_PX - 2);
    else ctx.arc(x, y, HANDLE_PX, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  });
}

function shapeLook(
  { view }: ChartState,
  { colour, widthPx, dash, fillOpacity }: DrawingStyle,
): ShapeLook {
  const { theme, font, textScale } = view;
  const { line: color, tagText: textColor } = theme.studies[colour];
  return {
    own: { color, textColor },
    up: { color: theme.candleUp, textColor: theme.candleUpText },
    down: { color: theme.candleDown, textColor: theme.candleDownText },
    background: theme.background,
    font,
    textScale,
    widthPx,
    dash,
    fillOpacity,
  };
}

type Painting = { state: ChartState; frame: DrawingFrame };

function paintEach(
  canvas: ShapeCanvas,
  { state, frame }: Painting,
  drawings: readonly PaintedDrawing[],
  { selectedId, hoveredId }: Pick<DrawingPicture, 'selectedId' | 'hoveredId'>,
): void {
  const precision = state.open?.symbol.precision ?? 2;
  for (const drawing of drawings) {
    const look = shapeLook(state, drawing.style);
    const isCompact = drawing.id !== selectedId && drawing.id !== hoveredId;
    paintShapes(canvas, shapesOf(frame, drawing, { precision, isCompact }), look);
  }
}

function paintHandlesOf(
  canvas: ShapeCanvas,
  { state, frame }: Painting,
  { drawings, selectedId, hoveredId, handle }: DrawingPicture,
): void {
  for (const drawing of drawings) {
    if (drawing.id !== selectedId && drawing.id !== hoveredId) continue;
    const { own, background } = shapeLook(state, drawing.style);
    const held = handle?.id === drawing.id ? handle.index : null;
    const look = { color: own.color, background, isLocked: drawing.isLocked, held };
    paintHandles(canvas, handlesOf(frame, drawing), look);
  }
}

/** Changes whenever the picture of the resting drawings does. */
function pictureKey({ state, frame }: Painting, ratio: number): string {
  const { widthPx, heightPx, textScale, indexAt, priceAt } = frame;
  const corners = [indexAt(0), indexAt(widthPx), priceAt(0), priceAt(heightPx)];
  return [widthPx, heightPx, textScale, ratio, ...corners, state.bars.length()].join(' ');
}

/**
 * Paints drawings back to front, with handles on the selected and the hovered one. While a drawing is placed or moved, it
 * is painted over a cached picture of the others: each frame then costs one drawing, however many there are.
 */
export function createDrawingPainter() {
  const resting = document.createElement('canvas');
  let made: { key: string; theme: object; drawings: readonly unknown[]; id: string } | null = null;

  const isMade = (key: string, theme: object, rest: readonly unknown[], id: string) =>
    made?.key === key &&
    made.theme === theme &&
    made.id === id &&
    made.drawings.length === rest.length &&
    made.drawings.every((drawing, i) => drawing === rest[i]);

  return (canvas: ShapeCanvas, painting: Painting, picture: DrawingPicture): void => {
    const { drawings, activeId } = picture;
    const rest = drawings.filter(({ id }) => id !== activeId);
    const own = resting.getContext('2d');
    if (activeId === null || !own) {
      made = null;
      paintEach(canvas, painting, drawings, picture);
      paintHandlesOf(canvas, painting, picture);
      return;
    }
    const { ctx, widthPx, heightPx } = canvas;
    const ratio = ctx.getTransform().a;
    const key = pictureKey(painting, ratio);
    const { theme } = painting.state.view;
    if (!isMade(key, theme, rest, activeId)) {
      made = { key, theme, drawings: rest, id: activeId };
      resting.width = Math.ceil(widthPx * ratio);
      resting.height = Math.ceil(heightPx * ratio);
      own.scale(ratio, ratio);
      paintEach({ ctx: own, widthPx, heightPx }, painting, rest, picture);
    }
    ctx.drawImage(resting, 0, 0, resting.width / ratio, resting.height / ratio);
    const active = drawings.filter(({ id }) => id === activeId);
    paintEach(canvas, painting, active, picture);
    paintHandlesOf(canvas, painting, picture);
  };
}

/** The measured distance, painted like a measure drawing. */
export function paintMeasure(
  state: ChartState,
  place: Pick<Frame, 'ctx' | 'widthPx' | 'heightPx' | 'xOf' | 'toY'>,
): void {
  const measure = state.measure();
  if (!measure) return;
  const { widthPx, heightPx, xOf, toY } = place;
  const columns = state.bars.columns();
  const decimals = state.open?.symbol.precision ?? 2;
  const points = [measure.from, measure.to].map((point) => {
    const index = barIndexAt(columns, point.timeMs);
    return { ...point, index, x: xOf(index), y: toY(point.price) };
  });
  const style = firstStyle('measure');
  const shapes = TOOLS.measure.shapes({
    points,
    widthPx,
    heightPx,
    textScale: state.view.textScale,
    toY,
    style,
    text: '',
    isCompact: false,
    formatPrice: (price) => formatPrice(price, decimals),
    formatPercent: (percent) => formatValue('signedPercent', percent, 0),
  });
  paintShapes(place, shapes, shapeLook(state, style));
}
