import type { Resolution } from '@moneytrail/calendar';
import type { ChartEngine } from '@moneytrail/chart';
import { useEffect, useEffectEvent } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartRoute } from '../model/use-chart-route.ts';
import { barMsOf, type Place, type PlaceChart, readPlace, watchPlace } from './place.ts';

/** Shows a place in the middle of the chart, a span across its width. */
export function showPlace(
  engine: ChartEngine,
  { from, to }: Place,
  chart: PlaceChart,
  onShown?: () => void,
): void {
  engine.showTime(barMsOf(from, chart), to === null ? null : barMsOf(to, chart), onShown);
}

type Shown = { ticker: string; resolution: Resolution; zone: string };

/** Shows the place of the address once its chart is opened; the address drops it when the chart has moved away from it. */
export function usePlace(
  controller: ChartController | null,
  { ticker, resolution, zone }: Shown,
): void {
  const { at, setAt } = useChartRoute();
  const forget = useEffectEvent(() => setAt(undefined));
  const watch = useEffectEvent((place: Place) => watchPlace(place, { resolution, zone }));
  // A change of the zone moves nothing.
  const show = useEffectEvent((engine: ChartEngine, place: Place, onShown: () => void) =>
    showPlace(engine, place, { resolution, zone }, onShown),
  );
  useEffect(() => {
    const place = at === undefined ? null : readPlace(at);
    if (!controller || !place) return;
    let isAsked = false;
    let isShown = false;
    const isLeft = watch(place);
    const follow = () => {
      const opened = controller.opened.get();
      const isOpen = opened?.info.ticker === ticker && opened.resolution === resolution;
      if (!isOpen || controller.load.get().kind === 'first') return;
      if (!isAsked) {
        isAsked = true;
        show(controller.engine, place, () => {
          isShown = true;
        });
        return;
      }
      const view = isShown ? controller.visible.get() : null;
      if (view && isLeft(view)) forget();
    };
    follow();
    const stops = [controller.load, controller.visible].map((store) => store.subscribe(follow));
    return () => {
      for (const stop of stops) stop();
    };
  }, [controller, at, ticker, resolution]);
}
