import type { Resolution } from '@moneytrail/calendar';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { WithoutScript } from '../ui/WithoutScript.tsx';
import { whenNear } from '../when-near.ts';
import type { Preview, PreviewState } from './open-preview.ts';
import classes from './PreviewChart.module.css';

type Props = {
  resolution: Resolution;
  /** Right-aligned in the head. */
  children?: ReactNode;
};

/** The four levels in the chart's colours. */
const LEVELS = [
  { key: 'shortResistance', label: 'Short-term resistance' },
  { key: 'longResistance', label: 'Long-term resistance' },
  { key: 'shortSupport', label: 'Short-term support' },
  { key: 'longSupport', label: 'Long-term support' },
] as const;

/** The live chart of the free instrument, framed. */
export function PreviewChart({ resolution, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { state, isOpen, retry } = usePreview(place, resolution);
  const { price, change, direction, status, isSimulated, failure } = state;
  return (
    <figure className={classes.frame} aria-label="Live preview of BTCUSD">
      <figcaption className={classes.head}>
        <span className={classes.name}>
          <b>BTCUSD</b> · FMP · {resolution}
        </span>
        {isSimulated && <span className={classes.simulated}>Simulated</span>}
        <span className={classes.price}>{price}</span>
        <span className={classes.change} data-direction={direction}>
          {change}
        </span>
        <span className={classes.status}>
          {status && (
            <>
              <span aria-hidden="true">{status.mark}</span> {status.word}
            </>
          )}
        </span>
        {children}
      </figcaption>
      <div className={classes.area}>
        {!isOpen && !failure && <PreviewSkeleton />}
        <div
          ref={place}
          className={classes.canvas}
          role="img"
          aria-label="Candles of Bitcoin in US dollars with its four levels and buy and sell marks"
        />
        {failure && (
          <div className={classes.failure} role="alert">
            <p>{failure}</p>
            <button type="button" className={classes.retry} onClick={retry}>
              Retry
            </button>
          </div>
        )}
        <WithoutScript>
          <p className={classes.failure}>The live chart needs JavaScript.</p>
        </WithoutScript>
      </div>
      <ul className={classes.levels}>
        {LEVELS.map(({ key, label }) => (
          <li key={key} data-level={key}>
            {label}
          </li>
        ))}
      </ul>
    </figure>
  );
}

const HEIGHTS = [38, 44, 40, 52, 60, 55, 48, 57, 66, 62, 70, 78, 72, 64, 69, 75, 82, 77, 86, 80];

const BARS = HEIGHTS.map((height, index) => ({ x: 4 + index * 9.6, y: 96 - height }));

/** Reserves the chart's space. */
function PreviewSkeleton() {
  return (
    <svg
      className={classes.skeleton}
      viewBox="0 0 200 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {BARS.map(({ x, y }) => (
        <rect key={x} x={x} y={y} width="5" height="14" rx="1" />
      ))}
    </svg>
  );
}

const BEFORE: PreviewState = {
  isSimulated: false,
  price: '–',
  change: '',
  direction: 'none',
  status: null,
  failure: null,
};
const NEAR = '200px';
const UNREACHED = 'The chart could not be loaded.';

/** Calls back once an element is near the viewport and the page is idle; returns a cancellation. */
function whenNearAndIdle(element: HTMLElement, run: () => void): () => void {
  let idle = 0;
  const stopWatching = whenNear(element, NEAR, () => {
    // Safari lacks requestIdleCallback.
    if (!('requestIdleCallback' in window)) run();
    else idle = window.requestIdleCallback(run, { timeout: 2_000 });
  });
  return () => {
    stopWatching();
    if (idle !== 0) window.cancelIdleCallback(idle);
  };
}

/** Loads code and data of the live chart when its element comes near the viewport. */
function usePreview(
  place: RefObject<HTMLElement | null>,
  resolution: Resolution,
): { state: PreviewState; isOpen: boolean; retry: () => void } {
  const [state, setState] = useState(BEFORE);
  const [attempt, setAttempt] = useState(0);
  const [preview, setPreview] = useState<Preview | null>(null);
  const wanted = useRef(resolution);
  wanted.current = resolution;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another chart.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let isOver = false;
    let opened: Preview | null = null;
    const open = async () => {
      const { openPreview } = await import('./open-preview.ts');
      if (isOver) return;
      const made = await openPreview(element, wanted.current, setState);
      if (isOver) made.end();
      else {
        opened = made;
        setPreview(made);
      }
    };
    const cancel = whenNearAndIdle(element, () => {
      open().catch(() => !isOver && setState({ ...BEFORE, failure: UNREACHED }));
    });
    return () => {
      isOver = true;
      cancel();
      opened?.end();
      setPreview(null);
    };
  }, [place, attempt]);

  const shown = useRef(resolution);
  useEffect(() => {
    if (!preview || shown.current === resolution) return;
    shown.current = resolution;
    preview.show(resolution);
  }, [preview, resolution]);

  const retry = () => {
    setState(BEFORE);
    if (preview) preview.retry();
    else setAttempt((count) => count + 1);
  };
  return { state, isOpen: preview !== null, retry };
}
