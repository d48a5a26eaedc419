import { isDateResolution, type Resolution } from '@moneytrail/calendar';
import type { Summary } from '@moneytrail/indicators';
import type { ComponentProps } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import {
  directionOf,
  formatChange,
  formatPrice,
  formatSignedPercent,
} from '../../../lib/format.ts';
import { formatAge, formatBarTime, formatMoment } from '../../../lib/format-time.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { NO_BARS, NO_SESSION_CLOSE, NONE_CLOSED, sessionCloseText } from '../model/messages.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import { usePreferences } from '../preferences/preferences.ts';
import { TermName } from '../terms/TermName.tsx';
import classes from './Figures.module.css';
import { type Figure, livePriceOf, studyFigures, windowFigures } from './summary-figures.ts';
import { SMOOTHING_BARS, whyUnknown } from './why-unknown.ts';

type PriceHeadProps = { summary: Summary; controller: ChartController };

/**
 * The live price and its change since the session before; below it the last close, on which levels and figures are
 * based. While no bar forms, as outside trading hours, both are equal and the price is shown once.
 */
export function PriceHead({ summary, controller }: PriceHeadProps) {
  const { decimals, resolution, zone } = useChartScreen();
  const { price, isForming } = livePriceOf(summary, useValue(controller.lastBar));
  const { currentPrice, currentPriceTime } = summary;
  return (
    <div>
      <div className={classes.head}>
        <span className={classes.price}>
          <ValueOrReason value={price} why={NO_BARS}>
            {formatPrice(price, decimals)}
          </ValueOrReason>
        </span>
        <SessionChange price={price} controller={controller} />
      </div>
      <div className={classes.time}>
        {Number.isNaN(currentPriceTime) ? (
          NONE_CLOSED
        ) : (
          <>
            <TermName term="closed">Last close</TermName>{' '}
            {isForming && `${formatPrice(currentPrice, decimals)} `}·{' '}
            <BarTime timeMs={currentPriceTime} resolution={resolution} zone={zone} />
          </>
        )}
      </div>
    </div>
  );
}

type SessionChangeProps = Pick<ComponentProps<typeof ValueOrReason>, 'reach'> & {
  price: number;
  controller: ChartController;
};

/** The change of a price since the close of the session before, on every interval. */
export function SessionChange({ price, controller, reach = 'tab' }: SessionChangeProps) {
  const { decimals } = useChartScreen();
  const before = useValue(controller.sessionClose);
  const change = before === null ? null : price - before;
  return (
    <span
      className={classes.change}
      data-direction={directionOf(change)}
      title={before === null ? undefined : sessionCloseText(formatPrice(before, decimals))}
    >
      <ValueOrReason value={change} why={NO_SESSION_CLOSE} reach={reach}>
        {formatChange(price, before, decimals)}
      </ValueOrReason>
    </span>
  );
}

type BarTimeProps = { timeMs: number; resolution: Resolution; zone: string };

/** The time of a bar with its zone; on hover the UTC time and the age. */
export function BarTime({ timeMs, resolution, zone }: BarTimeProps) {
  const age = `${formatAge(serverClock.now() - timeMs)} ago`;
  const title = isDateResolution(resolution) ? age : `${formatMoment(timeMs, 'Etc/UTC')}, ${age}`;
  return (
    <time dateTime={new Date(timeMs).toISOString()} title={title}>
      {formatBarTime(timeMs, resolution, zone)}
    </time>
  );
}

type SummaryProps = { summary: Summary };

/** Long/short at the last close, from −100 to +100 %, as a bar from the middle. */
export function Gauge({ summary }: SummaryProps) {
  const { inputs, colours } = usePreferences();
  const value = summary.longShortPercentage;
  const share = Math.abs(Number.isNaN(value) ? 0 : value) / 2;
  const direction = directionOf(value);
  const isShort = direction === 'down';
  return (
    <>
      <h3 className={classes.heading}>At last close</h3>
      <div className={classes.gauge}>
        <div className={classes.gaugeHead}>
          <TermName term="longShortPercentage">Long/short</TermName>
          <span className={classes.value} data-direction={direction}>
            <ValueOrReason
              value={value}
              why={whyUnknown(inputs.length + SMOOTHING_BARS, summary.barCount)}
            >
              {formatSignedPercent(value)}
            </ValueOrReason>
          </span>
        </div>
        <div className={classes.track} aria-hidden="true">
          <span
            className={classes.fill}
            style={{
              width: `${share}%`,
              left: isShort ? `${50 - share}%` : '50%',
              // The colour of the same area on the chart.
              background: `var(--mt-line-${isShort ? colours.down : colours.up})`,
            }}
          />
          <span className={classes.middle} />
        </div>
        <div className={classes.scale} aria-hidden="true">
          <span>−100</span>
          <span>0</span>
          <span>+100</span>
        </div>
      </div>
    </>
  );
}

/** Tightness and spread at the last close, then the statistics of the long-term window that ends there. */
export function Figures({ summary }: SummaryProps) {
  const { decimals, info } = useChartScreen();
  const { inputs } = usePreferences();
  const { longTermLength, shortTermLength, length } = inputs;
  const lengths = { short: shortTermLength, long: longTermLength, flow: length };
  return (
    <>
      <FigureList figures={studyFigures(summary, lengths, info.type === 'index')} />
      <h3 className={classes.heading}>Last {longTermLength} closed bars</h3>
      <FigureList figures={windowFigures(summary, decimals, longTermLength)} />
    </>
  );
}

function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.list}>
      {figures.map(({ name, term, value, text, note, why }) => (
        <div key={name} className={classes.row}>
          <dt>{term ? <TermName term={term}>{name}</TermName> : name}</dt>
          <dd>
            <ValueOrReason value={value} why={why}>
              {text}
            </ValueOrReason>
          </dd>
          {note && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
