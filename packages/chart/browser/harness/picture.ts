import type { ChartEngine } from '../../src/index.ts';

/** A drawn chart, pixel by pixel. */
type Picture = {
  widthPx: number;
  heightPx: number;
  /** Tests pixels for colours, `#RRGGBB`, blended with the background at an opacity. */
  isOf: (colours: readonly string[], opacity?: number) => (x: number, y: number) => boolean;
};

/** Blending rounds colours. */
const TOLERANCE = 3;

function channels(hex: string): [red: number, green: number, blue: number] {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function pixelsOf(engine: ChartEngine): ImageData {
  const canvas = engine.picture();
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas.');
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Reads a chart's picture over a background. */
export function readPicture(engine: ChartEngine, ground: string): Picture {
  const { data, width, height } = pixelsOf(engine);
  const below = channels(ground);
  return {
    widthPx: width,
    heightPx: height,
    isOf: (colours, opacity = 1) => {
      const blended = colours.map((colour) => {
        const [red, green, blue] = channels(colour);
        const [r, g, b] = below;
        const blend = (under: number, over: number) => under * (1 - opacity) + over * opacity;
        return [blend(r, red), blend(g, green), blend(b, blue)] as const;
      });
      return (x, y) => {
        const at = (y * width + x) * 4;
        const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
        for (const [red, green, blue] of blended) {
          if (Math.abs(r - red) >= TOLERANCE) continue;
          if (Math.abs(g - green) < TOLERANCE && Math.abs(b - blue) < TOLERANCE) return true;
        }
        return false;
      };
    },
  };
}

/** The smallest box around different pixels, px from the top left corner. */
export type Box = { left: number; top: number; right: number; bottom: number; pixels: number };

/** Pictures with different hashes need no comparison pixel by pixel. */
function hashOf(pixels: Uint32Array): number {
  let hash = 0;
  for (let index = 0; index < pixels.length; index++) {
    hash = (Math.imul(hash, 31) + (pixels[index] ?? 0)) | 0;
  }
  return hash;
}

/** Keeps pictures and compares them pixel by pixel inside the page. */
export function createAlbum() {
  const kept: { width: number; pixels: Uint32Array; hash: number }[] = [];
  return {
    /** A number for a chart's picture: equal pixels have equal numbers. */
    look: (engine: ChartEngine): number => {
      const { data, width } = pixelsOf(engine);
      const pixels = new Uint32Array(data.buffer);
      const hash = hashOf(pixels);
      const isSame = (one: (typeof kept)[number]) =>
        one.hash === hash &&
        one.width === width &&
        one.pixels.length === pixels.length &&
        one.pixels.every((pixel, index) => pixel === pixels[index]);
      const known = kept.findIndex(isSame);
      return known < 0 ? kept.push({ width, pixels, hash }) - 1 : known;
    },
    /** The box in which two pictures differ, left of and above a corner. */
    difference: (a: number, b: number, corner: { x: number; y: number }): Box => {
      const [one, other] = [kept[a], kept[b]];
      if (!one || !other) throw new Error('There is no such look.');
      const box = { left: 1e9, top: 1e9, right: -1, bottom: -1, pixels: 0 };
      for (let y = 0; y < corner.y; y++) {
        for (let x = 0; x < corner.x; x++) {
          const at = y * one.width + x;
          if (one.pixels[at] === other.pixels[at]) continue;
          box.left = Math.min(box.left, x);
          box.right = Math.max(box.right, x);
          box.top = Math.min(box.top, y);
          box.bottom = Math.max(box.bottom, y);
          box.pixels += 1;
        }
      }
      return box;
    },
    clear: () => {
      kept.length = 0;
    },
  };
}
