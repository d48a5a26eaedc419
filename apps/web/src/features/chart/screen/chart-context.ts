import type { Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import type { StudyId } from '@moneytrail/indicators';
import { createContext, use } from 'react';
import type { ChartSession } from '../session/chart-session.ts';
import type { OpenPanel } from './open-panel.ts';

/** What every part of the live chart shares. */
export type ChartScreenState = {
  info: SymbolInfo;
  resolution: Resolution;
  /** Decimals of a price. */
  decimals: number;
  /** IANA zone of the chart's clock. */
  zone: string;
  isExchangeOffline: boolean;
  /** The study that the choice of the one pane leaves out. */
  leftOutStudy: StudyId | null;
  /** Null until the canvas is on the page. */
  session: ChartSession | null;
  setSymbol: (symbol: string) => void;
  setResolution: (resolution: Resolution) => void;
  openPanel: (panel: OpenPanel) => void;
};

const Context = createContext<ChartScreenState | null>(null);

export const ChartScreenProvider = Context.Provider;

/** The shared state of the live chart; only inside its screen. */
export function useChartScreen(): ChartScreenState {
  const state = use(Context);
  if (!state) throw new Error('There is no live chart around this component.');
  return state;
}
