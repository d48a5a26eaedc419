import type { Resolution } from '@moneytrail/calendar';
import type { Alert, AlertCondition, Note, SymbolInfo } from '@moneytrail/contract';
import { createContext, use } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';
import type { ChartCells } from '../grid/chart-cells.ts';
import type { LockedChoice } from '../paywall/locks.ts';
import type { PaneChoice } from '../phone/pane-choice.ts';
import type { LayoutSaver } from '../saved/layout-saver.ts';

/** The panel over the chart; at most one is open. */
export type OpenPanel =
  | { kind: 'none' }
  | { kind: 'search'; text: string }
  | { kind: 'palette' }
  | { kind: 'compare' }
  | { kind: 'indicators' }
  /** `study`: its key. */
  | { kind: 'inputs'; study: string }
  | { kind: 'settings' }
  | { kind: 'tools' }
  | { kind: 'drawings' }
  /** `drawing`: its id. */
  | { kind: 'drawing'; drawing: string }
  | { kind: 'drawing-templates'; drawing: string }
  /** A new alert, on the chart's symbol unless it names another one, or a watchlist. */
  | { kind: 'alert'; condition: AlertCondition; symbol?: string; watchlist?: number }
  | { kind: 'change-alert'; alert: Alert }
  | { kind: 'alerts' }
  | { kind: 'layouts' }
  | { kind: 'table' }
  | { kind: 'watchlist' }
  | { kind: 'go-to' }
  | { kind: 'journal' }
  /** A new note on a place, or one that is changed; `draft`: its text as it was left. */
  | { kind: 'note'; place: NotePlace; note: Note | null; draft?: string }
  /** The facts of the chart's instrument. */
  | { kind: 'symbol' }
  | { kind: 'shortcuts' };

/** A place that a note is made on; `drawing` is the id of a drawing. */
export type NotePlace = Pick<Note, 'symbol' | 'resolution' | 'barMs' | 'drawing'>;

export const NOTHING_OPEN: OpenPanel = { kind: 'none' };

/**
 * A requested symbol that did not come. It is opened when it can be reached; one that was `wasSlow` must be requested
 * again.
 */
export type UnreachedSymbol = { symbol: string; wasSlow: boolean; retry: () => void };

/** A requested symbol; `sinceMs` is server time, null if the request starts now. */
export type AwaitedSymbol = { symbol: string; sinceMs: number | null };

/** The state that all parts of the live chart share. */
export type ChartScreenState = {
  info: SymbolInfo;
  resolution: Resolution;
  /** The chosen interval that the instrument does not have, which is why another one is shown; else null. */
  missingResolution: Resolution | null;
  /** Decimal places of a price. */
  decimals: number;
  /** IANA zone of the chart's clock. */
  zone: string;
  isExchangeOffline: boolean;
  /** Set while the previous symbol is still shown because the requested one could not be reached. */
  unreached: UnreachedSymbol | null;
  /** Set while the previous symbol is still shown because the requested one is being read. */
  awaited: AwaitedSymbol | null;
  /** Id of the study pane of charts that have room for one. */
  paneChoice: string;
  choosePane: (id: string) => void;
  /** The study pane of a chart that has room for one; null if it has room for all. */
  onlyPane: PaneChoice | null;
  /** The charts of the page; everything here belongs to the active one. */
  cells: ChartCells;
  /** Makes another chart the active one, by its id. */
  activate: (id: string) => void;
  /** Undoes the last step on any chart of the page, which becomes the active one. */
  undo: () => void;
  redo: () => void;
  /** Null until the canvas is mounted. */
  controller: ChartController | null;
  /** Saves the chart on the server; null until it is ready, and for visitors. */
  saver: LayoutSaver | null;
  setSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
  openPanel: (panel: OpenPanel) => void;
  /** Opens the paywall for a locked choice. */
  refuse: (choice: LockedChoice) => void;
};

const Context = createContext<ChartScreenState | null>(null);

export const ChartScreenProvider = Context.Provider;

/** Throws outside the live chart. */
export function useChartScreen(): ChartScreenState {
  const state = use(Context);
  if (!state) throw new Error('There is no live chart around this component.');
  return state;
}
