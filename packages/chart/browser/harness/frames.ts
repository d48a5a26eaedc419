const clear = CanvasRenderingContext2D.prototype.clearRect;
let drawn = 0;

/** A canvas is cleared whenever it is drawn anew: this counts how often any of them is. */
export function countDrawings(): void {
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    drawn += 1;
    clear.apply(this, area);
  };
}

/** How often a canvas has been drawn by now. */
export const drawingCount = () => drawn;

/** Waits for some pictures of the screen. */
export async function nextPictures(count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** So many pictures in a row without a canvas that is drawn: nothing is on its way any more. */
const QUIET_PICTURES = 2;

/** Waits until all charts are drawn as they stand. */
export async function atRest(): Promise<void> {
  let quiet = 0;
  while (quiet < QUIET_PICTURES) {
    const before = drawn;
    await nextPictures(1);
    quiet = drawn === before ? quiet + 1 : 0;
  }
}

/** Waits until a picture of the screen finds that something holds, and all charts are drawn. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextPictures(1);
  await atRest();
}
