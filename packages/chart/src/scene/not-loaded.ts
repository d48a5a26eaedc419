import type { Frame } from '../paint/frame.ts';
import { canvasFont } from '../paint/text-size.ts';
import type { ChartState } from '../state/chart-state.ts';

const STRIPE_GAP_PX = 8;
const BUSY_BAR_PX = 2;
/** Height of the label at the usual text size. */
const LABEL_PX = 22;

type HatchedSpan = { left: number; right: number };

function paintHatching(
  frame: Frame,
  span: HatchedSpan,
  look: {
    line: string;
    text: string;
    background: string;
    font: string;
    labelPx: number;
    hasLabel: boolean;
  },
): void {
  const { ctx, heightPx } = frame;
  const left = Math.max(0, span.left);
  const right = Math.min(frame.widthPx, span.right);
  if (right - left < 1) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, 0, right - left, heightPx);
  ctx.clip();
  ctx.beginPath();
  const first = Math.floor((left - heightPx) / STRIPE_GAP_PX) * STRIPE_GAP_PX;
  for (let x = first; x < right; x += STRIPE_GAP_PX) {
    ctx.moveTo(x, heightPx);
    ctx.lineTo(x + heightPx, 0);
  }
  ctx.lineWidth = 1;
  ctx.strokeStyle = look.line;
  ctx.stroke();
  const text = 'Not loaded';
  ctx.font = look.font;
  const width = ctx.measureText(text).width + 12;
  if (look.hasLabel && right - left > width + 8) {
    const middle = (left + right) / 2;
    const y = Math.round(heightPx / 2);
    ctx.fillStyle = look.background;
    ctx.fillRect(middle - width / 2, y - look.labelPx / 2, width, look.labelPx);
    ctx.fillStyle = look.text;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, middle, y);
  }
  ctx.restore();
}

/** The bars since an outage that have not been read again, at least one bar wide. */
function unreadSpan({ bars, unreadFromMs, now }: ChartState, frame: Frame): HatchedSpan | null {
  const last = bars.length() - 1;
  if (bars.isAway()) return null;
  if (unreadFromMs === null || unreadFromMs > now() || last < 0) return null;
  const index = bars.indexFrom(unreadFromMs);
  const { barSpacePx } = frame;
  const left = index > last ? frame.xOf(last) + barSpacePx / 2 : frame.xOf(index) - barSpacePx / 2;
  return { left, right: Math.max(left, frame.xOf(last) - barSpacePx / 2) + barSpacePx };
}

/** Hatches spans without bars: a failed page at its side, at the right an outage. A bar marks a running request. */
export function paintNotLoadedSpans(state: ChartState, frame: Frame, hasLabel: boolean): void {
  const { view } = state;
  const { theme } = view;
  const look = {
    line: theme.border,
    text: theme.textDim,
    background: theme.background,
    font: canvasFont(view, 500),
    labelPx: LABEL_PX * view.textScale,
  };
  const hatch = (span: HatchedSpan) => paintHatching(frame, span, { ...look, hasLabel });
  if (state.loading.failed === 'older' && frame.from === 0) {
    hatch({ left: 0, right: frame.xOf(0) - frame.barSpacePx / 2 });
  }
  const last = state.bars.length() - 1;
  if (state.loading.failed === 'newer' && frame.to > last) {
    hatch({ left: frame.xOf(last) + frame.barSpacePx / 2, right: frame.widthPx });
  }
  const unread = unreadSpan(state, frame);
  if (unread) hatch(unread);
  const { phase } = state.loading;
  if (phase !== 'older' && phase !== 'newer') return;
  const x = phase === 'older' ? 0 : frame.widthPx - BUSY_BAR_PX;
  frame.ctx.fillStyle = theme.crosshair;
  frame.ctx.fillRect(x, 0, BUSY_BAR_PX, frame.heightPx);
}
