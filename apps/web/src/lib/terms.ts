/** A term of the chart in two sentences, and the paragraph of a guide that explains it. */
export type Term = {
  name: string;
  sentences: readonly [string, string];
  /** Address of the guide with the anchor of the paragraph. */
  guide: string;
};

const LEVELS = '/educational/support-resistance#levels';
const TIGHTNESS = '/educational/tightness#width';
const MARKS = '/educational/deployment#filled';

/**
 * All terms that the chart explains in place: studies by their id, lines of studies that have a name of their own by id and
 * output, and words. Lengths and bounds are those of the default inputs.
 */
export const TERMS = {
  longTermLevels: {
    name: 'Long-term S/R',
    sentences: [
      'Long-term resistance (LR) and support (LS) are the highest and the lowest close of the last 100 bars.',
      'They are drawn as solid lines; the summary says how far away the price is.',
    ],
    guide: LEVELS,
  },
  'longTermLevels.resistance': {
    name: 'Long-term resistance (LR)',
    sentences: [
      'The highest close of the last 100 bars, drawn as a solid line.',
      'While the line is flat, no close has gone beyond it; each step up is a new high.',
    ],
    guide: LEVELS,
  },
  'longTermLevels.support': {
    name: 'Long-term support (LS)',
    sentences: [
      'The lowest close of the last 100 bars, drawn as a solid line.',
      'While the line is flat, no close has gone beyond it; each step down is a new low.',
    ],
    guide: LEVELS,
  },
  shortTermLevels: {
    name: 'Short-term S/R',
    sentences: [
      'Short-term resistance (SR) and support (SS) are the highest and the lowest close of the last 20 bars.',
      'They are drawn as dashed lines, inside the range of the long term or at its edge.',
    ],
    guide: LEVELS,
  },
  'shortTermLevels.resistance': {
    name: 'Short-term resistance (SR)',
    sentences: [
      'The highest close of the last 20 bars, drawn as a dashed line.',
      'Where it meets the long-term resistance (LR), one price is the high of both terms: the stronger level.',
    ],
    guide: LEVELS,
  },
  'shortTermLevels.support': {
    name: 'Short-term support (SS)',
    sentences: [
      'The lowest close of the last 20 bars, drawn as a dashed line.',
      'Where it meets the long-term support (LS), one price is the low of both terms: the stronger level.',
    ],
    guide: LEVELS,
  },
  combo: {
    name: 'Combo and signals',
    sentences: [
      'Two channels, of the last 20 and the last 100 bars, whose breakouts make the buy and sell marks.',
      'A mark also needs deployment in the zone of its side.',
    ],
    guide: '/educational/deployment#marks',
  },
  tightness: {
    name: 'Tightness',
    sentences: [
      'The width of the range between support and resistance, in percent of its price: low means tight.',
      'It has no direction; the long term is the solid line, the short term the dashed one.',
    ],
    guide: TIGHTNESS,
  },
  longShortPercentage: {
    name: 'Long/Short % (L/S)',
    sentences: [
      'Where bars closed within their ranges lately: above zero near their highs, below zero near their lows.',
      'It is deployment as a percentage of fully long, from −100 to +100\u00a0%.',
    ],
    guide: '/educational/long-short#closes',
  },
  deployment: {
    name: 'Deployment',
    sentences: [
      'The sum of where the last 40 bars closed within their ranges, weighted by volume, from −3,000 to +3,000.',
      'At or above Long input, +100, it counts as long; at or below Short input, −100, as short.',
    ],
    guide: '/educational/deployment#zones',
  },
  liquiditySpread: {
    name: 'Liquidity spread (bps)',
    sentences: [
      'The estimated cost of buying and selling once: the difference between bid and ask.',
      'It is in basis points (bps); one is 0.01\u00a0% of the price.',
    ],
    guide: '/educational/deployment#spread',
  },
  volatility: {
    name: 'Volatility',
    sentences: [
      'The standard deviation of the changes from close to close, in percent a bar and not annualised.',
      'High means that the price moved in large steps, up or down.',
    ],
    guide: '/educational/tightness#volatility',
  },
  inputs: {
    name: 'Inputs',
    sentences: [
      'The numbers and the word after a name are the inputs that the study is computed from: “20 close” reads the closes of 20 bars.',
      'A press on the name shows what each of them is, and changes it.',
    ],
    guide: '/educational/support-resistance#inputs',
  },
  mark: {
    name: 'Outlined mark',
    sentences: [
      'A close broke the 20-bar channel while deployment was in the zone of the same side: B is a buy, S a sell.',
      'A filled mark is strong: its close broke the 100-bar channel as well.',
    ],
    guide: MARKS,
  },
  strongMark: {
    name: 'Filled mark: strong',
    sentences: [
      'A close broke both the 20-bar and the 100-bar channel while deployment was in the zone of the same side: B is a buy, S a sell.',
      'An outlined mark broke the 20-bar channel alone.',
    ],
    guide: MARKS,
  },
  closed: {
    name: 'Closed bar',
    sentences: [
      'A bar is closed once its interval is over and its last trades are known; until then it is forming, and can still change.',
      'Levels, studies, marks and the summary use closed bars alone.',
    ],
    guide: '/educational#closed',
  },
  bvg: {
    name: 'BVG (Safex)',
    sentences: [
      'A source of prices for Safex, the agricultural market of the JSE in Johannesburg.',
      'It has futures, spreads and splits of grains and oilseeds, such as white maize.',
    ],
    guide: '/educational#sources',
  },
} as const satisfies Record<string, Term>;

export type TermId = keyof typeof TERMS;

/** The term of a name as elements and lines carry it; a line without one has that of its study. */
export function termOf(name: string): { id: TermId; term: Term } | null {
  for (const id of [name, name.split('.')[0] ?? '']) {
    if (Object.hasOwn(TERMS, id)) return { id: id as TermId, term: TERMS[id as TermId] };
  }
  return null;
}
