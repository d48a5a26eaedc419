import type { ChartLayout } from '@moneytrail/chart';
import { STUDIES, soundInputs } from '@moneytrail/indicators';
import { choiceOfZone } from '../controller/chart-zone.ts';
import { readStyles } from '../preferences/line-styles.ts';
import type { ChartPreferences, LOOK } from '../preferences/preferences.ts';

/** A layout as the page's settings name it. Studies share one set of inputs here: the last one that has an input wins. */
export function lookOf(layout: ChartLayout): Pick<ChartPreferences, (typeof LOOK)[number]> {
  const { candleType, priceScale, isPriceOnly, hasVolume, guides, zone, studies } = layout;
  const inputs = Object.assign({}, ...studies.map((study) => study.inputs));
  const onChart = studies.map(({ id }) => id);
  return {
    candleType,
    priceScale,
    isPriceOnly,
    hasVolume,
    guides,
    zone: choiceOfZone(zone),
    inputs: soundInputs(inputs),
    styles: readStyles(Object.fromEntries(studies.map(({ id, styles }) => [id, styles]))),
    hiddenStudies: studies.filter(({ isVisible }) => !isVisible).map(({ id }) => id),
    removedStudies: STUDIES.map(({ id }) => id).filter((id) => !onChart.includes(id)),
  };
}
