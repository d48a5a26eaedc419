import { Button, CloseButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { plansQuery } from '../../../api/queries.ts';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import type { FreeStart } from '../paywall/use-paywall.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import classes from './Tour.module.css';

type Props = { hasSummary: boolean; freeStart: FreeStart | null };

const RING_PX = 4;

/** Introduces the chart, once per device, in a line above it that covers nothing and takes no focus. */
export function Tour({ hasSummary, freeStart }: Props) {
  const { isTourDone } = usePreferences();
  const isPhone = useIsPhone();
  const isTouched = useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false });
  const [index, setIndex] = useState(0);
  const free = useFreeStop(freeStart);
  const stops = [...free, ...tourStops(hasSummary, isPhone || isTouched)];
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

/** A frame around the part that the tour describes. */
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

/** Px on the page. */
type TargetBox = { left: number; top: number; width: number; height: number };

/** The box of the element with this `data-tour`, kept up to date; null without one. */
function useTargetBox(target: string): TargetBox | null {
  const [box, setBox] = useState<TargetBox | null>(null);
  useEffect(() => {
    const element = document.querySelector(`[data-tour="${target}"]`);
    const place = () => setBox(element?.getBoundingClientRect() ?? null);
    place();
    const observer = new ResizeObserver(place);
    // Banners above the target move it without a change of its own size: one of its ancestors makes room for them.
    for (let part = element ?? document.body; part; part = part.parentElement as Element) {
      observer.observe(part);
    }
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [target]);
  return box;
}

/** `text` is for a mouse, `touchText` for a finger. */
type Stop = { target: string; title: string; text: string; touchText: string };

type TourStop = Omit<Stop, 'touchText'>;

/** The first stop of a restricted user: what is free, and one sentence on what opens the rest. */
function useFreeStop(start: FreeStart | null): readonly TourStop[] {
  const { data: plans } = useQuery({ ...plansQuery, enabled: start?.maySubscribe ?? false });
  if (!start) return [];
  const others = start.locked === null ? 'the other symbols' : `${start.locked} and the others`;
  const trialDays = start.hasUsedTrial ? null : plans?.find(({ hasTrial }) => hasTrial)?.trialDays;
  const trial = trialDays == null ? '' : ` and begins with ${trialDays} days free`;
  const way = start.maySubscribe
    ? `A plan opens ${others}${trial}.`
    : `A payment for your account opens ${others}.`;
  const text = `Live, with levels and signals. ${way}`;
  return [{ target: 'search', title: 'BTCUSD is free', text }];
}

const STOPS: readonly Stop[] = [
  {
    target: 'search',
    title: 'Find a symbol',
    text: 'Open the search here, or just type: any letter starts it.',
    touchText: 'Tap the symbol.',
  },
  {
    target: 'interval',
    title: 'Choose an interval',
    text: 'From a minute to a month. Digits and Enter do the same.',
    touchText: 'Tap it: from a minute to a month.',
  },
  {
    target: 'signals',
    title: 'Read the signals',
    text: 'B and S mark breakouts on closed bars, strong ones filled. Point at a mark to know more.',
    touchText: 'B and S mark breakouts on closed bars. Hold a finger on a mark to know more.',
  },
  {
    target: 'summary',
    title: 'See where the market stands',
    text: 'Levels, positioning and tightness at the last closed bar.',
    touchText: 'Tap it: levels, positioning and tightness at the last closed bar.',
  },
];

function tourStops(hasSummary: boolean, isTouched: boolean): readonly TourStop[] {
  return STOPS.filter(({ target }) => hasSummary || target !== 'summary').map(
    ({ touchText, text, ...stop }) => ({ ...stop, text: isTouched ? touchText : text }),
  );
}
