/** A stop of the tour: what it points at, and what it says to a mouse and to a finger. */
type Stop = { target: string; title: string; text: string; touchText: string };

/** A stop as one reader sees it. */
export type TourStop = Omit<Stop, 'touchText'>;

const STOPS: readonly Stop[] = [
  {
    target: 'search',
    title: 'Find a symbol',
    text: 'Open the search here, or just type: any letter starts it.',
    touchText: 'Tap the symbol.',
  },
  {
    target: 'interval',
    title: 'Choose an interval',
    text: 'From a minute to a month. Digits and Enter do the same.',
    touchText: 'Tap it: from a minute to a month.',
  },
  {
    target: 'signals',
    title: 'Read the signals',
    text: 'B and S mark breakouts on closed bars, strong ones filled. Point at a mark to know more.',
    touchText: 'B and S mark breakouts on closed bars. Hold a finger on a mark to know more.',
  },
  {
    target: 'summary',
    title: 'See where the market stands',
    text: 'Levels, positioning and tightness at the last closed bar.',
    touchText: 'Tap it: levels, positioning and tightness at the last closed bar.',
  },
];

/** The stops of a screen, without the summary for who may not see it. */
export function tourStops(hasSummary: boolean, isTouched: boolean): readonly TourStop[] {
  return STOPS.filter(({ target }) => hasSummary || target !== 'summary').map(
    ({ touchText, text, ...stop }) => ({ ...stop, text: isTouched ? touchText : text }),
  );
}
