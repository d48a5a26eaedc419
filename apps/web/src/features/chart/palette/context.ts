import type { CandleType, DrawingTool, PriceScale } from '@moneytrail/chart';
import type { Alert, LayoutHead, SavedScreen, SymbolInfo } from '@moneytrail/contract';
import type { TablerIcon } from '@tabler/icons-react';
import type { TimeFrame } from '../bottom-bar/use-time-frame.ts';
import type { ChangedKeys } from '../keyboard/changed-keys.ts';
import type { ChartCommand } from '../keyboard/chart-keys.ts';
import type { OpenPanel } from '../model/chart-context.ts';
import type { ZoneChoice } from '../model/chart-look.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import type { SearchRow } from '../search/match-symbols.ts';
import type { Findable } from './rank.ts';

/** One row of the palette. */
export type PaletteCommand = Findable & {
  /** Beside the name. */
  detail?: string;
  keys?: string | undefined;
  /** An icon, or the tool whose picture stands for it. */
  icon: TablerIcon | DrawingTool;
  run: () => void;
};

type StudyKind = Pick<StudyOnChart, 'id' | 'name' | 'shortName'> & { aliases?: readonly string[] };

/** The actions that exist elsewhere on the page, and what they act on. */
export type PaletteContext = {
  info: Pick<SymbolInfo, 'supported_resolutions' | 'mayBeNegative'>;
  hasSummary: boolean;
  hasSingleKeys: boolean;
  changedKeys: ChangedKeys;
  hasNews: boolean;
  mayFullScreen: boolean;
  /** Null for visitors. */
  saved: { save: () => void; open: (head: LayoutHead) => void } | null;
  isSuperAdmin: boolean;
  frames: readonly TimeFrame[];
  houseStudies: readonly StudyKind[];
  technicalStudies: readonly StudyKind[];
  onChart: readonly (StudyKind & { key: string; inputsText: string })[];
  symbols: readonly (SearchRow & { found: 'here' | 'late' })[];
  layouts: readonly LayoutHead[];
  /** The user's saved screens of the screener. */
  screens: readonly SavedScreen[];
  openScreen: (screen: SavedScreen) => void;
  alerts: readonly { alert: Alert; title: string; sentence: string }[];
  /** Zones with their present names. */
  zoneLabel: (zone: ZoneChoice) => string;
  /** Runs a command as its key does. */
  onCommand: (command: ChartCommand) => void;
  openPanel: (panel: OpenPanel) => void;
  setResolution: (resolution: SymbolInfo['supported_resolutions'][number]) => void;
  openSymbol: (row: SearchRow) => void;
  addStudy: (id: string) => void;
  newAlert: () => void;
  newNote: () => void;
  showFrame: (frame: TimeFrame) => void;
  toggleScale: (scale: PriceScale) => void;
  resetScale: () => void;
  setCandleType: (type: CandleType) => void;
  setZone: (zone: ZoneChoice) => void;
  setChartCount: (count: number) => void;
  toggleVolume: () => void;
  toggleDrawings: () => void;
  /** Those of the chart's instrument. */
  removeDrawings: () => void;
  startMeasuring: () => void;
  saveCsv: () => void;
  toggleFullScreen: () => void;
  toggleTheme: () => void;
  openNews: () => void;
  openAccount: () => void;
  signOut: () => void;
  /** Opens a page of the application. */
  goTo: (path: string) => void;
  /** Opens a document of its own. */
  leaveTo: (path: string) => void;
};

/** A row before it has a group. */
export type Given = Pick<PaletteCommand, 'id' | 'name' | 'icon' | 'run'> &
  Partial<Pick<PaletteCommand, 'shortName' | 'aliases' | 'detail' | 'keys' | 'found'>>;
