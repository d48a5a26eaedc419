import { clipLine } from './geometry.ts';
import type { PaneBox, Place, Shape } from './shape.ts';
import { TEXT_LINE_PX, TEXT_PX, textBox } from './text-box.ts';

const DASHES = { solid: [], dashed: [6, 4], dotted: [1, 3] } as const;
const ARROW_PX = 5;
const RADIUS_PX = 4;

type Ink = { color: string; textColor: string };

/** How a drawing's shapes are painted; colours are CSS colours. */
export type ShapeLook = {
  own: Ink;
  up: Ink;
  down: Ink;
  background: string;
  font: string;
  widthPx: number;
  dash: keyof typeof DASHES;
  fillOpacity: number;
};

export type ShapeCanvas = PaneBox & { ctx: CanvasRenderingContext2D };

type Line = Extract<Shape, { kind: 'line' }>;
type Text = Extract<Shape, { kind: 'text' }>;

export function shapeFont(font: string): string {
  return `500 ${TEXT_PX}px ${font}`;
}

function tracePolygon(ctx: CanvasRenderingContext2D, places: readonly Place[]): void {
  ctx.beginPath();
  places.forEach(({ x, y }, i) => {
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
}

/** A curve through the middles between places, as a hand draws. */
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

/** A level or upright line lies on whole pixels, so that it is sharp. */
function crisp(places: readonly Place[], widthPx: number): readonly Place[] {
  const [a, b] = places;
  if (places.length !== 2 || !a || !b) return places;
  const snap = (value: number) => Math.round(value) + ((widthPx / 2) % 1);
  if (a.y === b.y) return places.map(({ x, y }) => ({ x, y: snap(y) }));
  if (a.x === b.x) return places.map(({ x, y }) => ({ x: snap(x), y }));
  return places;
}

function paintLine({ ctx, ...box }: ShapeCanvas, line: Line, look: ShapeLook): void {
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

function paintText({ ctx, ...box }: ShapeCanvas, text: Text, look: ShapeLook): void {
  ctx.font = shapeFont(look.font);
  const measure = (line: string) => ctx.measureText(line).width;
  const { left, top, widthPx, heightPx } = textBox(text, { ...box, measure });
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
    const [x, y] = [left + widthPx / 2, top + 2 + TEXT_LINE_PX * (i + 0.5)];
    if (text.isBoxed) {
      ctx.fillStyle = textColor;
    } else {
      // Readable over bars of any colour.
      ctx.strokeStyle = look.background;
      ctx.lineWidth = 3;
      ctx.lineJoin = 'round';
      ctx.strokeText(line, x, y);
      ctx.fillStyle = color;
    }
    ctx.fillText(line, x, y);
  });
}

/** Paints the shapes of one drawing, the first at the back. */
export function paintShapes(canvas: ShapeCanvas, shapes: readonly Shape[], look: ShapeLook): void {
  const { ctx } = canvas;
  for (const shape of shapes) {
    if (shape.kind === 'line') paintLine(canvas, shape, look);
    else if (shape.kind === 'text') paintText(canvas, shape, look);
    else {
      ctx.fillStyle = look[shape.tone ?? 'own'].color;
      ctx.globalAlpha = look.fillOpacity * (shape.share ?? 1);
      tracePolygon(ctx, shape.places);
      ctx.closePath();
      ctx.fill();
      ctx.globalAlpha = 1;
    }
  }
}

const HANDLE_PX = 4.5;

/** The handles of a drawing that is chosen or pointed at; those of a locked one are square and do not move. */
export function paintHandles(
  { ctx }: ShapeCanvas,
  handles: readonly Place[],
  { color, background, isLocked }: { color: string; background: string; isLocked: boolean },
): void {
  ctx.fillStyle = background;
  ctx.strokeStyle = color;
  ctx.lineWidth = 2;
  for (const { x, y } of handles) {
    ctx.beginPath();
    if (isLocked)
      ctx.rect(x - HANDLE_PX + 1, y - HANDLE_PX + 1, 2 * HANDLE_PX - 2, 2 * HANDLE_PX - 2);
    else ctx.arc(x, y, HANDLE_PX, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}
