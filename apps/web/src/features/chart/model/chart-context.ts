import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { createContext, use } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';
import type { LockedChoice } from '../paywall/locks.ts';
import type { LayoutSaver } from '../saved/layout-saver.ts';

/** What lies over the chart; at most one thing does. */
export type OpenPanel =
  | { kind: 'none' }
  | { kind: 'search'; text: string }
  | { kind: 'compare' }
  | { kind: 'indicators' }
  /** `study`: its key. */
  | { kind: 'inputs'; study: string }
  | { kind: 'settings' }
  | { kind: 'tools' }
  | { kind: 'drawings' }
  /** `drawing`: its id. */
  | { kind: 'drawing-templates'; drawing: string }
  | { kind: 'layouts' }
  | { kind: 'table' }
  | { kind: 'shortcuts' };

export const NOTHING_OPEN: OpenPanel = { kind: 'none' };

/**
 * A symbol that was asked for and did not come. It comes by itself when it can be reached, unless it was too slow: then
 * only where it is asked for again.
 */
export type UnreachedSymbol = { symbol: string; wasSlow: boolean; retry: () => void };

/** A symbol that is being read, since a moment of the server's time; null for this moment. */
export type AwaitedSymbol = { symbol: string; sinceMs: number | null };

/** What every part of the live chart shares. */
export type ChartScreenState = {
  info: SymbolInfo;
  resolution: Resolution;
  /** Decimals of a price. */
  decimals: number;
  /** IANA zone of the chart's clock. */
  zone: string;
  isExchangeOffline: boolean;
  /** A symbol that was asked for and could not be reached, so that the one before is still shown. */
  unreached: UnreachedSymbol | null;
  /** The symbol that was asked for and is being read, while the one before is still shown. */
  awaited: AwaitedSymbol | null;
  /** Key of the study that the choice of the one pane leaves out. */
  leftOutStudy: string | null;
  /** Null until the canvas is on the page. */
  controller: ChartController | null;
  /** What keeps the chart on the server; null until that is ready, and where nobody is signed in. */
  saver: LayoutSaver | null;
  setSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
  openPanel: (panel: OpenPanel) => void;
  /** Something locked was chosen: the paywall says why it does not open. */
  refuse: (choice: LockedChoice) => void;
};

const Context = createContext<ChartScreenState | null>(null);

export const ChartScreenProvider = Context.Provider;

/** The shared state of the live chart; only inside its screen. */
export function useChartScreen(): ChartScreenState {
  const state = use(Context);
  if (!state) throw new Error('There is no live chart around this component.');
  return state;
}
