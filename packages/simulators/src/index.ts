export {
  type LemonSimulator,
  type LemonStep,
  startLemonSimulator,
} from './lemon-squeezy/lemon-simulator.ts';
export type { PaymentOptions, StateStorage } from './payments/payment-service.ts';
export type { SimulatedPlan } from './payments/plans.ts';
export type { Webhooks } from './payments/webhooks.ts';
export {
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
