import type { DrawingPicture, PaintedDrawing } from '../drawings/board/drawing-board.ts';
import { handlesOf } from '../drawings/board/moving.ts';
import { shapesOf } from '../drawings/board/painted.ts';
import type { DrawingFrame } from '../drawings/drawing-frame.ts';
import { paintHandles, paintShapes, type ShapeCanvas } from '../drawings/shapes/paint-shapes.ts';
import type { ChartState } from '../engine/chart-state.ts';
import { shapeLook } from './shape-look.ts';

type Painting = { state: ChartState; frame: DrawingFrame };

function paintEach(
  canvas: ShapeCanvas,
  { state, frame }: Painting,
  drawings: readonly PaintedDrawing[],
): void {
  const precision = state.open?.symbol.precision ?? 2;
  for (const drawing of drawings) {
    const look = shapeLook(state, drawing.style);
    paintShapes(canvas, shapesOf(frame, drawing, precision), look);
  }
}

function paintHandlesOf(
  canvas: ShapeCanvas,
  { state, frame }: Painting,
  { drawings, selectedId, hoveredId }: DrawingPicture,
): void {
  for (const drawing of drawings) {
    if (drawing.id !== selectedId && drawing.id !== hoveredId) continue;
    const { own, background } = shapeLook(state, drawing.style);
    const { isLocked } = drawing;
    paintHandles(canvas, handlesOf(frame, drawing), { color: own.color, background, isLocked });
  }
}

/** What makes the picture of resting drawings another one. */
function pictureKey({ state, frame }: Painting, ratio: number): string {
  const { widthPx, heightPx, indexAt, priceAt } = frame;
  const corners = [indexAt(0), indexAt(widthPx), priceAt(0), priceAt(heightPx)];
  return [widthPx, heightPx, ratio, ...corners, state.bars.length()].join(' ');
}

/** Paints what the user drew. */
export type DrawingPainter = (
  canvas: ShapeCanvas,
  painting: Painting,
  picture: DrawingPicture,
) => void;

/**
 * Paints drawings back to front, with handles on the one that is chosen or pointed at. While one is placed or moved it is
 * painted over a picture of the others, which is made once: each frame then costs that one alone, however many there are.
 */
export function createDrawingPainter(): DrawingPainter {
  const resting = document.createElement('canvas');
  let made: { key: string; theme: object; drawings: readonly unknown[]; id: string } | null = null;

  const isMade = (key: string, theme: object, rest: readonly unknown[], id: string) =>
    made?.key === key &&
    made.theme === theme &&
    made.id === id &&
    made.drawings.length === rest.length &&
    made.drawings.every((drawing, i) => drawing === rest[i]);

  return (canvas, painting, picture) => {
    const { drawings, activeId } = picture;
    const rest = drawings.filter(({ id }) => id !== activeId);
    const own = resting.getContext('2d');
    if (activeId === null || !own) {
      made = null;
      paintEach(canvas, painting, drawings);
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
      paintEach({ ctx: own, widthPx, heightPx }, painting, rest);
    }
    ctx.drawImage(resting, 0, 0, resting.width / ratio, resting.height / ratio);
    paintEach(
      canvas,
      painting,
      drawings.filter(({ id }) => id === activeId),
    );
    paintHandlesOf(canvas, painting, picture);
  };
}
