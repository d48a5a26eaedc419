/** What reaches a provider: only the base URLs differ between the real one and its simulator. */
export type FeedSettings = {
  restUrl: string;
  /** Absent where the feed is polled. */
  streamUrl?: string;
  apiKey?: string;
  isSimulated: boolean;
};

/** The machine's time and chance, so that tests can hold them. */
export type FeedEnvironment = {
  /** Epoch milliseconds. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  /** Told of dropped rows and unknown values; never of secrets. */
  report: (message: string, detail: Record<string, unknown>) => void;
};
