const clear = CanvasRenderingContext2D.prototype.clearRect;
let drawn = 0;

/** Counts drawings: a canvas is cleared before each. */
export function countDrawings(): void {
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    drawn += 1;
    clear.apply(this, area);
  };
}

/** Number of drawings so far. */
export const drawingCount = () => drawn;

/** Waits for pictures of the screen. */
export async function nextPictures(count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** After this many pictures without a drawing nothing is pending. */
const QUIET_PICTURES = 2;

/** Waits until all charts are drawn. */
export async function atRest(): Promise<void> {
  let quiet = 0;
  while (quiet < QUIET_PICTURES) {
    const before = drawn;
    await nextPictures(1);
    quiet = drawn === before ? quiet + 1 : 0;
  }
}

/** Waits until a condition holds and all charts are drawn. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextPictures(1);
  await atRest();
}
