import type { ChartLayout } from '@moneytrail/chart';
import { soundInputs } from '@moneytrail/indicators';
import { choiceOfZone } from '../controller/chart-zone.ts';
import type { ChartPreferences, LOOK } from '../preferences/preferences.ts';
import { readChartStudies, readsChartInputs } from '../preferences/studies-on-chart.ts';

type Look = Pick<ChartPreferences, (typeof LOOK)[number]>;

/**
 * A layout as the page's settings name it: the first studies of their kinds share one set of inputs here. Without any of
 * them the layout says nothing of these.
 */
export function lookOf(layout: ChartLayout): Omit<Look, 'inputs'> & Partial<Pick<Look, 'inputs'>> {
  const { candleType, priceScale, isPriceOnly, hasVolume, guides, zone, studies } = layout;
  const sharing = studies.filter(readsChartInputs);
  const inputs = Object.assign({}, ...sharing.map((study) => study.inputs));
  return {
    candleType,
    priceScale,
    isPriceOnly,
    hasVolume,
    guides,
    zone: choiceOfZone(zone),
    ...(sharing.length > 0 && { inputs: soundInputs(inputs) }),
    studies: readChartStudies({ studies }),
  };
}
