import type { ChartEngine } from '../../src/index.ts';

/** A drawn chart, pixel by pixel. */
export type Picture = {
  widthPx: number;
  heightPx: number;
  /** Whether a pixel has a colour, `#RRGGBB`, laid over the ground at an opacity. */
  has: (place: { x: number; y: number }, colour: string, opacity: number) => boolean;
};

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Decodes what a chart has drawn; rounding of blended colours is allowed for. */
export async function decodePicture(engine: ChartEngine, ground: string): Promise<Picture> {
  const image = await createImageBitmap(engine.picture());
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('No canvas.');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const below = channels(ground);
  return {
    widthPx: width,
    heightPx: height,
    has: ({ x, y }, colour, opacity) =>
      channels(colour).every((channel, i) => {
        const wanted = (below[i] ?? 0) * (1 - opacity) + channel * opacity;
        return Math.abs((data[(y * width + x) * 4 + i] ?? 0) - wanted) < 3;
      }),
  };
}
