import type { AdmissionControl, CallLimit } from './http/admission.ts';

/** What reaches a provider: only the base URLs differ between the real one and its simulator. */
export type FeedSettings = {
  restUrl: string;
  /** Absent where the feed is polled. */
  streamUrl?: string;
  apiKey?: string;
  isSimulated: boolean;
  /** What the key's plan allows. Without it the smallest plan is assumed; a simulator is not held back. */
  callLimit?: CallLimit;
  /** Holds limits and breaker together with other processes; without one they hold in this process alone. */
  admission?: AdmissionControl;
  /** Rows of one page of history, where the vendor has changed its cap. */
  pageRows?: number;
};

/** Clock and randomness, so that tests can hold them. */
export type FeedEnvironment = {
  /** Epoch milliseconds. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  /** Told of dropped rows and unknown values; never of secrets. */
  report: (message: string, detail: Record<string, unknown>) => void;
};
