import { SECOND_MS } from '@moneytrail/calendar';
import type { UndoCommand } from '@moneytrail/chart';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import type { ChartCells } from './chart-cells.ts';

/** Instruments that are passed within this time, as by arrows in a list, are one step. */
const PASSED_MS = 2 * SECOND_MS;

/** Ends the wait for the instrument that was chosen last. */
let giveUp = () => {};
let newest: { command: UndoCommand; from: string; atMs: number } | null = null;

/**
 * Makes the user's choice of an instrument for the active chart one undo step, as soon as the chart shows it instead of `from`:
 * a symbol that is refused or not found is none. `show` puts an instrument into the active chart.
 */
export function symbolAsStep(
  cells: ChartCells,
  { from, chosen }: { from: string; chosen: string },
  show: (symbol: string) => void,
): void {
  giveUp();
  const { activeId } = cells.state.get();
  const controller = cells.active()?.controller;
  if (!controller) return;
  const isActive = () => cells.state.get().activeId === activeId;
  const put = (symbol: string) => {
    // Another chart may be active by then. This one becomes active with the step, and brings its instrument.
    if (isActive()) show(symbol);
    else cells.changeCells((cell) => (cell.id === activeId ? { ...cell, symbol } : cell));
  };
  const look = () => {
    const shown = controller.opened.get()?.info.ticker;
    if (shown === undefined || shown === from) return;
    giveUp();
    if (!isActive() || !isSameTicker(chosen, shown)) return;
    const { history } = controller.engine;
    const stepFrom = (first: string) => {
      const command = { undo: () => put(first), redo: () => put(shown) };
      return { command, from: first, atMs: performance.now() };
    };
    const passed = newest && performance.now() - newest.atMs < PASSED_MS ? newest : null;
    const joined = passed && stepFrom(passed.from);
    // Back where it began, nothing has changed.
    const isSame = joined?.from === shown;
    if (passed && joined && history.replace(passed.command, isSame ? null : joined.command)) {
      newest = joined;
    } else {
      newest = stepFrom(from);
      history.push(newest.command);
    }
  };
  giveUp = controller.opened.subscribe(look);
  look();
}
