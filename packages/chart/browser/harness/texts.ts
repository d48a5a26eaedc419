/** A text on a canvas; `x` is its left edge or middle and `y` the middle of its letters in the page, px. */
type CanvasText = { text: string; x: number; y: number };

const texts = new Map<HTMLCanvasElement, CanvasText[]>();

/** Remembers the texts of every canvas until it is cleared. */
export function recordTexts(): void {
  const { prototype } = CanvasRenderingContext2D;
  const { clearRect, fillText } = prototype;
  prototype.clearRect = function (...area) {
    texts.set(this.canvas, []);
    clearRect.apply(this, area);
  };
  prototype.fillText = function (text, x, y, ...rest) {
    const toMiddle =
      this.textBaseline === 'top'
        ? Number.parseFloat(/[\d.]+px/.exec(this.font)?.[0] ?? '0') / 2
        : 0;
    texts.get(this.canvas)?.push({ text, x, y: y + toMiddle });
    fillText.call(this, text, x, y, ...rest);
  };
}

/** The texts that are drawn now, bottom up, with the layer that they are drawn on, counted from the lowest. */
export function drawnTexts(): (CanvasText & { layer: number })[] {
  for (const canvas of texts.keys()) if (!canvas.isConnected) texts.delete(canvas);
  const places = [...document.querySelectorAll('canvas')].map((canvas) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { canvas, left, top };
  });
  const found = places.flatMap(({ canvas, left, top }, index) => {
    const below = places.slice(0, index).filter((one) => one.left === left && one.top === top);
    const written = texts.get(canvas) ?? [];
    return written.map(({ text, x, y }) => ({
      text,
      x: x + left,
      y: y + top,
      layer: below.length,
    }));
  });
  return found.sort((a, b) => b.y - a.y);
}
