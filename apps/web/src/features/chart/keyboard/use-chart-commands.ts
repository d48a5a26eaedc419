import type { ChartScreenState } from '../model/chart-context.ts';
import { useSummaryPanel } from '../summary/use-summary-panel.ts';
import type { ChartCommand } from './chart-keys.ts';
import { runDrawingCommand } from './drawing-commands.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { useTypedInterval } from './use-typed-interval.ts';

/** What the keys need besides the shared state of the screen. */
type Deps = {
  state: ChartScreenState;
  hasSummary: boolean;
  savePicture: () => void;
  /** Closes what lies beside the chart; false where nothing does. */
  closeTop: () => boolean;
  /** The crosshair was moved by a key. */
  onCrosshair: () => void;
};

/** Runs the keys of the live chart; answers with the interval that is being typed. */
export function useChartCommands(deps: Deps): string {
  const summary = useSummaryPanel();
  const { state, hasSummary } = deps;
  const { typed, setTyped, clearTyped } = useTypedInterval(state);
  const { controller } = state;
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
    if (controller && runDrawingCommand(controller, command)) return true;
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
      case 'oldest':
        engine?.showOldest();
        break;
      case 'newest':
        engine?.showNewest();
        break;
      case 'reset':
        controller?.resetView();
        break;
      case 'picture':
        deps.savePicture();
        break;
      case 'summary':
        if (hasSummary) summary.toggle();
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
  return typed;
}
