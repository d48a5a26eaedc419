import { barClosesAtMs, type Resolution } from '@moneytrail/calendar';
import type { Summary } from '@moneytrail/contract';
import type { SummaryLevel, summarise } from '@moneytrail/indicators';
import type { Instrument } from '../../catalogue/index.ts';

/** What is not defined is null on the wire. */
function figure(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function presentLevel(
  { value, depth }: SummaryLevel,
  resolution: Resolution,
): Summary['longTermSupport'] {
  const bars = depth.map((row) => ({ time: row.time, close: row.value, resolution }));
  return { value: figure(value), bars };
}

/** The summary in the contract's form. */
export function presentSummary(
  subject: { instrument: Instrument; resolution: Resolution; isSimulated: boolean },
  computed: ReturnType<typeof summarise>,
  warning: string | null,
): Summary {
  const { instrument, resolution, isSimulated } = subject;
  const { levels } = computed;
  const time = figure(computed.currentPriceTime);
  return {
    symbol: instrument.ticker,
    resolution,
    simulated: isSimulated,
    time,
    closedAt: time === null ? null : barClosesAtMs(instrument.hours, resolution, time),
    barCount: computed.barCount,
    currentPrice: figure(computed.currentPrice),
    previousClose: figure(computed.previousClose),
    longTermResistance: presentLevel(levels.longTermResistance, resolution),
    shortTermResistance: presentLevel(levels.shortTermResistance, resolution),
    shortTermSupport: presentLevel(levels.shortTermSupport, resolution),
    longTermSupport: presentLevel(levels.longTermSupport, resolution),
    longTermTightness: { value: figure(computed.longTermTightness) },
    shortTermTightness: { value: figure(computed.shortTermTightness) },
    distanceToLongTermMin: { value: figure(computed.distanceToLongTermMin) },
    distanceToShortTermMin: { value: figure(computed.distanceToShortTermMin) },
    longShortPercentage: figure(computed.longShortPercentage),
    deployment: figure(computed.deployment),
    liquiditySpread: figure(computed.liquiditySpread),
    totalChange: figure(computed.totalChange),
    averageOpen: figure(computed.averageOpen),
    averageClose: figure(computed.averageClose),
    highestHigh: figure(computed.highestHigh),
    lowestLow: figure(computed.lowestLow),
    volatility: figure(computed.volatility),
    ...(warning === null ? {} : { warning }),
  };
}
