import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { decimalsOf } from '../../../lib/format.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { LOW_CHART_PX } from '../../../ui/breakpoints.ts';
import { zoneOf } from '../controller/chart-zone.ts';
import { useChart } from '../controller/use-chart.ts';
import { useOpenChart, useRetryWhenBack } from '../controller/use-open-chart.ts';
import { SharedBanner } from '../layouts/SharedBanner.tsx';
import { useSharedLayout } from '../layouts/use-shared-layout.ts';
import {
  type AwaitedSymbol,
  ChartScreenProvider,
  type ChartScreenState,
  NOTHING_OPEN,
  type OpenPanel,
  type UnreachedSymbol,
} from '../model/chart-context.ts';
import { offlineText } from '../model/messages.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import type { LockedChoice } from '../paywall/locks.ts';
import { choiceOf, shownChoice, USUAL_CHOICE } from '../phone/pane-choice.ts';
import { presentPreferences, usePreferences } from '../preferences/preferences.ts';
import { type StudyOnChart, studiesOnChart } from '../preferences/studies-on-chart.ts';
import { useStudiesOnChart } from '../preferences/use-studies-on-chart.ts';
import type { OpenInstrument } from '../saved/savable-chart.ts';
import { useLayoutSaver } from '../saved/use-layout-saver.ts';
import { TourPlace } from '../tour/TourPlace.tsx';
import classes from './LiveChart.module.css';
import { LiveChartLayout } from './LiveChartLayout.tsx';
import { PriceTitle } from './PriceTitle.tsx';
import { standsAside } from './stands-aside.ts';
import { useIsLower } from './use-is-lower.ts';

type Props = {
  info: SymbolInfo;
  resolution: Resolution;
  isExchangeOffline: boolean;
  unreached: UnreachedSymbol | null;
  awaited: AwaitedSymbol | null;
  hasSummary: boolean;
  setSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
  openInstrument: OpenInstrument;
  /** The token of the link that the chart is looked at by. */
  shared: string | undefined;
  refuse: (choice: LockedChoice) => void;
};

function presentStudies(): StudyOnChart[] {
  const { studies, inputs } = presentPreferences();
  return studiesOnChart(studies, inputs);
}

/** One chart with everything around it: what its parts share is made here. */
export function LiveChart({ hasSummary, openInstrument, shared, ...given }: Props) {
  const { info, resolution, isExchangeOffline } = given;
  const layout = useChartLayout();
  const preferences = usePreferences();
  const [panel, setPanel] = useState<OpenPanel>(NOTHING_OPEN);
  const studies = useStudiesOnChart();
  const [paneChoice, setPaneChoice] = useState(USUAL_CHOICE);
  const openPanel = (next: OpenPanel) => {
    setPanel(next);
    // Where there is room for one pane, a study that is changed is in sight: also one that was added this moment.
    const choice = next.kind === 'inputs' && choiceOf(presentStudies(), next.study);
    if (choice) setPaneChoice(choice.id);
  };
  const { place: placeArea, isLower } = useIsLower(LOW_CHART_PX);
  const hasOnePane = layout !== 'wide' || isLower;
  const limit = hasOnePane ? (shownChoice(studies, paneChoice) ?? null) : null;
  const { place, controller } = useChart(limit);
  useOpenChart(controller, info, resolution);
  useRetryWhenBack(controller, isExchangeOffline);
  const saver = useLayoutSaver(controller, openInstrument, shared !== undefined);
  const sharedLayout = useSharedLayout(shared, controller, openInstrument);
  const state: ChartScreenState = {
    ...given,
    controller,
    saver,
    openPanel,
    leftOutStudy: limit?.hides ?? null,
    decimals: decimalsOf(info.pricescale),
    zone: zoneOf(preferences.zone, info.timezone),
  };
  return (
    <ChartScreenProvider value={state}>
      {isExchangeOffline && (
        <Banner kind="warning" icon={<IconPlugConnectedX size={20} stroke={1.75} />}>
          {offlineText(info.exchange)}
        </Banner>
      )}
      {sharedLayout && <SharedBanner shared={sharedLayout} />}
      <TourPlace controller={controller} hasSummary={hasSummary} />
      <div className={classes.screen} data-aside={standsAside(panel, layout) || undefined}>
        <LiveChartLayout
          panel={panel}
          hasSummary={hasSummary}
          placeArea={placeArea}
          placeChart={place}
          paneChoice={limit}
          onPaneChoice={setPaneChoice}
        />
      </div>
      {controller && <PriceTitle controller={controller} />}
    </ChartScreenProvider>
  );
}
