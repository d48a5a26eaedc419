/** The character before the decimals; the other one of the two separates thousands. */
export type DecimalMark = '.' | ',';

/** Spaces, apostrophes and currency signs have no meaning in a number. */
const NOISE = /[\s\u00a0\u202f'’_$€£¥₿]/gu;
const ABSENT = /^(|null|none|nan|n\/?a|#n\/a|nil|undefined|[-–—.]+)$/i;
const SUFFIXES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 };
const NUMBER = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?([kmbt]?)$/i;

/** True for a cell that says that there is no value. */
export function isAbsent(text: string): boolean {
  return ABSENT.test(text);
}

/** A number with thousands separators or a suffix such as `58.41M`; NaN for any other text. */
export function parseNumber(text: string, decimal: DecimalMark): number {
  // Most cells of a large file are plain.
  if (decimal === '.' && !text.includes(',')) {
    const plain = Number(text);
    if (text !== '' && !Number.isNaN(plain)) return plain;
  }
  const bare = text.replaceAll(NOISE, '').replace('−', '-');
  const [whole = '', ...more] = bare.split(decimal);
  if (more.length > 1) return Number.NaN;
  const thousands = decimal === '.' ? ',' : '.';
  const [fraction] = more;
  if (fraction?.includes(thousands)) return Number.NaN;
  const groups = whole.replace(/^[+-]/, '').split(thousands);
  const isGrouped = groups.length === 1 || groups.every((group, at) => isGroup(group, at));
  if (!isGrouped) return Number.NaN;
  const joined = whole.replaceAll(thousands, '') + (fraction === undefined ? '' : `.${fraction}`);
  const match = NUMBER.exec(joined);
  if (!match) return Number.NaN;
  const [, sign = '', digits = '', exponent = '', suffix = ''] = match;
  const scale = SUFFIXES[suffix.toLowerCase()];
  const value = Number(`${sign}${digits}${exponent}`);
  // 58.41 million is a whole number.
  return scale === undefined ? value : Number((value * scale).toPrecision(15));
}

/** Groups have three digits, in India two before the last; the first may be shorter. */
function isGroup(group: string, at: number): boolean {
  return at === 0 ? /^\d{1,3}$/.test(group) : /^\d{2,3}$/.test(group);
}

/** Collects over all numbers of a file which character is its decimal mark. */
export function createDecimalSurvey() {
  /** A cell that only a decimal point explains, one that only a comma does, and one that both do. */
  let point: string | null = null;
  let comma: string | null = null;
  let open: string | null = null;
  let hasPoint = false;
  return {
    add: (text: string) => {
      if (!text.includes(',')) {
        if (!text.includes('.')) return;
        if (text.indexOf('.') !== text.lastIndexOf('.')) comma ??= text;
        else hasPoint = true;
        return;
      }
      const bare = text.replaceAll(NOISE, '').replace(/[kmbt%]$/i, '');
      const [lastComma, lastPoint] = [bare.lastIndexOf(','), bare.lastIndexOf('.')];
      if (lastPoint >= 0) {
        if (lastPoint > lastComma) point ??= text;
        else comma ??= text;
      } else if (bare.indexOf(',') !== lastComma) point ??= text;
      else if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(bare)) open ??= text;
      else comma ??= text;
    },
    /**
     * The decimal mark; null if the numbers allow both. Contradicting cells are answered as a pair. A lone point without
     * any comma is a decimal point.
     */
    decide: (): DecimalMark | { point: string; comma: string } | { open: string } => {
      if (point && comma) return { point, comma };
      if (comma) return ',';
      if (point || open === null || hasPoint) return '.';
      return { open };
    },
  };
}
