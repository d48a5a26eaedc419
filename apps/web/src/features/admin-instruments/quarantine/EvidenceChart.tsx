import type { QuarantinedBar, QuarantineEvidence } from '@moneytrail/contract';
import { INSTRUMENT_TEXTS } from '../texts.ts';
import classes from './QuarantineReview.module.css';
import { barTimeText } from './quarantined-bar.ts';

const HEIGHT = 160;
const SLOT = 12;
const PAD = 12;
/** The outlier may widen the scale by so many ranges of the other bars, which stay legible; beyond it, it is cut off with an arrow. */
const MOST_STRETCH = 1;

type Prices = { open: number; high: number; low: number; close: number };
type Scale = { low: number; high: number };

/** The prices in view: those of the accepted bars, and as much of the outlier as leaves them legible. */
function scaleOf(around: readonly Prices[], outlier: Prices): Scale {
  const low = Math.min(...around.map((bar) => bar.low));
  const high = Math.max(...around.map((bar) => bar.high));
  if (around.length === 0) return { low: outlier.low, high: outlier.high };
  const reach = (high - low || Math.abs(high) / 100 || 1) * MOST_STRETCH;
  return {
    low: Math.max(Math.min(low, outlier.low), low - reach),
    high: Math.min(Math.max(high, outlier.high), high + reach),
  };
}

function Candle({ bar, x, scale }: { bar: Prices; x: number; scale: Scale }) {
  const span = scale.high - scale.low || 1;
  const yOf = (price: number) => {
    const part = (scale.high - Math.min(scale.high, Math.max(scale.low, price))) / span;
    return PAD + part * (HEIGHT - 2 * PAD);
  };
  const [top, bottom] = [yOf(Math.max(bar.open, bar.close)), yOf(Math.min(bar.open, bar.close))];
  return (
    <g data-direction={bar.close >= bar.open ? 'up' : 'down'}>
      <line x1={x} x2={x} y1={yOf(bar.high)} y2={yOf(bar.low)} />
      <rect x={x - 3} width={6} y={top} height={Math.max(1, bottom - top)} />
      {bar.high > scale.high && <path d={`M${x - 4},${PAD} L${x},2 L${x + 4},${PAD} Z`} />}
      {bar.low < scale.low && (
        <path d={`M${x - 4},${HEIGHT - PAD} L${x},${HEIGHT - 2} L${x + 4},${HEIGHT - PAD} Z`} />
      )}
    </g>
  );
}

/** Six digits tell a scale. */
const rounded = (price: number) => String(Number(price.toPrecision(6)));

type Props = { bar: QuarantinedBar; evidence: QuarantineEvidence };

/** The quarantined bar among the accepted ones. */
export function EvidenceChart({ bar, evidence: { before, after } }: Props) {
  const scale = scaleOf([...before, ...after], bar);
  const shown = [...before, bar, ...after];
  const width = shown.length * SLOT;
  const at = before.length * SLOT;
  const isCut = bar.high > scale.high || bar.low < scale.low;
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The bar of ${barTimeText(bar)} among the ${before.length} before and the ${after.length} after it`}
      >
        <rect className={classes.mark} x={at} width={SLOT} y={0} height={HEIGHT} />
        {shown.map((each, index) => (
          <Candle
            key={index < before.length ? index - before.length : index}
            bar={each}
            x={index * SLOT + SLOT / 2}
            scale={scale}
          />
        ))}
      </svg>
      <figcaption className={classes.caption}>
        <span>
          {rounded(scale.low)} – {rounded(scale.high)}
        </span>
        {isCut && <span>{INSTRUMENT_TEXTS.quarantine.cutOff}</span>}
      </figcaption>
    </figure>
  );
}
