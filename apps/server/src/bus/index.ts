export { createLocalBus } from './local-bus.ts';
export { createNatsBus } from './nats-bus.ts';
export type { BusReport, TickBus, Topic } from './tick-bus.ts';
export {
  ACCESS_CHANGED,
  type AccessChanged,
  BARS_WRITTEN,
  type BarsWritten,
  CATALOGUE_CHANGED,
  type FeedState,
  feedStateOf,
  type InstrumentTick,
  ticksOf,
  WATCHED,
  type Watched,
} from './topics.ts';
