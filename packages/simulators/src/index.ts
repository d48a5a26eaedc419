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
  type TwilioFault,
  type TwilioMessage,
  type TwilioOptions,
  type TwilioSimulator,
} from './twilio/twilio-simulator.ts';
