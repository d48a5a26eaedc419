/** A study pane that stands alone, under a low chart, gets more than among others. */
const SHARE_ALONE = 0.24;
/** All study panes together leave the prices this share of the chart, as long as nobody drags a border. */
const LEAST_MAIN_SHARE = 0.45;
export const MIN_MAIN_HEIGHT_PX = 60;
const MIN_STUDY_HEIGHT_PX = 44;

/** The least that each of so many study panes gets: less than usual where the prices would have nothing left. */
export function leastStudyPx(roomPx: number, count: number): number {
  const most = Math.floor((roomPx - MIN_MAIN_HEIGHT_PX) / Math.max(1, count));
  return Math.max(1, Math.min(MIN_STUDY_HEIGHT_PX, most));
}

/**
 * Heights of study panes, px, by their shares of the room that they share with the prices. However many they are, and
 * however they were dragged, the prices keep some of it.
 */
export function paneHeights(
  roomPx: number,
  shares: readonly number[],
  { isDragged }: { isDragged: boolean },
): number[] {
  const least = leastStudyPx(roomPx, shares.length);
  if (shares.length === 1 && !isDragged) return [Math.max(least, Math.round(roomPx * SHARE_ALONE))];
  const leastMainPx = isDragged ? MIN_MAIN_HEIGHT_PX : LEAST_MAIN_SHARE * roomPx;
  const sum = shares.reduce((total, share) => total + share, 0);
  const squeeze = Math.min(1, Math.max(0, roomPx - leastMainPx) / (sum * roomPx));
  const wanted = shares.map((share) => Math.max(least, share * squeeze * roomPx));
  // Panes at their least leave the others less than their share.
  const over = wanted.reduce((total, px) => total + px - least, 0);
  const free = Math.max(0, roomPx - MIN_MAIN_HEIGHT_PX - least * shares.length);
  const part = over > free ? free / over : 1;
  // A pixel more of each would be taken from the prices where there is none to spare.
  const whole = squeeze < 1 || part < 1 ? Math.floor : Math.round;
  return wanted.map((px) => whole(least + (px - least) * part));
}
