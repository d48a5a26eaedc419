import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  directionOf,
  formatChange,
  formatPrice,
  formatVolume,
  longestChange,
  longestText,
} from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { NO_BARS, NO_CHANGE, NO_VOLUME } from '../model/messages.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import { closedBarOf, closedText } from './closed-bar.ts';
import classes from './Legend.module.css';

type Props = {
  controller: ChartController;
  /** Price and change only. */
  isShort?: boolean;
  isInButton?: boolean;
  children?: ReactNode;
};

/** Open, high, low, close, change and volume of the bar at the crosshair, else of the last bar. */
export function OhlcValues({ controller, isShort = false, isInButton = false, children }: Props) {
  const { decimals, resolution } = useChartScreen();
  const legend = useValue(controller.legend);
  const inView = useValue(controller.inView);
  const bar = legend?.bar ?? null;
  const flash = useFlash(legend?.isAtCrosshair ? null : (bar?.close ?? null));
  const change = bar && legend?.previousClose != null ? bar.close - legend.previousClose : null;
  const volume = bar?.volume ?? null;
  const reach = isInButton ? 'inButton' : 'tab';
  if (!bar) {
    return (
      <span className={classes.ohlc}>
        <ValueOrReason value={null} why={NO_BARS} reach={reach}>
          <span className={classes.none}>
            {(isShort ? [''] : ['O', 'H', 'L', 'C', 'V']).map((name) => (
              <Value key={name} name={name} text={formatPrice(null, decimals)} />
            ))}
          </span>
        </ValueOrReason>
        {children}
      </span>
    );
  }
  const price = (value: number) => formatPrice(value, decimals);
  const longest = inView ? longestText([price(inView.low), price(inView.high)]) : '';
  return (
    <span className={classes.ohlc}>
      {!isShort && (
        <>
          <Value name="O" text={price(bar.open)} longest={longest} />
          <Value name="H" text={price(bar.high)} longest={longest} />
          <Value name="L" text={price(bar.low)} longest={longest} />
        </>
      )}
      <span ref={flash}>
        <Value
          name={isShort ? '' : 'C'}
          text={price(bar.close)}
          longest={longest}
          isStrong={isShort}
        />
      </span>
      <span className={classes.change} data-direction={directionOf(change)}>
        {/* Without the other prices beside it, and with the change of the day in the summary below. */}
        {isShort && (
          <span
            className={classes.dim}
            title={`Change of this bar: ${RESOLUTION_NAMES[resolution]}`}
          >
            {RESOLUTION_LABELS[resolution]}{' '}
          </span>
        )}
        <Steady longest={inView ? longestChange(inView, decimals) : ''}>
          <ValueOrReason value={change} why={NO_CHANGE} reach={reach}>
            {formatChange(bar.close, legend?.previousClose, decimals)}
          </ValueOrReason>
        </Steady>
      </span>
      {!isShort && (
        <ValueOrReason value={volume} why={NO_VOLUME} reach={reach}>
          <Value name="V" text={formatVolume(volume)} longest={longestVolume(inView?.volume)} />
        </ValueOrReason>
      )}
      {children}
    </span>
  );
}

/** Open, high, low and close of the bar at the crosshair, in two lines of equal columns. */
export function PricesAtCrosshair({ controller }: { controller: ChartController }) {
  const { decimals } = useChartScreen();
  const bar = useValue(controller.legend)?.bar;
  if (!bar) return null;
  const { open, high, low, close } = bar;
  return (
    <span className={classes.pointed}>
      <Value name="O" text={formatPrice(open, decimals)} />
      <Value name="H" text={formatPrice(high, decimals)} />
      <Value name="L" text={formatPrice(low, decimals)} />
      <Value name="C" text={formatPrice(close, decimals)} />
    </span>
  );
}

type ValueProps = { name: string; text: string; longest?: string; isStrong?: boolean };

function Value({ name, text, longest = '', isStrong }: ValueProps) {
  return (
    <span data-strong={isStrong || undefined}>
      {name && <span className={classes.dim}>{name} </span>}
      <Steady longest={longest}>{text}</Steady>
    </span>
  );
}

/** Texts have three digits, and a unit from a thousand on. */
function longestVolume(greatest: number | null | undefined): string {
  return greatest == null ? '' : formatVolume(greatest < 1_000 ? 88.8 : 88_800_000);
}

/** Takes the width of the longest text that it may show, so that nothing beside it moves with the crosshair. */
export function Steady({ longest, children }: { longest: string; children: ReactNode }) {
  return (
    <span className={classes.steady} data-longest={longest}>
      {children}
    </span>
  );
}

const FLASH_MS = 300;

/** Flashes the background of an element when its value changes; the ref goes to the element. */
function useFlash(value: number | null): React.RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null);
  const former = useRef(value);
  useEffect(() => {
    const before = former.current;
    former.current = value;
    if (before === null || value === null || before === value) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const colour = value > before ? 'var(--mt-up-text)' : 'var(--mt-down-text)';
    const lit = `color-mix(in srgb, ${colour} 25%, transparent)`;
    element.current?.animate([{ backgroundColor: lit }, { backgroundColor: 'transparent' }], {
      duration: FLASH_MS,
      easing: 'ease-in',
    });
  }, [value]);
  return element;
}

/**
 * Names the closed bar that the studies and tags belong to while the prices beside them are of the forming bar, or while
 * its last trades may be missing.
 */
export function ClosedNote({ controller }: { controller: ChartController }) {
  const { resolution, zone } = useChartScreen();
  const isApart = useSelected(controller.legend, (legend) => closedBarOf(legend) !== null);
  const newestMs = useSelected(controller.lastBar, (bar) => bar?.time ?? null);
  const isClosing = useSelected(controller.legend, (legend) => legend?.isClosing ?? false);
  const { timeMs } = useValue(controller.closed);
  if (timeMs === null || newestMs === null || (timeMs === newestMs && !isClosing)) return null;
  // At the crosshair prices and studies are of one bar; the note keeps its place.
  return (
    <span className={classes.closed} data-term="closed" data-idle={!isApart || undefined}>
      {closedText(formatBarTime(timeMs, resolution, zone), isClosing)}
    </span>
  );
}
