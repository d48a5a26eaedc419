import { record } from '../../../lib/record.ts';
import type { CHART } from '../../../ui/theme/tokens.ts';

/** Colours that bars may take, by their tokens; each carries a readable text on the tag of the last price. */
export const BAR_COLOURS = [
  'candleUp',
  'candleDown',
  'candleUpAlt',
  'candleDownAlt',
  'longSupport',
  'longShort',
  'liquiditySpread',
  'crosshair',
] as const satisfies readonly (keyof typeof CHART)[];

export type BarColour = (typeof BAR_COLOURS)[number];

/** Of rising and falling bars; never the same for both. */
export type CandleColours = { up: BarColour; down: BarColour };

export const STANDARD_COLOURS: CandleColours = { up: 'candleUp', down: 'candleDown' };
/** For who cannot tell red from green. */
export const COLOUR_BLIND_COLOURS: CandleColours = { up: 'candleUpAlt', down: 'candleDownAlt' };

/** What the colours are called. */
export const BAR_COLOUR_NAMES: Readonly<Record<BarColour, string>> = {
  candleUp: 'Green',
  candleDown: 'Red',
  candleUpAlt: 'Blue',
  candleDownAlt: 'Orange',
  longSupport: 'Violet',
  longShort: 'Pink',
  liquiditySpread: 'Gold',
  crosshair: 'Grey',
};

export function areSameColours(one: CandleColours, other: CandleColours): boolean {
  return one.up === other.up && one.down === other.down;
}

/** Stored colours; the standard ones where one is not offered, or both are the same. */
export function readCandleColours(stored: unknown): CandleColours {
  // Before single colours could be chosen there were two sets, which had names.
  if (stored === 'colourBlind') return COLOUR_BLIND_COLOURS;
  const fields = record(stored);
  const up = BAR_COLOURS.find((one) => one === fields.up);
  const down = BAR_COLOURS.find((one) => one === fields.down);
  return up && down && up !== down ? { up, down } : STANDARD_COLOURS;
}
