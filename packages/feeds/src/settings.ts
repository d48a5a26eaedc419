import type { AdmissionControl, CallLimit } from './http/admission.ts';

/** Settings of a provider; its simulator differs only in the URLs. */
export type FeedSettings = {
  restUrl: string;
  /** Absent for polled feeds. */
  streamUrl?: string;
  apiKey?: string;
  isSimulated: boolean;
  /** The limit of the key's plan. By default that of the smallest plan; simulators have none. */
  callLimit?: CallLimit;
  /** Shares limits and breaker with other processes; by default they apply to this process alone. */
  admission?: AdmissionControl;
  /** Rows of a page of history, if the vendor has changed its maximum. */
  pageRows?: number;
};

/** Clock and randomness, which tests control. */
export type FeedEnvironment = {
  /** Epoch milliseconds. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  /** Receives dropped rows and unknown values; never secrets. */
  report: (message: string, detail: Record<string, unknown>) => void;
};
