import { MOST_STUDIES } from '@moneytrail/chart/model';
import type { LayoutHead } from '@moneytrail/contract';
import { isHouseId, offeredTechnicalStudies, STUDIES } from '@moneytrail/indicators';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { showToast } from '../../../stores/toasts.ts';
import { crosshairPrice, openAlertAtCrosshair } from '../alerts/open-alert.ts';
import { useTimeFrames } from '../bottom-bar/BottomBar.tsx';
import { usePriceScale } from '../bottom-bar/use-price-scale.ts';
import type { TimeFrame } from '../bottom-bar/use-time-frame.ts';
import { removeDrawings } from '../drawings/drawing-actions.ts';
import { useExports } from '../exports/use-exports.ts';
import { useChartCount } from '../grid/GridItems.tsx';
import { openNewNote } from '../journal/open-note.ts';
import type { ChartCommand } from '../keyboard/chart-keys.ts';
import { useChangedKeys } from '../keyboard/use-keys.ts';
import { layoutsQuery } from '../layouts/layout-queries.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { zoneLabel } from '../model/chart-look.ts';
import {
  updatePreferences,
  usePreferences,
  useStudiesOnChart,
} from '../preferences/preferences.ts';
import { inputsText } from '../preferences/studies-on-chart.ts';
import { chooseSymbol } from '../search/choose-symbol.ts';
import { type SearchRow, tickerOf } from '../search/match-symbols.ts';
import { useAddStudy } from '../studies/add-study.ts';
import { paletteCommands } from './commands.ts';
import type { PaletteCommand, PaletteContext } from './context.ts';
import { type FoundGroup, foundGroups } from './rank.ts';
import {
  useAlertWords,
  useFoundSymbols,
  usePageActions,
  useSavedScreens,
} from './use-page-actions.ts';

/** The host's part of the commands. */
export type PaletteDeps = {
  hasSummary: boolean;
  onTimeFrame: (frame: TimeFrame) => void;
  onCommand: (command: ChartCommand) => void;
};

/** The commands that match a text. */
export function usePalette(
  text: string,
  deps: PaletteDeps,
): { groups: FoundGroup<PaletteCommand>[]; isAsking: boolean } {
  const { symbols, isAsking, uses } = useFoundSymbols(text);
  const commands = paletteCommands({
    ...useChartActions(deps),
    ...usePageActions(),
    ...useStudyCommands(),
    ...useOwnThings(),
    ...useSavedScreens(),
    symbols,
  });
  return { groups: foundGroups(commands, { text, uses, nowMs: serverClock.now() }), isAsking };
}

type Actions<Name extends keyof PaletteContext> = Pick<PaletteContext, Name>;

function useChartActions({ hasSummary, onTimeFrame, onCommand }: PaletteDeps) {
  const screen = useChartScreen();
  const { info, controller, openPanel, setResolution, setSymbol, refuse } = screen;
  // The palette over the chart hides the crosshair of a mouse.
  const [crosshair] = useState(() => crosshairPrice(screen));
  const [barMs] = useState(() => controller?.engine.crosshair()?.timeMs);
  const preferences = usePreferences();
  const scale = usePriceScale();
  const setChartCount = useChartCount();
  const { saveCsv } = useExports();
  const frames = useTimeFrames();
  return {
    info,
    hasSummary,
    hasSingleKeys: preferences.hasSingleKeys,
    changedKeys: useChangedKeys(),
    frames,
    onCommand,
    openPanel,
    setResolution,
    saveCsv,
    newAlert: () => openAlertAtCrosshair(screen, crosshair),
    newNote: () => openNewNote(screen, barMs),
    showFrame: onTimeFrame,
    openSymbol: (row: SearchRow) =>
      chooseSymbol(row, { refuse, onChoose: (chosen) => setSymbol(tickerOf(chosen)) }),
    toggleScale: (wanted: Parameters<typeof scale.toggle>[0]) => {
      if (scale.whyFixed === null) scale.toggle(wanted);
      else showToast({ kind: 'info', text: `${scale.whyFixed}.` });
    },
    resetScale: scale.reset,
    zoneLabel: (zone) => zoneLabel(zone, info.timezone, serverClock.now()),
    setZone: (zone) => updatePreferences({ zone }),
    setCandleType: (candleType) => updatePreferences({ candleType }),
    setChartCount,
    toggleVolume: () => updatePreferences({ hasVolume: !preferences.hasVolume }),
    toggleDrawings: () => controller?.areDrawingsShown.set(!controller.areDrawingsShown.get()),
    removeDrawings: () => {
      if (!controller) return;
      const own = controller.drawings.get().filter(({ symbol }) => symbol === info.ticker);
      if (own.length > 0) removeDrawings(controller, own);
      else showToast({ kind: 'info', text: `${info.name} has no drawings.` });
    },
    startMeasuring: () => controller?.engine.startMeasuring(),
  } satisfies Partial<PaletteContext>;
}

function useStudyCommands(): Actions<'houseStudies' | 'technicalStudies' | 'onChart' | 'addStudy'> {
  const { openPanel } = useChartScreen();
  const add = useAddStudy();
  const onChart = useStudiesOnChart();
  return {
    houseStudies: STUDIES,
    technicalStudies: offeredTechnicalStudies(),
    onChart: onChart.map((study) => ({
      ...study,
      inputsText: inputsText(study, study.chosenInputs),
    })),
    addStudy: (id) => {
      if (onChart.length >= MOST_STUDIES) {
        return showToast({ kind: 'info', text: `A chart has at most ${MOST_STUDIES} indicators.` });
      }
      const isAnother = isHouseId(id) && onChart.some((study) => study.id === id);
      const study = add(id);
      // The same as the one there until its inputs are changed.
      if (isAnother) openPanel({ kind: 'inputs', study });
    },
  };
}

/** Saved charts and alerts; none while they are read. */
function useOwnThings(): Actions<'saved' | 'layouts' | 'alerts'> {
  const { saver, openPanel } = useChartScreen();
  const { data: layouts = [] } = useQuery({ ...layoutsQuery, enabled: saver !== null });
  const openLayouts = () => openPanel({ kind: 'layouts' });
  return {
    saved: saver && {
      save: () => {
        if (saver.state.get().layout === null) return openLayouts();
        saver.save().then(
          () => showToast({ kind: 'success', text: 'Chart saved.' }),
          (error: Error) => showToast({ kind: 'error', text: error.message }),
        );
      },
      open: (head: LayoutHead) => {
        saver.open(head.id).catch((error: Error) => {
          showToast({ kind: 'error', text: `“${head.name}” was not opened. ${error.message}` });
          // It can open the chart although the present one is not saved.
          openLayouts();
        });
      },
    },
    layouts,
    alerts: useAlertWords(),
  };
}
