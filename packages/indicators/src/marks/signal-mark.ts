export type MarkSide = 'buy' | 'sell';

/** A buy or sell signal on a closed bar. Once there it never changes. */
export type SignalMark = {
  /** Of its bar in the columns. */
  readonly index: number;
  /** Its bar's time. */
  readonly time: number;
  readonly side: MarkSide;
  /** Whether the long channel was broken as well. */
  readonly strong: boolean;
  /** Where the arrow stands: `offset` below the low for a buy, above the high for a sell. */
  readonly price: number;
  readonly offset: number;
};
