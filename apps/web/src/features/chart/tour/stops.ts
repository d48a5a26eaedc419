/** A stop of the tour: what it points at, and what it says. */
export type TourStop = { target: string; title: string; text: string };

const STOPS: readonly TourStop[] = [
  {
    target: 'search',
    title: 'Find a symbol',
    text: 'Open the search here, or just type: any letter starts it.',
  },
  {
    target: 'interval',
    title: 'Choose an interval',
    text: 'From a minute to a month. Digits and Enter do the same.',
  },
  {
    target: 'signals',
    title: 'Read the signals',
    text: 'B and S mark breakouts on closed bars, strong ones filled. Point at a mark to know more.',
  },
  {
    target: 'summary',
    title: 'See where the market stands',
    text: 'Levels, positioning and tightness at the last closed bar.',
  },
];

/** The stops of a screen, without the summary for who may not see it. */
export function tourStops(hasSummary: boolean): readonly TourStop[] {
  return STOPS.filter(({ target }) => hasSummary || target !== 'summary');
}
