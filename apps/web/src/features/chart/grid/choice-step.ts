import { SECOND_MS } from '@moneytrail/calendar';
import type { ChartEngine, UndoCommand } from '@moneytrail/chart';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import type { CellAt, ChartCells } from './chart-cells.ts';

/** Choices that are passed within this time, as by arrows in a list, are one step. */
const PASSED_MS = 2 * SECOND_MS;

/** Ends the wait for what was chosen last. */
let giveUp = () => {};
let newest: { command: UndoCommand; from: CellAt; atMs: number } | null = null;

function isSame(one: CellAt, other: CellAt): boolean {
  return one.symbol === other.symbol && one.resolution === other.resolution;
}

/** Adds the step to the history, or joins it with the choice before it. */
function addStep(
  history: Pick<ChartEngine['history'], 'push' | 'replace'>,
  { from, shown }: { from: CellAt; shown: CellAt },
  put: (at: CellAt) => void,
): void {
  const stepFrom = (first: CellAt) => {
    const command = { undo: () => put(first), redo: () => put(shown) };
    return { command, from: first, atMs: performance.now() };
  };
  if (newest && performance.now() - newest.atMs < PASSED_MS) {
    const joined = stepFrom(newest.from);
    // Back where it began, nothing has changed.
    const by = isSame(joined.from, shown) ? null : joined.command;
    if (history.replace(newest.command, by)) {
      newest = joined;
      return;
    }
  }
  newest = stepFrom(from);
  history.push(newest.command);
}

/**
 * Makes the user's choice of an instrument or an interval for the active chart one undo step, as soon as the chart shows it
 * instead of `from`: a symbol that is refused or not found is none. `show` puts both into the active chart.
 */
export function choiceAsStep(
  cells: ChartCells,
  { from, chosen }: { from: CellAt; chosen: CellAt },
  show: (at: CellAt) => void,
): void {
  giveUp();
  const { activeId } = cells.state.get();
  const controller = cells.active()?.controller;
  if (!controller) return;
  const isActive = () => cells.state.get().activeId === activeId;
  const put = (at: CellAt) => {
    // Another chart may be active by then. This one becomes active with the step, and brings its instrument.
    if (isActive()) show(at);
    else cells.changeCells((cell) => (cell.id === activeId ? { ...cell, ...at } : cell));
  };
  const look = () => {
    const opened = controller.opened.get();
    if (!opened) return;
    const shown = { symbol: opened.info.ticker, resolution: opened.resolution };
    if (isSame(shown, from)) return;
    giveUp();
    // An instrument that lacks the interval is shown in another one.
    const isChosen =
      isSameTicker(chosen.symbol, shown.symbol) &&
      (shown.symbol !== from.symbol || shown.resolution === chosen.resolution);
    if (!isActive() || !isChosen) return;
    addStep(controller.engine.history, { from, shown }, put);
  };
  giveUp = controller.opened.subscribe(look);
  look();
}
