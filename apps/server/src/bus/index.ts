export { createLocalBus } from './local-bus.ts';
export { createNatsBus } from './nats-bus.ts';
export type { BusMeter, TickBus, Topic } from './tick-bus.ts';
export {
  ACCESS_CHANGED,
  BARS_WRITTEN,
  type BarsWritten,
  feedStateOf,
  INSTRUMENTS_CHANGED,
  type InstrumentTick,
  LAYOUT_CHANGED,
  STREAM_SPENT,
  SUBSCRIBED,
  ticksOf,
} from './topics.ts';
