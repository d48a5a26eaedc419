export const SIGNAL_TEXTS = {
  simulated: 'Simulated',
  note: 'No forecast. Past marks say nothing certain about future prices.',
  locked: 'Source locked',
  unlock: 'How to unlock',
  openChart: 'Open in Live Chart',
  analysis: 'Analysis',
  points: 'What followed marks before',
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
      'A BUY mark stands on a day whose close was above the highest close of the 20 days before by more than a buffer, while deployment was at or above +100, which is Long/short at or above +6.67\u00a0%. The buffer is a quarter of the mean range from high to low of the 5 days before. On none of those 5 days was all of this so already. A SELL mark is the mirror image. Strong: the close was beyond the closes of the 100 days before too, by more than the same buffer. Only days that have closed are looked at. A mark is the name of a pattern, no advice.',
  },
  {
    word: 'Change',
    meaning:
      'From the close of the mark’s day to the close 5, 10 or 20 bars later, in percent. A plus means that the price rose and a minus that it fell, after BUY and SELL marks alike. Costs of trading are not taken off.',
  },
  {
    word: 'Median',
    meaning: 'The change in the middle: half of the marks were followed by more, half by less.',
  },
  {
    word: '95\u00a0% interval',
    meaning:
      'The median of few marks is partly chance. Of intervals made like this one at least 95 in 100 hold the true median, if the marks do not depend on each other. An interval that reaches from minus to plus does not show that prices went either way. It lies between two of the ordered changes, chosen by the binomial distribution (order statistics), and needs no assumption about how prices are spread.',
  },
  {
    word: 'Any day',
    meaning:
      'The median change after any day of the same record, marked or not. A mark tells something only as far as it differs from that.',
  },
  {
    word: 'Left out',
    meaning:
      'Too new: fewer bars have closed since the mark. Overlapping: the mark came before the bars after an earlier mark of its side were over, so that the same days would count twice. Below 30 marks no figure is computed.',
  },
  {
    word: 'Published',
    meaning:
      'A published mark was written down when its day had closed and never changes. The others were computed afterwards by the same rules, from days that were history by then.',
  },
  {
    word: 'Simulated',
    meaning:
      'Prices and marks with this word come from a simulator. They are kept apart and never counted together with real ones.',
  },
];
