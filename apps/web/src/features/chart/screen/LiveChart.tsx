import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { decimalsOf, formatChange, formatPrice } from '../../../lib/format.ts';
import type { LevelKey } from '../../../lib/levels.ts';
import type { ValueStore } from '../../../lib/value-store.ts';
import { paths } from '../../../paths.ts';
import { alertsWanted } from '../../../stores/alert-news.ts';
import { paletteOpen } from '../../../stores/palette-open.ts';
import { usePageTitle } from '../../../stores/use-page-title.ts';
import { useValue } from '../../../stores/use-value.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { LOW_CHART_PX } from '../../../ui/breakpoints.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import { BottomBar } from '../bottom-bar/BottomBar.tsx';
import { useTimeFrame } from '../bottom-bar/use-time-frame.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChart, useOpenChart, useRetryWhenBack } from '../controller/use-chart.ts';
import { DrawingBarPlace } from '../drawings/DrawingBarPlace.tsx';
import { useExports } from '../exports/use-exports.ts';
import { ChartCellsArea } from '../grid/ChartCellsArea.tsx';
import { type CellAt, createChartCells } from '../grid/chart-cells.ts';
import { useShownCell } from '../grid/use-shown-cell.ts';
import { useBarReader } from '../keyboard/use-bar-reader.ts';
import { useChartCommands } from '../keyboard/use-chart-commands.ts';
import {
  ChartScreenProvider,
  type ChartScreenState,
  NOTHING_OPEN,
  type OpenPanel,
  useChartScreen,
} from '../model/chart-context.ts';
import { zoneOf } from '../model/chart-look.ts';
import { offlineText } from '../model/messages.ts';
import { type ChartLayout, useChartLayout } from '../model/use-chart-layout.ts';
import { useFactsRoute } from '../model/use-chart-route.ts';
import type { FreeStart } from '../paywall/use-paywall.ts';
import { PhoneToolbar } from '../phone/PhoneToolbar.tsx';
import { choiceOf, shownChoice, USUAL_CHOICE } from '../phone/pane-choice.ts';
import { usePlace } from '../places/use-place.ts';
import {
  presentPreferences,
  usePreferences,
  useStudiesOnChart,
} from '../preferences/preferences.ts';
import { joinedKey, type StudyOnChart, studiesOnChart } from '../preferences/studies-on-chart.ts';
import { ReplayPlace } from '../replay/ReplayPlace.tsx';
import { useReplay, useReplayMs } from '../replay/use-replay.ts';
import type { OpenInstrument } from '../saved/savable-chart.ts';
import { useLayoutSaver } from '../saved/use-layout-saver.ts';
import { SummarySide } from '../summary/SummaryPanel.tsx';
import { LowToolbar, Toolbar } from '../toolbar/Toolbar.tsx';
import { TourPlace } from '../tour/TourPlace.tsx';
import { useSidePanel } from '../watchlist/side-panel.ts';
import { WatchlistSide } from '../watchlist/WatchlistSide.tsx';
import { BesideBars } from './BesideBars.tsx';
import { ChartArea } from './ChartArea.tsx';
import classes from './LiveChart.module.css';
import { PanelHost } from './PanelHost.tsx';

type Props = Pick<
  ChartScreenState,
  | 'info'
  | 'resolution'
  | 'missingResolution'
  | 'isExchangeOffline'
  | 'unreached'
  | 'awaited'
  | 'setSymbol'
  | 'setResolution'
  | 'refuse'
> & {
  hasSummary: boolean;
  openInstrument: OpenInstrument;
  /** Puts the instrument of another chart of the page into the address. */
  nameInstrument: OpenInstrument;
  /** The token of a share link. */
  shared: string | undefined;
  freeStart: FreeStart | null;
};

// Its place has its height before.
const summarySheet = lazyPart(async () => (await import('../phone/SummarySheet.tsx')).SummarySheet);
const termPlace = lazyPart(async () => (await import('../terms/TermPlace.tsx')).TermPlace);
const sharedChart = lazyPart(async () => (await import('../layouts/SharedChart.tsx')).SharedChart);

/** The one study pane of a chart that has room for one; it is that of a study that was just added. */
function usePaneChoice(studies: readonly StudyOnChart[]) {
  const [choice, setChoice] = useState(USUAL_CHOICE);
  const keys = studies.map(({ key }) => key);
  const [known, setKnown] = useState(keys);
  if (keys.join() !== known.join()) {
    setKnown(keys);
    const added = joinedKey(keys, known);
    const itsChoice = added && choiceOf(studies, added);
    if (itsChoice) setChoice(itsChoice.id);
  }
  return [choice, setChoice] as const;
}

function presentStudies(): StudyOnChart[] {
  const { studies, inputs } = presentPreferences();
  return studiesOnChart(studies, inputs);
}

/** This panel is open where the address says so. */
const FACTS: OpenPanel = { kind: 'symbol' };

/** One chart and everything around it; holds the state that its parts share. */
export function LiveChart(props: Props) {
  const { hasSummary, openInstrument, nameInstrument, shared, freeStart, ...given } = props;
  const { info, resolution, isExchangeOffline } = given;
  const layout = useChartLayout();
  const preferences = usePreferences();
  const [ownPanel, setPanel] = useState<OpenPanel>(NOTHING_OPEN);
  const facts = useFactsRoute();
  const panel = facts.isOpen ? FACTS : ownPanel;
  const studies = useStudiesOnChart();
  const [paneChoice, setPaneChoice] = usePaneChoice(studies);
  const openPanel = (next: OpenPanel) => {
    const isFacts = next.kind === FACTS.kind;
    if (isFacts) facts.open();
    else if (facts.isOpen) facts.close();
    setPanel(isFacts ? NOTHING_OPEN : next);
    // With room for one pane only, the study being edited is the one shown, even one added a moment ago.
    const choice = next.kind === 'inputs' && choiceOf(presentStudies(), next.study);
    if (choice) setPaneChoice(choice.id);
  };
  useWantedPanels(openPanel);
  const { place: placeArea, isLower } = useIsLower(LOW_CHART_PX);
  const hasOnePane = layout !== 'wide' || isLower;
  const limit = hasOnePane ? (shownChoice(studies, paneChoice) ?? null) : null;
  const queryClient = useQueryClient();
  const [cells] = useState(() => createChartCells(queryClient));
  const { shownId, ...turns } = useShownCell(cells, info, resolution, nameInstrument);
  const { place, controller } = useChart(cells, shownId, limit);
  useOpenChart(controller, info, resolution);
  useRetryWhenBack(controller, isExchangeOffline);
  const saver = useLayoutSaver(cells, controller !== null, openInstrument, shared !== undefined);
  const zone = zoneOf(preferences.zone, info.timezone);
  usePlace(controller, { ticker: info.ticker, resolution, zone });
  const choose = (chosen: Partial<CellAt>, show: () => void) => {
    const from = { symbol: info.ticker, resolution };
    const put = (at: CellAt) => {
      cells.cancelWant();
      openInstrument(at);
    };
    import('../grid/choice-step.ts').then(
      ({ choiceAsStep }) => choiceAsStep(cells, { from, chosen: { ...from, ...chosen } }, put),
      () => {},
    );
    cells.cancelWant();
    show();
  };
  const state: ChartScreenState = {
    ...given,
    setSymbol: (symbol) => choose({ symbol }, () => given.setSymbol(symbol)),
    setResolution: (chosen) => choose({ resolution: chosen }, () => given.setResolution(chosen)),
    cells,
    ...turns,
    controller,
    saver,
    openPanel,
    paneChoice,
    choosePane: setPaneChoice,
    onlyPane: limit,
    decimals: decimalsOf(info.pricescale),
    zone,
  };
  return (
    <ChartScreenProvider value={state}>
      {isExchangeOffline && (
        <Banner kind="warning" icon={<IconPlugConnectedX size={20} stroke={1.75} />}>
          {offlineText(info.exchange)}
        </Banner>
      )}
      {shared !== undefined && (
        <LazyPart
          part={sharedChart}
          props={{ token: shared, openInstrument }}
          fallback={null}
          onGiveUp={() => window.location.assign(paths.liveChart)}
        />
      )}
      <TourPlace controller={controller} hasSummary={hasSummary} freeStart={freeStart} />
      <div className={classes.screen} data-aside={standsAside(panel, layout) || undefined}>
        <LiveChartLayout
          panel={panel}
          hasSummary={hasSummary}
          placeArea={placeArea}
          placeChart={place}
        />
      </div>
      {controller && <BesideBars controller={controller} part={termPlace} />}
      {controller && <PriceTitle controller={controller} />}
    </ChartScreenProvider>
  );
}

type LayoutProps = {
  panel: OpenPanel;
  hasSummary: boolean;
  placeArea: (element: HTMLElement | null) => void;
  placeChart: (element: HTMLElement | null) => void;
};

/** Arranges the parts. The chart keeps its place in the tree, so that a rotated phone keeps its view of the bars. */
function LiveChartLayout({ panel, hasSummary, ...area }: LayoutProps) {
  const state = useChartScreen();
  const layout = useChartLayout();
  const { savePicture } = useExports();
  const showFrame = useTimeFrame();
  const [depthLevel, setDepthLevel] = useState<LevelKey | null>(null);
  const [isCovered, setCovered] = useState(false);
  const [isSheetGivenUp, setSheetGivenUp] = useState(false);
  const { words, read } = useBarReader(state);
  const closeTop = () => {
    setDepthLevel(null);
    return depthLevel !== null;
  };
  const { typed, run } = useChartCommands({
    state,
    hasSummary,
    savePicture,
    replay: useReplay(),
    closeTop,
    onCrosshair: read,
  });
  const depth = {
    depthLevel,
    onToggleDepth: (level: LevelKey) => setDepthLevel(level === depthLevel ? null : level),
    onCloseDepth: closeTop,
  };
  const isPhone = layout === 'phone';
  const isReplayed = useReplayMs() !== null;
  const isBesideFree = !standsAside(panel, layout);
  return (
    <>
      {layout === 'wide' && <Toolbar hasSummary={hasSummary} />}
      {layout === 'low' && <LowToolbar hasSummary={hasSummary} />}
      <div className={classes.row} data-covered={isCovered || undefined}>
        {!isPhone && <DrawingBarPlace />}
        <div className={classes.column}>
          <ChartCellsArea>
            <ChartArea {...area} typed={typed} words={words} />
          </ChartCellsArea>
          {state.controller && <ReplayPlace controller={state.controller} />}
          {layout === 'wide' && <BottomBar onTimeFrame={showFrame} />}
        </div>
        {!isPhone && isBesideFree && <Side hasSummary={hasSummary} {...depth} />}
      </div>
      {hasSummary && isPhone && isBesideFree && !isReplayed && (
        <>
          <div className={classes.peekPlace} />
          {!isSheetGivenUp && (
            <LazyPart
              part={summarySheet}
              props={{ ...depth, onCover: setCovered }}
              fallback={null}
              onGiveUp={() => setSheetGivenUp(true)}
            />
          )}
        </>
      )}
      {isPhone && isBesideFree && <PhoneToolbar />}
      <PanelHost panel={panel} hasSummary={hasSummary} onTimeFrame={showFrame} onCommand={run} />
    </>
  );
}

type SideProps = ComponentProps<typeof SummarySide> & { hasSummary: boolean };

/** The panel at the right of the chart, with the tab that was shown last. */
function Side({ hasSummary, ...depth }: SideProps) {
  const { isOpen, tab } = useSidePanel(hasSummary);
  if (!isOpen) return null;
  if (tab === 'watchlist') return <WatchlistSide hasSummary={hasSummary} />;
  return <SummarySide {...depth} />;
}

/** Titles the browser's tab with the newest price, in a replay that of its moment, and its change since the last session. */
function PriceTitle({ controller }: { controller: ChartController }) {
  const { info, decimals } = useChartScreen();
  const newest = useValue(controller.newest);
  const price = newest ? `${formatPrice(newest.price, decimals)} ` : '';
  const before = useValue(controller.sessionClose);
  const change = before === null || !newest ? '' : formatChange(newest.price, before, decimals);
  const isReplayed = useValue(controller.replayMs) !== null;
  const title = newest ? `${info.name} ${price}${change}`.trim() : info.name;
  usePageTitle(isReplayed ? `Replay: ${title}` : title);
  return null;
}

/** Opens the panels that the frame was asked for: the list of alerts, and that of all commands. */
function useWantedPanels(openPanel: (panel: OpenPanel) => void): void {
  useWanted(alertsWanted, () => openPanel({ kind: 'alerts' }));
  useWanted(paletteOpen, () => openPanel({ kind: 'palette' }));
}

function useWanted(wanted: ValueStore<boolean>, openWanted: () => void): void {
  const isWanted = useValue(wanted);
  const open = useEffectEvent(() => {
    wanted.set(false);
    openWanted();
  });
  useEffect(() => {
    if (isWanted) open();
  }, [isWanted]);
}

/** Whether an element is lower than `px`, but not hidden; `place` goes to its ref. `px` must stay the same. */
function useIsLower(px: number): {
  place: (element: HTMLElement | null) => void;
  isLower: boolean;
} {
  const [isLower, setIsLower] = useState(false);
  const [place] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = entry?.contentRect.height ?? 0;
      setIsLower(heightPx > 0 && heightPx < px);
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return { place, isLower };
}

/** Panels that stand beside the chart, or leave it in sight on phones. */
const ASIDE: readonly OpenPanel['kind'][] = ['inputs', 'drawing', 'alert', 'change-alert'];

const ASIDE_IF_WIDE: readonly OpenPanel['kind'][] = ['settings', 'drawings', 'alerts', 'journal'];

/** The open panel takes the summary's place beside the chart, as its changes are to be watched there. */
function standsAside({ kind }: OpenPanel, layout: ChartLayout): boolean {
  if (ASIDE.includes(kind)) return true;
  return layout === 'wide' && ASIDE_IF_WIDE.includes(kind);
}
