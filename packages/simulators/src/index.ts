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
