import {
  MARKET_HOURS,
  RESOLUTION_LABELS,
  storedSourceOf,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { ExchangeName, SymbolOverview } from '@moneytrail/contract';
import type { ReactNode } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import {
  formatBarTime,
  formatClock,
  formatDate,
  formatMoment,
  zoneName,
} from '../../../lib/format-time.ts';
import { sourceName } from '../../../lib/source-name.ts';
import { TYPE_NAMES } from '../../../lib/type-names.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useChartScreen } from '../model/chart-context.ts';
import classes from './SymbolDialog.module.css';
import {
  expiryText,
  hoursText,
  marketState,
  nextHolidays,
  nextSession,
  untilText,
} from './session-facts.ts';

type Fact = { name: string; value: ReactNode };

function FactSection({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      <dl className={classes.list}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const MOST_HOLIDAYS = 4;

/** Trading hours on the exchange's clock and on the chart's, whether the market is open, and its next holidays. */
export function SessionList() {
  const { info, zone } = useChartScreen();
  const nowMs = useNow(serverClock.now);
  const hours = MARKET_HOURS[info.marketHours];
  const state = marketState(hours, nowMs);
  const changesMs = state.isOpen ? state.closesMs : state.opensMs;
  const ofSession = nextSession(hours, nowMs);
  const isElsewhere = zoneName(zone, nowMs) !== zoneName(hours.zone, nowMs);
  const holidays = nextHolidays(hours, nowMs, MOST_HOLIDAYS);
  const facts: Fact[] = [
    { name: 'Now', value: state.isOpen ? 'Open' : 'Closed' },
    {
      name: state.isOpen ? 'Closes' : 'Opens',
      value:
        changesMs === null
          ? 'Never'
          : `${formatMoment(changesMs, zone)}, ${untilText(nowMs, changesMs)}`,
    },
    {
      name: 'Hours of the exchange',
      value:
        hours.days === 'all'
          ? hoursText(hours)
          : `${hoursText(hours)} ${zoneName(hours.zone, nowMs)}, Monday to Friday`,
    },
    ...(isElsewhere && hours.days !== 'all'
      ? [
          {
            name: 'Session on the chart’s clock',
            value: `${formatClock(ofSession.openMs, zone)}–${formatClock(ofSession.closeMs, zone)} ${zoneName(zone, ofSession.openMs)}`,
          },
        ]
      : []),
    { name: 'Holidays', value: <Holidays holidays={holidays} zone={hours.zone} nowMs={nowMs} /> },
  ];
  return <FactSection title="Session" facts={facts} />;
}

type HolidaysProps = { holidays: ReturnType<typeof nextHolidays>; zone: string; nowMs: number };

function Holidays({ holidays, zone, nowMs }: HolidaysProps) {
  if (holidays === null) return 'Not known for this market';
  if (holidays.length === 0) return 'None';
  return (
    <ul className={classes.days}>
      {holidays.map(({ dayMs, closesAt }) => (
        <li key={dayMs}>
          {formatDate(dayMs)}
          {closesAt !== null && `, closes at ${closesAt} ${zoneName(zone, nowMs)}`}
        </li>
      ))}
    </ul>
  );
}

const STREAMED = 'Prices are streamed as they are made.';
const POLLED = 'Quotes are asked for every two seconds; the instruments of the source take turns.';
const DELIVERY: Readonly<Record<ExchangeName, string>> = {
  BVG: POLLED,
  FMP: POLLED,
  Bitfinex: STREAMED,
  Tiingo: STREAMED,
  Imported: 'Bars come from files. No new prices arrive.',
};

function deliveryOf({ exchange, simulated }: SymbolOverview): string {
  if (simulated) return `A simulator stands in for the source. ${DELIVERY[exchange]}`;
  if (exchange === 'Imported') return DELIVERY[exchange];
  return `${DELIVERY[exchange]} The source does not tell of a delay of its own.`;
}

/** `1m, 5m`: the intervals that are made of the bars of a stored series. */
function intervalsOf(
  source: SymbolOverview['firstBars'][number]['resolution'],
  supported: ReturnType<typeof useChartScreen>['info']['supported_resolutions'],
): string {
  return supported
    .filter((each) => storedSourceOf(each) === source)
    .map((each) => RESOLUTION_LABELS[each])
    .join(', ');
}

const CONTRACTS: readonly SymbolOverview['type'][] = ['futures', 'spread', 'split'];
const NOT_TOLD = 'Not told by the source';

/** Name, source, contract, and the first stored bars. */
export function FactsList({ overview }: { overview: SymbolOverview }) {
  const { info, decimals, zone } = useChartScreen();
  const { symbol, description, exchange, listedName, type, base, quote } = overview;
  const { startDate, endDate } = overview;
  const today = tradingDateOf(MARKET_HOURS[overview.marketHours], serverClock.now());
  const dayText = (date: string | null) =>
    date === null ? NOT_TOLD : formatDate(Date.parse(date));
  const isContract = CONTRACTS.includes(type) || startDate !== null || endDate !== null;
  return (
    <>
      <div className={classes.columns}>
        <FactSection
          title="Instrument"
          facts={[
            { name: 'Name', value: description || NOT_TOLD },
            { name: 'Symbol', value: symbol },
            { name: 'Listed at', value: listedName || NOT_TOLD },
            { name: 'Type', value: TYPE_NAMES[type] },
            { name: 'Priced in', value: quote ? `${quote} for one ${base}` : NOT_TOLD },
            { name: 'Price step', value: `${(10 ** -decimals).toFixed(decimals)}` },
          ]}
        />
        <FactSection
          title="Source"
          facts={[
            { name: 'Source', value: sourceName(exchange) },
            { name: 'Delivery', value: deliveryOf(overview) },
            ...overview.firstBars.map(({ resolution, time }) => ({
              name: `First bar of ${intervalsOf(resolution, info.supported_resolutions)}`,
              value: time === null ? 'None stored yet' : formatBarTime(time, resolution, zone),
            })),
          ]}
        />
      </div>
      {isContract && (
        <FactSection
          title="Contract"
          facts={[
            { name: 'First day', value: dayText(startDate) },
            {
              name: 'Last day',
              value:
                endDate === null ? NOT_TOLD : `${dayText(endDate)}, ${expiryText(endDate, today)}`,
            },
          ]}
        />
      )}
    </>
  );
}
