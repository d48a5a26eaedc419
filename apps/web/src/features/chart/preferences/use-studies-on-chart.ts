import { useMemo } from 'react';
import { usePreferences } from './preferences.ts';
import { type StudyOnChart, studiesOnChart } from './studies-on-chart.ts';

/** The studies on this device's chart, in the order of legends. */
export function useStudiesOnChart(): StudyOnChart[] {
  const { studies, inputs } = usePreferences();
  return useMemo(() => studiesOnChart(studies, inputs), [studies, inputs]);
}
