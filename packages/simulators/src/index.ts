export {
  type LemonOptions,
  type LemonSimulator,
  type LemonStep,
  startLemonSimulator,
} from './lemon-squeezy/lemon-simulator.ts';
export type { SimulatedPlan } from './payments/default-plans.ts';
export type { StateStorage } from './payments/kept-state.ts';
export type { Webhooks } from './payments/webhook-deliveries.ts';
export {
  type PayPalOptions,
  type PayPalSimulator,
  type PayPalStep,
  startPayPalSimulator,
} from './paypal/paypal-simulator.ts';
export { type SimulatedInstrument, simulatedInstruments } from './simulated-instruments.ts';
export {
  type FaultStatus,
  type Faults,
  SIMULATED_EXCHANGES,
  type SimulatedExchange,
  type Simulator,
  type SimulatorOptions,
} from './simulator.ts';
export { startSimulator, startSimulators } from './start-simulators.ts';
export {
  startTwilioSimulator,
  type TwilioMessage,
  type TwilioOptions,
  type TwilioSimulator,
} from './twilio/twilio-simulator.ts';
