import type { Mark, SavedScreen, SnapshotResolution, SymbolInfo } from '@moneytrail/contract';
import type { ComponentType } from 'react';

/** Parts of other features that the page gets from its composition. */
export type ScreenerParts = {
  /** Bars with levels and marks at an interval. */
  Chart: ComponentType<{
    info: SymbolInfo;
    marks: readonly Mark[] | null;
    isExchangeOffline: boolean;
    resolution: SnapshotResolution;
  }>;
  AddToWatchlist: ComponentType<{
    label: string;
    isDisabled: boolean;
    readSymbols: () => Promise<readonly string[]>;
  }>;
  /** The dialog of a new alert on a saved screen. */
  ScreenAlert: ComponentType<{ screen: SavedScreen; onClose: () => void }>;
};
