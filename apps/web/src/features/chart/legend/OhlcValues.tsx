import { type ReactNode, useEffect, useRef } from 'react';
import { directionOf, formatChange, formatPrice, formatVolume } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { NO_BARS, NO_CHANGE, NO_VOLUME } from '../model/messages.ts';
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
  const { decimals } = useChartScreen();
  const legend = useValue(controller.legend);
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
  return (
    <span className={classes.ohlc}>
      {!isShort && (
        <>
          <Value name="O" text={price(bar.open)} />
          <Value name="H" text={price(bar.high)} />
          <Value name="L" text={price(bar.low)} />
        </>
      )}
      <span ref={flash}>
        <Value name={isShort ? '' : 'C'} text={price(bar.close)} isStrong={isShort} />
      </span>
      <span className={classes.change} data-direction={directionOf(change)}>
        <ValueOrReason value={change} why={NO_CHANGE} reach={reach}>
          {formatChange(bar.close, legend?.previousClose, decimals)}
        </ValueOrReason>
      </span>
      {!isShort && (
        <ValueOrReason value={volume} why={NO_VOLUME} reach={reach}>
          <Value name="V" text={formatVolume(volume)} />
        </ValueOrReason>
      )}
      {children}
    </span>
  );
}

function Value({ name, text, isStrong }: { name: string; text: string; isStrong?: boolean }) {
  return (
    <span data-strong={isStrong || undefined}>
      {name && <span className={classes.dim}>{name} </span>}
      {text}
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
  const timeMs = useSelected(controller.legend, closedBarOf);
  const isClosing = useSelected(controller.legend, (legend) => legend?.isClosing ?? false);
  if (timeMs === null) return null;
  const time = formatBarTime(timeMs, resolution, zone);
  return <span className={classes.closed}>{closedText(time, isClosing)}</span>;
}
