import { durationText } from '../axis/duration-text.ts';
import { formatPrice, formatValue } from '../axis/format-value.ts';
import type { ChartState } from '../engine/chart-state.ts';
import type { Measure } from '../engine/measure-tool.ts';
import type { Frame } from '../paint/frame.ts';
import { barIndexAt } from '../studies/mark-store.ts';

const FILL_OPACITY = 0.14;
const LINE_PX = 18;
const PADDING_PX = 8;
const GAP_PX = 6;
const RADIUS_PX = 4;

type Place = Pick<Frame, 'ctx' | 'widthPx' | 'heightPx' | 'xOf' | 'toY'>;
type Label = { isRise: boolean; lines: string[] };
type Box = { left: number; right: number; top: number; bottom: number };

/** `+1,234.50 (+5.32 %)` and `12 bars, 16 d`: the price distance and the time it took. */
function measureTexts({ open, bars }: ChartState, { from, to }: Measure): string[] {
  const decimals = open?.symbol.precision ?? 2;
  const change = to.price - from.price;
  const text = formatPrice(change, decimals);
  const isRise = change > 0 && /[1-9]/.test(text);
  const isFall = change < 0 && /[1-9]/.test(text);
  const arrow = isRise ? '▲ +' : isFall ? '▼ ' : '';
  const share = (100 * change) / from.price;
  const percent = from.price > 0 ? ` (${formatValue('signedPercent', share, 0)})` : '';
  const columns = bars.columns();
  const count = barIndexAt(columns, to.timeMs) - barIndexAt(columns, from.timeMs);
  const unit = Math.abs(count) === 1 ? 'bar' : 'bars';
  return [
    `${arrow}${text}${percent}`,
    `${formatPrice(count, 0)} ${unit}, ${durationText(to.timeMs - from.timeMs)}`,
  ];
}

function paintLabel({ view }: ChartState, place: Place, box: Box, label: Label): void {
  const { ctx, widthPx, heightPx } = place;
  const { theme, font } = view;
  const { isRise, lines } = label;
  ctx.font = `500 12px ${font}`;
  const width = Math.max(...lines.map((line) => ctx.measureText(line).width)) + 2 * PADDING_PX;
  const height = lines.length * LINE_PX + 4;
  const wantedTop = isRise ? box.top - GAP_PX - height : box.bottom + GAP_PX;
  const top = Math.max(2, Math.min(heightPx - height - 2, wantedTop));
  const middle = (box.left + box.right) / 2;
  const left = Math.max(2, Math.min(widthPx - width - 2, middle - width / 2));
  ctx.beginPath();
  ctx.roundRect(Math.round(left), Math.round(top), Math.ceil(width), height, RADIUS_PX);
  ctx.fillStyle = isRise ? theme.candleUp : theme.candleDown;
  ctx.fill();
  ctx.fillStyle = isRise ? theme.candleUpText : theme.candleDownText;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  lines.forEach((line, i) => {
    ctx.fillText(line, left + width / 2, top + 2 + LINE_PX * (i + 0.5));
  });
}

/** The measured distance: a tinted box from point to point, with what it amounts to. */
export function paintMeasure(state: ChartState, place: Place): void {
  const measure = state.measure();
  if (!measure) return;
  const { ctx, xOf, toY } = place;
  const columns = state.bars.columns();
  const x = [measure.from, measure.to].map(({ timeMs }) => xOf(barIndexAt(columns, timeMs)));
  const y = [measure.from, measure.to].map(({ price }) => toY(price));
  const box = {
    left: Math.min(...x),
    right: Math.max(...x),
    top: Math.min(...y),
    bottom: Math.max(...y),
  };
  const isRise = measure.to.price >= measure.from.price;
  const color = isRise ? state.view.theme.candleUp : state.view.theme.candleDown;
  ctx.globalAlpha = FILL_OPACITY;
  ctx.fillStyle = color;
  ctx.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.strokeRect(
    Math.round(box.left) + 0.5,
    Math.round(box.top) + 0.5,
    Math.round(box.right - box.left),
    Math.round(box.bottom - box.top),
  );
  paintLabel(state, place, box, { isRise, lines: measureTexts(state, measure) });
}
