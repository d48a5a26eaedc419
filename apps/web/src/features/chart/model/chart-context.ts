import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import { createContext, use } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';
import type { LockedChoice } from '../paywall/locks.ts';
import type { LayoutSaver } from '../saved/layout-saver.ts';

/** The open panel; at most one is open. */
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

/** A chosen symbol that could not be read. It is retried automatically, unless it was too slow: then only on request. */
export type UnreachedSymbol = { symbol: string; wasSlow: boolean; retry: () => void };

/** A symbol that is being read, and since when on the server's clock; null: since this moment. */
export type AwaitedSymbol = { symbol: string; sinceMs: number | null };

/** State shared by all parts of the live chart. */
export type ChartScreenState = {
  info: SymbolInfo;
  resolution: Resolution;
  /** Decimals of a price. */
  decimals: number;
  /** IANA zone of the chart's clock. */
  zone: string;
  isExchangeOffline: boolean;
  /** The chosen symbol could not be reached, and the former one is still shown. */
  unreached: UnreachedSymbol | null;
  /** The chosen symbol is being read, and the former one is still shown. */
  awaited: AwaitedSymbol | null;
  /** Key of the study that the choice of a single pane hides. */
  leftOutStudy: string | null;
  /** Null until the canvas is mounted. */
  controller: ChartController | null;
  /** Saves the chart on the server; null until it is loaded, and for visitors. */
  saver: LayoutSaver | null;
  setSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
  openPanel: (panel: OpenPanel) => void;
  /** Opens the paywall for a locked choice. */
  refuse: (choice: LockedChoice) => void;
};

const Context = createContext<ChartScreenState | null>(null);

export const ChartScreenProvider = Context.Provider;

/** Throws outside the live chart's screen. */
export function useChartScreen(): ChartScreenState {
  const state = use(Context);
  if (!state) throw new Error('There is no live chart around this component.');
  return state;
}
