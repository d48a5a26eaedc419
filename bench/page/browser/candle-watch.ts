/** The colours of the candles to look for, `#RRGGBB`. */
export type Colours = readonly [up: string, down: string];

/**
 * The watched part of a canvas as shares of its width: without the newest bar, which ticks change, and without the
 * cut-off bars at the edge.
 */
const STRIP = { from: 0.35, to: 0.65 };
const LEAST_CANVAS_PX = 200;
/** Looking at every second pixel is enough to recognise a picture. */
const STEP_PX = 2;
/** Fewer pixels are an edge or a letter. */
const LEAST_PIXELS = 40;
/** Two pictures less alike than this show different candles. */
const MOST_LIKENESS = 0.5;
/** A picture is still once it has not changed for this long; ticks that rescale it extend the wait. */
const QUIET_MS = 400;
const LONGEST_MS = 60_000;

type Picture = { atMs: number; mask: Uint8Array; pixels: number };

const EMPTY: Picture = { atMs: 0, mask: new Uint8Array(0), pixels: 0 };

/** The largest canvas, lowest layer, on which candles are drawn; neither side is shorter than `leastPx`. */
function chartCanvas(within: ParentNode, leastPx: number): HTMLCanvasElement | null {
  let found: HTMLCanvasElement | null = null;
  for (const canvas of within.querySelectorAll('canvas')) {
    const isLarge = Math.min(canvas.width, canvas.height) >= leastPx;
    const area = canvas.width * canvas.height;
    if (isLarge && area > (found ? found.width * found.height : 0)) found = canvas;
  }
  return found;
}

const OPAQUE = 255;
const rgbOf = (colour: string) => Number.parseInt(colour.slice(1), 16);

type Part = { within: ParentNode; leastPx: number; from: number; to: number };

const PAGE: Part = { within: document, leastPx: LEAST_CANVAS_PX, ...STRIP };

/** The candles in a part of the page's largest chart: 1 for a rising, 2 for a falling pixel. */
function look([up, down]: Colours, { within, leastPx, from, to } = PAGE): Picture {
  const atMs = performance.now();
  const canvas = chartCanvas(within, leastPx);
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return { ...EMPTY, atMs };
  const left = Math.floor(canvas.width * from);
  const width = Math.floor(canvas.width * (to - from));
  const { data, height } = context.getImageData(left, 0, width, canvas.height);
  const mask = new Uint8Array(Math.ceil(width / STEP_PX) * Math.ceil(height / STEP_PX));
  const [rising, falling] = [rgbOf(up), rgbOf(down)];
  let at = 0;
  let pixels = 0;
  for (let y = 0; y < height; y += STEP_PX) {
    for (let x = 0; x < width; x += STEP_PX) {
      const byte = (y * width + x) * 4;
      const rgb = ((data[byte] ?? 0) << 16) | ((data[byte + 1] ?? 0) << 8) | (data[byte + 2] ?? 0);
      // Volume has the same colours but is translucent.
      if (data[byte + 3] === OPAQUE && rgb === rising) mask[at] = 1;
      else if (data[byte + 3] === OPAQUE && rgb === falling) mask[at] = 2;
      if (mask[at] !== 0) pixels += 1;
      at += 1;
    }
  }
  return { atMs, mask, pixels };
}

/** The likeness of two pictures: the share of candle pixels that both have. */
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

/** Resolves once the browser has painted the present frame. */
function afterPaint(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done();
    port2.postMessage(null);
  });
}

/** Records the pictures of the page until different candles stand still; the first picture is the old one. */
async function follow(colours: Colours): Promise<Picture[]> {
  const before = look(colours);
  const pictures = [before];
  let newest = before;
  for (;;) {
    await nextFrame();
    await afterPaint();
    const now = look(colours);
    const isOther = newest.pixels >= LEAST_PIXELS && likeness(newest, before) < MOST_LIKENESS;
    if (now.atMs - before.atMs > LONGEST_MS) break;
    if (now.pixels !== newest.pixels || likeness(now, newest) < 1) {
      pictures.push(now);
      newest = now;
    } else if (isOther && now.atMs - newest.atMs > QUIET_MS) break;
  }
  return pictures;
}

/** The first picture with candles that is more like the last one than like the first. */
function firstOfLast(pictures: readonly Picture[]): Picture | undefined {
  const [before = EMPTY] = pictures;
  const last = pictures.at(-1) ?? EMPTY;
  return pictures
    .slice(1)
    .find((one) => one.pixels >= LEAST_PIXELS && likeness(one, last) > likeness(one, before));
}

/** The page's clock when different candles were painted. */
async function paintedAt(pictures: Promise<Picture[]>): Promise<number> {
  const found = firstOfLast(await pictures);
  if (!found) throw new Error('No candles were painted.');
  return found.atMs;
}

const sinceNavigation = paintedAt(follow(window.candleColours));
// Some pages never read it.
sinceNavigation.catch(() => {});

let sinceKey: Promise<number> | null = null;

/** Starts waiting for different candles at the next key press. */
function awaitKey(): void {
  const onKey = (event: KeyboardEvent) => {
    sinceKey = paintedAt(follow(window.candleColours)).then((atMs) => atMs - event.timeStamp);
    sinceKey.catch(() => {});
  };
  sinceKey = null;
  window.addEventListener('keydown', onKey, { capture: true, once: true });
}

/** Milliseconds from that key press until different candles were painted. */
function paintedSinceKey(): Promise<number> {
  return sinceKey ?? Promise.reject(new Error('No key was pressed.'));
}

/** The places of the product's charts: of the active one, and of the others. */
const PLACES = '[role="application"], [role="img"][aria-label$=" chart"]';
/** A small chart has few candles: all of it is looked at. */
const SMALL = { leastPx: 60, from: 0, to: 1 };

/** Milliseconds from the navigation until so many charts of the product's page have candles. */
async function paintedInAll(count: number): Promise<number> {
  const startedAtMs = performance.now();
  const painted = new Set<Element>();
  for (;;) {
    await nextFrame();
    await afterPaint();
    for (const place of document.querySelectorAll(PLACES)) {
      if (painted.has(place)) continue;
      const { pixels } = look(window.candleColours, { within: place, ...SMALL });
      if (pixels >= LEAST_PIXELS) painted.add(place);
    }
    if ([...painted].filter(({ isConnected }) => isConnected).length >= count) {
      return performance.now();
    }
    if (performance.now() > startedAtMs + LONGEST_MS) {
      throw new Error(`${painted.size} of ${count} charts were painted.`);
    }
  }
}

/** The frame rate over a duration. */
async function framesASecond(durationMs: number): Promise<number> {
  await nextFrame();
  const startedAt = performance.now();
  let frames = 0;
  let now = startedAt;
  while (now - startedAt < durationMs) {
    await nextFrame();
    frames += 1;
    now = performance.now();
  }
  return (frames * 1_000) / (now - startedAt);
}

const candles = {
  painted: () => sinceNavigation,
  paintedInAll,
  awaitKey,
  paintedSinceKey,
  framesASecond,
};

declare global {
  interface Window {
    candleColours: Colours;
    candles: typeof candles;
  }
}
window.candles = candles;
