import { formatPrice, formatValue } from '../axis/format-value.ts';
import { paintShapes } from '../drawings/shapes/paint-shapes.ts';
import { firstStyle, TOOLS } from '../drawings/tools/index.ts';
import type { ChartState } from '../engine/chart-state.ts';
import type { Frame } from '../paint/frame.ts';
import { barIndexAt } from '../studies/mark-store.ts';
import { shapeLook } from './shape-look.ts';

type Place = Pick<Frame, 'ctx' | 'widthPx' | 'heightPx' | 'xOf' | 'toY'>;

/** The measured distance, as the drawing of that name looks: a tinted box with what it amounts to. */
export function paintMeasure(state: ChartState, place: Place): void {
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
    toY,
    style,
    text: '',
    formatPrice: (price) => formatPrice(price, decimals),
    formatPercent: (percent) => formatValue('signedPercent', percent, 0),
  });
  paintShapes(place, shapes, shapeLook(state, style));
}
