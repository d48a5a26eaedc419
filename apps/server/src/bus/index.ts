export { createLocalBus } from './local-bus.ts';
export { createNatsBus } from './nats-bus.ts';
export type { BusMeter, TickBus, Topic } from './tick-bus.ts';
export {
  ACCESS_CHANGED,
  ALERT_FIRED,
  ALERTS_CHANGED,
  BARS_WRITTEN,
  type BarsWritten,
  feedStateOf,
  INSTRUMENTS_CHANGED,
  type InstrumentTick,
  LAYOUT_CHANGED,
  SNAPSHOT_STORED,
  STREAM_SPENT,
  STUDIES_ASKED,
  STUDY_FIGURES_STORED,
  SUBSCRIBED,
  ticksOf,
  WATCHLIST_CHANGED,
} from './topics.ts';
