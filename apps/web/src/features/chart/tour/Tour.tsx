import { Button, CloseButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { tourStops } from './stops.ts';
import classes from './Tour.module.css';
import { useTargetBox } from './use-target-box.ts';

type Props = { hasSummary: boolean };

const RING_PX = 4;

/** Shows a newcomer round, once on this device: a line above the chart that covers nothing and takes no focus. */
export function Tour({ hasSummary }: Props) {
  const { isTourDone } = usePreferences();
  const isPhone = useIsPhone();
  const isTouched = useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false });
  const [index, setIndex] = useState(0);
  const stops = tourStops(hasSummary, isPhone || isTouched);
  const stop = stops[index];
  if (isTourDone || !stop) return null;
  const end = () => updatePreferences({ isTourDone: true });
  const isLast = index + 1 === stops.length;
  return (
    <>
      <Ring target={stop.target} />
      <section className={classes.hint} aria-label="Tour of the chart">
        <p className={classes.text}>
          <strong>{stop.title}</strong> {stop.text}
        </p>
        <span className={classes.place}>
          {index + 1} of {stops.length}
        </span>
        <Button size="xs" variant="default" onClick={isLast ? end : () => setIndex(index + 1)}>
          {isLast ? 'Done' : 'Next'}
        </Button>
        <CloseButton aria-label="End the tour" onClick={end} />
      </section>
    </>
  );
}

/** A frame around what the tour speaks of. */
function Ring({ target }: { target: string }) {
  const box = useTargetBox(target);
  if (!box) return null;
  const style = {
    left: box.left - RING_PX,
    top: box.top - RING_PX,
    width: box.width + 2 * RING_PX,
    height: box.height + 2 * RING_PX,
  };
  return <div className={classes.ring} style={style} aria-hidden="true" />;
}
