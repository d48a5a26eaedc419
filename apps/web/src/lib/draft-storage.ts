import { tabStorage } from './tab-storage.ts';

/** Key prefix of unsaved charts; a tab's id follows. */
export const DRAFT_PREFIX = 'chartDraft:';
/** Key of the drawing that was copied last. */
export const COPIED_DRAWING = 'copiedDrawing';

/** Key prefix of undo steps; a tab's id follows. */
export const STEPS_PREFIX = 'chartSteps:';

/** Keys of the symbols and places that were shown last. */
export const RECENT_SYMBOLS = 'recentSymbols';
export const RECENT_PLACES = 'recentPlaces';
/** Key of several charts that were never saved. */
export const CHART_GRID = 'chartGrid';
/** Key of how often commands were chosen, symbols and saved charts among them. */
export const COMMAND_USES = 'commandUses';
/** Key of the paper trades of replays, in the storage of a tab. */
export const PAPER_TRADES = 'paperTrades';
/** Key of the chart that a tab has shown last, in its storage. */
export const LAST_CHART = 'lastChart';

const OURS = [
  DRAFT_PREFIX,
  STEPS_PREFIX,
  COPIED_DRAWING,
  RECENT_SYMBOLS,
  RECENT_PLACES,
  COMMAND_USES,
  CHART_GRID,
];

const inMemory = new Set<() => void>();

/** Registers what drops a module's own copy of such a value: loaded pages hold some in memory, or all without storage. */
export function onForgetDrafts(forget: () => void): void {
  inMemory.add(forget);
}

/**
 * Removes drafts, undo steps, the copied drawing, recent symbols and places, unsaved charts, uses of commands, and the tab's
 * paper trades and last chart at sign-out, so that the next user of the device sees none.
 */
export function forgetDrafts(): void {
  for (const forget of inMemory) forget();
  try {
    const storage = globalThis.localStorage;
    for (const key of Object.keys(storage)) {
      if (OURS.some((prefix) => key.startsWith(prefix))) storage.removeItem(key);
    }
    for (const key of [PAPER_TRADES, LAST_CHART]) tabStorage()?.removeItem(key);
  } catch {
    // Storage is disabled: nothing was kept.
  }
}
