import { Button } from '@mantine/core';
import type { PointedMarks, PublishedMark } from '@moneytrail/chart';
import { FORMULA_VERSION } from '@moneytrail/indicators';
import { IconBellPlus } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { formatPercent, formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import { distancePercent } from '../../../lib/levels.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useTextScale } from '../../../ui/hooks/use-text-scale.ts';
import { signalCondition } from '../alerts/first-conditions.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { askedTerm } from '../terms/asked-term.ts';
import { LazyTermTexts } from '../terms/TermPlace.tsx';
import classes from './MarkCard.module.css';

/** Keeps the card clear of the mark and its bar. */
const GAP_PX = 8;
const MARK_HALF_PX = 10;
/** At the usual text size. */
const WIDTH_PX = 256;
/** More would not fit into a low chart; the rest are counted. */
const MOST_MARKS = 3;

const LINE_NAMES: Readonly<Record<PointedMarks['broken'][number]['key'], string>> = {
  shortResistance: 'short resistance',
  longResistance: 'long resistance',
  shortSupport: 'short support',
  longSupport: 'long support',
};

function placeOf({ xPx }: PointedMarks, textScale: number) {
  const widthPx = WIDTH_PX * textScale;
  const rightOf = xPx + MARK_HALF_PX + GAP_PX;
  const leftOf = xPx - MARK_HALF_PX - GAP_PX - widthPx;
  // If neither side has room, the card covers the mark rather than leave the chart.
  const left = `clamp(0px, ${leftOf > 0 ? leftOf : rightOf}px, 100% - ${widthPx}px)`;
  return { left, width: widthPx, maxWidth: '100%' };
}

/** Describes the signal marks at the crosshair. Once a pointer rests on one, or a finger taps it, it says what they mean. */
export function MarkCard({ controller }: { controller: ChartController }) {
  const pointed = useValue(controller.pointedMarks);
  const asked = useValue(askedTerm);
  if (asked?.marks) return <CardOf pointed={asked.marks} terms={asked.names} />;
  return pointed && <CardOf pointed={pointed} />;
}

type CardProps = { pointed: PointedMarks; terms?: readonly string[] };

/** The marks of one bar and side, and the meaning of their looks. */
export function CardOf({ pointed, terms }: CardProps) {
  const more = pointed.marks.length - MOST_MARKS;
  const place = placeOf(pointed, useTextScale());
  const card = useCardTop((pointed.topPx + pointed.bottomPx) / 2);
  return (
    <div
      ref={card}
      className={classes.card}
      style={place}
      role="tooltip"
      data-term-card={terms ? '' : undefined}
    >
      {pointed.marks.slice(0, MOST_MARKS).map((mark) => (
        <MarkFacts key={mark.id} mark={mark} close={pointed.bar.close} />
      ))}
      <BrokenLines lines={pointed.broken} />
      {more > 0 && <span className={classes.dim}>and {more} more</span>}
      {pointed.nearby > 0 && (
        <span className={classes.dim}>{pointed.nearby} more beside it: zoom in to see</span>
      )}
      {terms && (
        <div className={classes.meaning}>
          <LazyTermTexts names={terms} />
          <AlertOnMarks mark={pointed.marks[0]} />
        </div>
      )}
    </div>
  );
}

/** An alert on the next mark like this one. */
function AlertOnMarks({ mark }: { mark: PublishedMark | undefined }) {
  const { openPanel } = useChartScreen();
  if (!mark) return null;
  const { side, strong } = mark;
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconBellPlus size={14} stroke={1.75} />}
      onClick={() => openPanel({ kind: 'alert', condition: signalCondition(side, strong) })}
    >
      Alert on the next one
    </Button>
  );
}

function MarkFacts({ mark, close }: { mark: PublishedMark; close: number }) {
  const { decimals, resolution, zone } = useChartScreen();
  const { colours } = usePreferences();
  const isBuy = mark.side === 'buy';
  // Only the sign has the mark's colour: text in it would not always be readable.
  const color = `var(--mt-line-${isBuy ? colours.up : colours.down})`;
  return (
    <div className={classes.mark}>
      <strong>
        <span style={{ color }}>{isBuy ? '▲' : '▼'} </span>
        {isBuy ? 'Buy' : 'Sell'}
        {mark.strong ? ', strong' : ''}
      </strong>
      <span>{formatBarTime(mark.time, resolution, zone)}</span>
      <span>Close {formatPrice(close, decimals)}</span>
      <span className={classes.dim}>Confirmed at the close · rules v{FORMULA_VERSION}</span>
      {mark.notes.map((note) => (
        <span key={note} className={classes.dim}>
          {note}
        </span>
      ))}
    </div>
  );
}

/** The lines that the bar broke, at their level at the bar before, and how far the price went beyond them. */
function BrokenLines({ lines }: { lines: PointedMarks['broken'] }) {
  const { decimals } = useChartScreen();
  if (lines.length === 0) return null;
  return (
    <ul className={classes.broken}>
      {lines.map(({ key, level, price }) => {
        const beyond = Math.abs(price - level);
        return (
          <li key={key} className={classes.mark}>
            <span>
              Broke {LINE_NAMES[key]} {formatPrice(level, decimals)}
            </span>
            <span className={classes.dim}>
              by {formatPrice(beyond, decimals)} (
              {formatPercent(Math.abs(distancePercent(price, level)))}) at{' '}
              {formatPrice(price, decimals)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The top of a card centred on `middlePx`, kept inside its container. */
export function cardTop({ middlePx, heightPx, roomPx }: Record<CardSize, number>): number {
  return Math.max(0, Math.min(middlePx - heightPx / 2, roomPx - heightPx));
}

type CardSize = 'middlePx' | 'heightPx' | 'roomPx';

/** Keeps a card of any height inside its container. */
function useCardTop(middlePx: number): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  // After every render, as the text changes the height.
  useLayoutEffect(() => {
    const card = ref.current;
    if (!card) return;
    const roomPx = card.parentElement?.clientHeight ?? 0;
    card.style.top = `${cardTop({ middlePx, heightPx: card.offsetHeight, roomPx })}px`;
  });
  return ref;
}
