import type { PayPalContext, PayPalState } from './paypal-state.ts';

/** What the routes of the simulator share. */
export type PayPalService = {
  context: PayPalContext;
  /** Changes the state after every payment that has come due, and sends the notices of both. */
  change: <Result>(act: (state: PayPalState) => Result) => Promise<Result>;
  /** Known once the simulator listens. */
  baseUrl: () => string;
};
