import type { ChartOptions, ChartStudy, PaneId } from '@moneytrail/chart';
import { STUDIES, type StudyId } from '@moneytrail/indicators';
import { useEffect, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { useTheme } from '../../../stores/theme.ts';
import {
  type ChartPreferences,
  presentPreferences,
  usePreferences,
} from '../preferences/preferences.ts';
import { canvasTheme } from './canvas-theme.ts';
import { type ChartSession, createChartSession } from './chart-session.ts';
import { zoneOf } from './chart-zone.ts';

/** What a narrow chart leaves out: all study panes but one, and maybe a study of that pane. */
export type PaneLimit = { pane: PaneId; hides: StudyId | null };

/** The studies on the chart, from the preferences. */
function studiesOf(
  preferences: Pick<ChartPreferences, 'inputs' | 'styles' | 'hiddenStudies' | 'removedStudies'>,
  hides: StudyId | null,
): ChartStudy[] {
  const { inputs, styles, hiddenStudies, removedStudies } = preferences;
  return STUDIES.filter(({ id }) => !removedStudies.includes(id)).map(({ id }) => ({
    id,
    inputs,
    styles: styles[id],
    isVisible: id !== hides && !hiddenStudies.includes(id),
  }));
}

function firstOptions(): Omit<ChartOptions, 'theme'> {
  const preferences = presentPreferences();
  return {
    zone: zoneOf(preferences.zone, 'Etc/UTC'),
    studies: studiesOf(preferences, null),
    now: serverClock.now,
  };
}

/**
 * The chart behind one container: `place` goes to the element's ref, `session` is there while the element is. React
 * says what is shown; the engine draws.
 */
export function useChart(
  exchangeZone: string,
  limit: PaneLimit | null,
): {
  place: (element: HTMLElement | null) => void;
  session: ChartSession | null;
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const session = useSession(element);
  const theme = useTheme();
  const preferences = usePreferences();
  const { colours, candleType, priceScale } = preferences;
  const { inputs, styles, hiddenStudies, removedStudies } = preferences;
  const zone = zoneOf(preferences.zone, exchangeZone);

  useEffect(() => session?.engine.setTheme(canvasTheme(theme, colours)), [session, theme, colours]);
  useEffect(() => session?.engine.setCandleType(candleType), [session, candleType]);
  useEffect(() => session?.engine.setZone(zone), [session, zone]);
  useEffect(() => {
    session?.engine.setPriceScale(priceScale);
  }, [session, priceScale]);
  const onlyPane = limit?.pane ?? null;
  const hides = limit?.hides ?? null;
  useEffect(() => {
    const studies = studiesOf({ inputs, styles, hiddenStudies, removedStudies }, hides);
    session?.engine.setStudies(studies);
  }, [session, inputs, styles, hiddenStudies, removedStudies, hides]);
  useEffect(() => session?.engine.setOnlyPane(onlyPane), [session, onlyPane]);
  return { place: setElement, session };
}

function useSession(element: HTMLElement | null): ChartSession | null {
  const [session, setSession] = useState<ChartSession | null>(null);
  useEffect(() => {
    if (!element) return;
    const { colours } = presentPreferences();
    const theme = canvasTheme('light', colours);
    const created = createChartSession(element, { theme, ...firstOptions() });
    setSession(created);
    return () => {
      setSession(null);
      created.dispose();
    };
  }, [element]);
  return session;
}
