/** Linear red, green and blue, 0 to 1. */
type Rgb = [red: number, green: number, blue: number];

function channelOf(hex: string, start: number): number {
  const encoded = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

function linearRgb(hex: string): Rgb {
  return [channelOf(hex, 1), channelOf(hex, 3), channelOf(hex, 5)];
}

function luminance(hex: string): number {
  const [red, green, blue] = linearRgb(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two `#RRGGBB` colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastRatio(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Normal vision, or without red or green cones. */
export type Vision = 'normal' | 'protan' | 'deutan';

/** Full dichromacy on linear RGB (Viénot, Brettel and Mollon 1999). */
const DICHROMACY: Record<Exclude<Vision, 'normal'>, readonly [Rgb, Rgb, Rgb]> = {
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

function seen(rgb: Rgb, vision: Vision): Rgb {
  if (vision === 'normal') return rgb;
  const [red, green, blue] = rgb;
  const rows = DICHROMACY[vision].map(([r, g, b]) =>
    Math.min(1, Math.max(0, r * red + g * green + b * blue)),
  );
  return [rows[0] ?? 0, rows[1] ?? 0, rows[2] ?? 0];
}

/** CIE L*, a*, b* under D65. */
function labOf([red, green, blue]: Rgb): Rgb {
  const curve = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116);
  const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = curve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const DEGREE = Math.PI / 180;

function hueOf(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / DEGREE + 360) % 360;
}

function hueTurn(from: number, to: number, isGrey: boolean): number {
  if (isGrey) return 0;
  const turn = to - from;
  if (turn > 180) return turn - 360;
  return turn < -180 ? turn + 360 : turn;
}

function meanHue(one: number, other: number, isGrey: boolean): number {
  const sum = one + other;
  if (isGrey) return sum;
  if (Math.abs(one - other) <= 180) return sum / 2;
  return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
}

/** Chroma-dependent rotation and weights of CIEDE2000 for a mean lightness, chroma and hue. */
function weights(lightness: number, chroma: number, hue: number) {
  const t =
    1 -
    0.17 * Math.cos((hue - 30) * DEGREE) +
    0.24 * Math.cos(2 * hue * DEGREE) +
    0.32 * Math.cos((3 * hue + 6) * DEGREE) -
    0.2 * Math.cos((4 * hue - 63) * DEGREE);
  const offset = (lightness - 50) ** 2;
  const rotation = 30 * Math.exp(-(((hue - 275) / 25) ** 2));
  return {
    sl: 1 + (0.015 * offset) / Math.sqrt(20 + offset),
    sc: 1 + 0.045 * chroma,
    sh: 1 + 0.015 * chroma * t,
    rt: -2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) * Math.sin(2 * rotation * DEGREE),
  };
}

/** ΔE2000 of two `#RRGGBB` colours as a kind of eye sees them (Sharma, Wu and Dalal 2005). */
export function colourDifference(one: string, other: string, vision: Vision = 'normal'): number {
  const [l1, a1, b1] = labOf(seen(linearRgb(one), vision));
  const [l2, a2, b2] = labOf(seen(linearRgb(other), vision));
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hueOf(p1, b1), hueOf(p2, b2)];
  const isGrey = c1 * c2 === 0;
  const { sl, sc, sh, rt } = weights((l1 + l2) / 2, (c1 + c2) / 2, meanHue(h1, h2, isGrey));
  const light = (l2 - l1) / sl;
  const chroma = (c2 - c1) / sc;
  const hue = (2 * Math.sqrt(c1 * c2) * Math.sin((hueTurn(h1, h2, isGrey) / 2) * DEGREE)) / sh;
  return Math.sqrt(light ** 2 + chroma ** 2 + hue ** 2 + rt * chroma * hue);
}
