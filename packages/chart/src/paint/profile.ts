import type { ProfileWithArea } from '@moneytrail/indicators';
import type { Frame } from './frame.ts';

/** Share of the pane's width that the largest row takes, and its limit, px. */
const WIDTH_SHARE = 0.28;
const MOST_WIDTH_PX = 260;
const OPACITY = { area: 0.42, outside: 0.2, control: 0.62 };
const GAP_PX = 1;

type ProfileLook = {
  up: string;
  down: string;
  /** Right edge of the rows, px. */
  rightPx: number;
};

export function profileWidthPx({ widthPx }: Pick<Frame, 'widthPx'>): number {
  return Math.min(MOST_WIDTH_PX, widthPx * WIDTH_SHARE);
}

/**
 * Rows that grow to the left: the volume of rising bars first, that of falling ones behind it. Rows outside the value area are
 * paler, and the point of control is the strongest.
 */
export function paintProfile(
  frame: Frame,
  { profile, area }: ProfileWithArea,
  { up, down, rightPx }: ProfileLook,
): void {
  const { ctx, toY } = frame;
  const rows = profile.up.length;
  const most = volumeOf(profile, area.pointOfControl);
  const perVolume = profileWidthPx(frame) / most;
  const step = (profile.high - profile.low) / rows;
  const topOf = (row: number) => Math.round(toY(profile.low + row * step));
  for (let row = 0; row < rows; row++) {
    const top = topOf(row + 1);
    const heightPx = Math.max(1, topOf(row) - top - GAP_PX);
    const upPx = perVolume * (profile.up[row] ?? 0);
    const downPx = perVolume * (profile.down[row] ?? 0);
    ctx.globalAlpha = opacityOf(row, area);
    ctx.fillStyle = up;
    ctx.fillRect(rightPx - upPx, top, upPx, heightPx);
    ctx.fillStyle = down;
    ctx.fillRect(rightPx - upPx - downPx, top, downPx, heightPx);
  }
  ctx.globalAlpha = 1;
}

function volumeOf({ up, down }: ProfileWithArea['profile'], row: number): number {
  return (up[row] ?? 0) + (down[row] ?? 0);
}

function opacityOf(row: number, { pointOfControl, from, to }: ProfileWithArea['area']): number {
  if (row === pointOfControl) return OPACITY.control;
  return row >= from && row <= to ? OPACITY.area : OPACITY.outside;
}
