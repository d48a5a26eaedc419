/** Bodies of candles in these colours, `#RRGGBB`, are looked for on the page. */
export type Colours = readonly [up: string, down: string];

/** What of a canvas is looked at, as shares of its width: neither the newest bar, which ticks change, nor what the edge cuts. */
const STRIP = { from: 0.35, to: 0.65 };
const LEAST_CANVAS_PX = 200;
/** Every so many pixels each way are enough to know a picture by. */
const STEP_PX = 2;
/** Fewer looked-at pixels than these are an edge or a letter. */
const LEAST_PIXELS = 120;
/** The picture stands when it has not changed for so long; ticks that rescale it end the wait later. */
const QUIET_MS = 400;
const LONGEST_MS = 60_000;

type Picture = { atMs: number; mask: Uint8Array; pixels: number };

const EMPTY: Picture = { atMs: 0, mask: new Uint8Array(0), pixels: 0 };

/** The largest canvas, the lowest of its layers: candles are drawn on it. */
function chartCanvas(): HTMLCanvasElement | null {
  let found: HTMLCanvasElement | null = null;
  for (const canvas of document.querySelectorAll('canvas')) {
    const isLarge = Math.min(canvas.width, canvas.height) >= LEAST_CANVAS_PX;
    const area = canvas.width * canvas.height;
    if (isLarge && area > (found ? found.width * found.height : 0)) found = canvas;
  }
  return found;
}

const OPAQUE = 255;
const rgbOf = (colour: string) => Number.parseInt(colour.slice(1), 16);

/** Where candles stand in the strip: 1 for a rising, 2 for a falling one. */
function look([up, down]: Colours): Picture {
  const atMs = performance.now();
  const canvas = chartCanvas();
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return { ...EMPTY, atMs };
  const left = Math.floor(canvas.width * STRIP.from);
  const width = Math.floor(canvas.width * (STRIP.to - STRIP.from));
  const { data, height } = context.getImageData(left, 0, width, canvas.height);
  const mask = new Uint8Array(Math.ceil(width / STEP_PX) * Math.ceil(height / STEP_PX));
  const [rising, falling] = [rgbOf(up), rgbOf(down)];
  let at = 0;
  let pixels = 0;
  for (let y = 0; y < height; y += STEP_PX) {
    for (let x = 0; x < width; x += STEP_PX) {
      const byte = (y * width + x) * 4;
      const rgb = ((data[byte] ?? 0) << 16) | ((data[byte + 1] ?? 0) << 8) | (data[byte + 2] ?? 0);
      // Volume has the same colours, and lets the ground shine through.
      if (data[byte + 3] === OPAQUE && rgb === rising) mask[at] = 1;
      else if (data[byte + 3] === OPAQUE && rgb === falling) mask[at] = 2;
      if (mask[at] !== 0) pixels += 1;
      at += 1;
    }
  }
  return { atMs, mask, pixels };
}

/** How alike two pictures are: the share of their candles' pixels that both have. */
function likeness(a: Picture, b: Picture): number {
  if (a.mask.length !== b.mask.length) return 0;
  let same = 0;
  let either = 0;
  a.mask.forEach((value, index) => {
    const other = b.mask[index] ?? 0;
    if (value !== 0 || other !== 0) either += 1;
    if (value !== 0 && value === other) same += 1;
  });
  return either === 0 ? 0 : same / either;
}

const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));

/** Resolves when the browser has painted the present frame. */
function afterPaint(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done();
    port2.postMessage(null);
  });
}

/** Follows the pictures of the page from a moment on until they stand still; the first of them was there before. */
async function follow(colours: Colours): Promise<Picture[]> {
  const pictures = [look(colours)];
  let newest = pictures[0] ?? EMPTY;
  for (;;) {
    await nextFrame();
    await afterPaint();
    const now = look(colours);
    const sinceMs = now.atMs - newest.atMs;
    const hasCandles = newest.pixels >= LEAST_PIXELS && pictures.length > 1;
    if (now.atMs - (pictures[0]?.atMs ?? 0) > LONGEST_MS) break;
    if (now.pixels !== newest.pixels || likeness(now, newest) < 1) {
      pictures.push(now);
      newest = now;
    } else if (hasCandles && sinceMs > QUIET_MS) break;
  }
  return pictures;
}

/** The first picture with candles that is more like the last one than like the one before the wait. */
function firstOfLast(pictures: readonly Picture[]): Picture | undefined {
  const [before = EMPTY] = pictures;
  const last = pictures.at(-1) ?? EMPTY;
  return pictures
    .slice(1)
    .find((one) => one.pixels >= LEAST_PIXELS && likeness(one, last) > likeness(one, before));
}

const watching = follow(window.candleColours);

/** Milliseconds from the navigation until its candles were painted. */
async function painted(): Promise<number> {
  const found = firstOfLast(await watching);
  if (!found) throw new Error('No candles were painted.');
  return found.atMs;
}

declare global {
  interface Window {
    candleColours: Colours;
    candles: { painted: () => Promise<number> };
  }
}
window.candles = { painted };
