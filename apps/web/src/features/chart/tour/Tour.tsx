import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { type TourStop, tourStops } from './stops.ts';
import classes from './Tour.module.css';
import { type TargetBox, useTargetBox } from './use-target-box.ts';

type Props = { hasSummary: boolean };

const CARD_PX = { width: 288, height: 168 };
const GAP_PX = 12;
const RING_PX = 4;

/** Shows a newcomer round, once on this device: it takes no focus and stands in nobody's way. */
export function Tour({ hasSummary }: Props) {
  const { isTourDone } = usePreferences();
  const [index, setIndex] = useState(0);
  const stops = tourStops(hasSummary);
  const stop = stops[index];
  if (isTourDone || !stop) return null;
  const end = () => updatePreferences({ isTourDone: true });
  const isLast = index + 1 === stops.length;
  return (
    <Stop
      stop={stop}
      place={`${index + 1} of ${stops.length}`}
      isLast={isLast}
      onNext={isLast ? end : () => setIndex(index + 1)}
      onEnd={end}
    />
  );
}

/** Below its target where there is room, else above it, never beyond the screen. */
function cardPlace(box: TargetBox): { left: number; top: number } {
  const below = box.top + box.height + GAP_PX;
  const fitsBelow = below + CARD_PX.height <= window.innerHeight;
  const top = fitsBelow ? below : Math.max(GAP_PX, box.top - GAP_PX - CARD_PX.height);
  const left = Math.min(box.left, window.innerWidth - CARD_PX.width - GAP_PX);
  return { left: Math.max(GAP_PX, left), top };
}

type StopProps = {
  stop: TourStop;
  place: string;
  isLast: boolean;
  onNext: () => void;
  onEnd: () => void;
};

function Stop({ stop, place, isLast, onNext, onEnd }: StopProps) {
  const box = useTargetBox(stop.target);
  if (!box) return null;
  const ring = {
    left: box.left - RING_PX,
    top: box.top - RING_PX,
    width: box.width + 2 * RING_PX,
    height: box.height + 2 * RING_PX,
  };
  return (
    <>
      <div className={classes.ring} style={ring} aria-hidden="true" />
      <section className={classes.card} style={cardPlace(box)} aria-label="Tour of the chart">
        <header className={classes.head}>
          <h2 className={classes.title}>{stop.title}</h2>
          <CloseButton aria-label="End the tour" onClick={onEnd} />
        </header>
        <p className={classes.text}>{stop.text}</p>
        <footer className={classes.foot}>
          <span className={classes.place}>{place}</span>
          {!isLast && (
            <Button variant="subtle" size="xs" onClick={onEnd}>
              Skip
            </Button>
          )}
          <Button size="xs" onClick={onNext}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </footer>
      </section>
    </>
  );
}
