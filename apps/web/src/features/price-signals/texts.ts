export const SIGNAL_TEXTS = {
  simulated: 'Simulated',
  note: 'Not a forecast. Past marks do not predict future prices.',
  locked: 'Source locked',
  unlock: 'How to unlock',
  openChart: 'Open in Live Chart',
  analysis: 'Analysis',
  points: 'What followed earlier marks',
  noInstruments: 'No instrument is enabled yet, so there is no signal to show.',
  noList: 'Could not load the signals.',
  retry: 'Retry',
  noMark: 'No mark',
  level: 'Level',
  levelPrice: 'Price',
  fromClose: 'From close',
  tooFewBars: 'There are too few bars for the levels yet.',
  noLongShort: 'Long/short is not known yet: there are too few bars.',
} as const;

export function noSignalText(source: string): string {
  return `Could not load the signal from ${source}.`;
}

export function noChartText(source: string): string {
  return `Could not load the chart from ${source}.`;
}

export function stillLoadingText(source: string): string {
  return `Still loading from ${source}…`;
}

/** The glossary of the cards. */
export const MEANINGS: readonly { word: string; meaning: string }[] = [
  {
    word: 'BUY and SELL marks',
    meaning:
      'A BUY mark appears on a day whose close exceeds the highest close of the previous 20 days by more than a buffer, while deployment is at or above +100, that is, Long/short at or above +6.67\u00a0%. The buffer is a quarter of the mean high-low range of the previous 5 days. The conditions must not have been met on any of those 5 days. A SELL mark is the mirror image. Strong: the close also exceeds the closes of the previous 100 days by more than the same buffer. Only closed days count. A mark names a pattern; it is not advice.',
  },
  {
    word: 'Change',
    meaning:
      'From the close of the mark’s day to the close 5, 10 or 20 bars later, in percent. That close made the mark, so nobody could trade at it because of the mark; the Signal Record measures from the next close. Plus means that the price rose and minus that it fell, after BUY and SELL marks alike. Trading costs are not deducted.',
  },
  {
    word: 'Median',
    meaning: 'The change in the middle: half of the marks were followed by more, half by less.',
  },
  {
    word: '95\u00a0% interval',
    meaning:
      'With few marks the median is partly chance. At least 95 in 100 intervals constructed this way contain the true median, provided the marks are independent. An interval that spans zero does not show that prices moved either way. It lies between two of the ordered changes, chosen by the binomial distribution (order statistics), and makes no assumption about the distribution of prices.',
  },
  {
    word: 'Any day',
    meaning:
      'The median change after any day of the same record, marked or not. A mark is informative only as far as it differs from this.',
  },
  {
    word: 'Left out',
    meaning:
      'Too new: fewer bars have closed since the mark. Overlapping: the mark came within the horizon of an earlier mark on its side, so that the same days would count twice. With fewer than 30 marks no figure is computed.',
  },
  {
    word: 'Published',
    meaning:
      'A published mark was recorded after its day had closed, usually within ten minutes, and never changes. The others were computed later by the same rules, from days that were already history.',
  },
  {
    word: 'Simulated',
    meaning:
      'Prices and marks with this label come from a simulator. They are kept separate and never counted together with real ones.',
  },
];
