import { useWindowEvent } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import { isKeyOfOverlay } from '../../../ui/is-key-of-overlay.ts';
import { openAlertAtCrosshair } from '../alerts/open-alert.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { chartKey } from '../data/kept-bars.ts';
import { copyDrawing, pasteDrawing } from '../drawings/copied-drawing.ts';
import { chooseTool, editSelectedText, removeDrawings } from '../drawings/drawing-actions.ts';
import { openNewNote } from '../journal/open-note.ts';
import type { ChartScreenState } from '../model/chart-context.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { usePreferences } from '../preferences/preferences.ts';
import type { useReplay } from '../replay/use-replay.ts';
import { useSidePanel } from '../watchlist/side-panel.ts';
import { type ChartCommand, chartCommand } from './chart-keys.ts';
import { createTypedInterval } from './typed-interval.ts';
import { useChangedKeys } from './use-keys.ts';

type Deps = {
  state: ChartScreenState;
  hasSummary: boolean;
  savePicture: () => void;
  replay: Pick<ReturnType<typeof useReplay>, 'toggle'>;
  /** Closes the topmost part beside the chart; false if there is none. */
  closeTop: () => boolean;
  /** Called after a key has moved the crosshair. */
  onCrosshair: () => void;
};

/** Runs the keyboard commands of the live chart. */
export function useChartCommands(deps: Deps): {
  /** The interval being typed. */
  typed: string;
  /** Runs a command as its key does; false if it does not apply now. */
  run: (command: ChartCommand) => boolean;
} {
  const { state, hasSummary, replay } = deps;
  const side = useSidePanel(hasSummary);
  const layout = useChartLayout();
  const { typed, setTyped, clearTyped } = useTypedInterval(state);
  const { controller } = state;
  const adding = useAdding(state);
  const engine = controller?.engine;

  const move = (bars: number) => {
    if (bars === 0) return false;
    engine?.moveCrosshair(bars);
    deps.onCrosshair();
    return true;
  };
  const setInterval = (command: Extract<ChartCommand, { kind: 'setInterval' }>) => {
    if (state.info.supported_resolutions.includes(command.resolution)) {
      state.setResolution(command.resolution);
    }
  };
  const run = (command: ChartCommand): boolean => {
    if (controller && runDrawingCommand(controller, command, state.openPanel)) return true;
    switch (command.kind) {
      case 'open':
        state.openPanel(command.panel);
        break;
      case 'interval':
        setTyped(command.text);
        break;
      case 'setInterval':
        setInterval(command);
        break;
      case 'move':
        return move(command.bars);
      case 'zoom':
        engine?.zoom(command.factor);
        break;
      case 'chart':
        return showNeighbour(state, command.by);
      case 'oldest':
        engine?.showOldest();
        break;
      case 'newest':
        engine?.showNewest();
        break;
      case 'undo':
        state.undo();
        break;
      case 'redo':
        state.redo();
        break;
      case 'reset':
        controller?.resetView();
        break;
      case 'note':
        openNewNote(state);
        break;
      case 'alert':
        openAlertAtCrosshair(state);
        break;
      case 'picture':
        deps.savePicture();
        break;
      case 'replay':
        replay.toggle();
        break;
      case 'summary':
        if (hasSummary) side.toggle('summary');
        break;
      case 'watchlist':
        if (layout === 'phone') state.openPanel({ kind: 'watchlist' });
        else side.toggle('watchlist');
        break;
      case 'add-to-watchlist':
        adding.mutate();
        break;
      case 'escape':
        if (!deps.closeTop() && !engine?.drawings.cancel() && !engine?.stopMeasuring()) {
          engine?.hideCrosshair();
        }
        return false;
      default:
        return false;
    }
    return true;
  };
  useChartKeys({ typed, clearTyped, run });
  return { typed, run };
}

/** Makes the next or the previous chart of the page the active one; false where there is one chart. */
function showNeighbour({ cells, activate }: ChartScreenState, by: number): boolean {
  const { cells: all, activeId } = cells.state.get();
  const index = all.findIndex(({ id }) => id === activeId);
  const next = all.at((index + by) % all.length);
  if (!next || next.id === activeId) return false;
  activate(next.id);
  return true;
}

/** Adds the symbol to the shown watchlist; a failure is told. */
function useAdding({ info }: ChartScreenState) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await import('../watchlist/add-shown-symbol.ts')).addShownSymbol(queryClient, info),
  });
}

/** Keys pressed in these are text. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** `Enter` activates these. */
const PRESSED = 'button, a[href], summary';

function isPressed({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' && target instanceof Element && target.closest(PRESSED) !== null;
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** Held for another key that is still to come. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];

type KeysDeps = {
  /** Any key that does not belong to the interval being typed drops it. */
  typed: string;
  clearTyped: () => void;
  run: (command: ChartCommand) => boolean;
};

/** Translates keys into commands; `run` returns whether it handled one. */
function useChartKeys({ typed, clearTyped, run }: KeysDeps): void {
  const { hasSingleKeys } = usePreferences();
  const changed = useChangedKeys();
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isTyped(event.target) || isKeyOfOverlay(event)) return;
    if (typed === '' && isPressed(event)) return;
    const command = chartCommand(event, { typed, hasSingleKeys, changed });
    if (command?.kind !== 'interval' && !MODIFIERS.includes(event.key)) clearTyped();
    if (command && run(command)) event.preventDefault();
  });
}

/** Runs the commands that concern drawings; false if this is not one of them or does not apply now. */
function runDrawingCommand(
  controller: ChartController,
  command: ChartCommand,
  openPanel: ChartScreenState['openPanel'],
): boolean {
  const { engine, drawing } = controller;
  const { selected, tool } = drawing.get();
  switch (command.kind) {
    case 'tool':
      chooseTool(controller, command.tool);
      return true;
    case 'move':
      // A tool places its point at the crosshair, which therefore moves to any price.
      return tool
        ? engine.moveCrosshair(command.bars, command.px)
        : engine.drawings.nudge(command.bars, command.px);
    case 'enter':
      if (tool) return engine.drawings.putAtCrosshair();
      if (selected && !editSelectedText(controller)) {
        openPanel({ kind: 'drawing', drawing: selected.id });
      }
      return selected !== null;
    case 'copy':
      // Marked text is what the person wants to copy.
      if (!selected || !document.getSelection()?.isCollapsed) return false;
      copyDrawing(controller, selected);
      return true;
    case 'paste':
      return pasteDrawing(controller);
    case 'clone':
      if (selected) engine.drawings.clone(selected.id);
      return selected !== null;
    case 'remove':
      if (selected) removeDrawings(controller, [selected]);
      return selected !== null;
    default:
      return false;
  }
}

const CAPTURED = { capture: true };

/** The interval being typed on this chart; a pointer press or another chart drops it. */
function useTypedInterval({ info, resolution }: ChartScreenState) {
  const [interval] = useState(createTypedInterval);
  const { text, chart } = useValue(interval);
  const shown = chartKey(info.ticker, resolution);
  useWindowEvent('pointerdown', interval.clear, CAPTURED);
  return {
    typed: chart === shown ? text : '',
    setTyped: (next: string) => interval.set({ text: next, chart: shown }),
    clearTyped: interval.clear,
  };
}
