import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type { CandleType, DrawingTool, PriceScale } from '@moneytrail/chart';
import { CANDLE_TYPES } from '@moneytrail/chart/model';
import type { Alert, LayoutHead, SymbolInfo } from '@moneytrail/contract';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBell,
  IconBellPlus,
  IconCalendarSearch,
  IconCamera,
  IconChartHistogram,
  IconCirclePlus,
  IconClock,
  IconDeviceFloppy,
  IconEye,
  IconFileTypeCsv,
  IconKeyboard,
  IconLayoutDashboard,
  IconLayoutSidebarRight,
  IconListDetails,
  IconLock,
  IconLogout,
  IconMathFunction,
  IconMaximize,
  IconMoon,
  IconNews,
  IconPercentage,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlus,
  IconRulerMeasure,
  IconSchool,
  IconSearch,
  IconSettings,
  IconStack2,
  IconStar,
  IconTable,
  IconTrendingUp,
  IconUserCircle,
  IconWorld,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
  type TablerIcon,
} from '@tabler/icons-react';
import { TOPICS } from '../../../lib/topics.ts';
import {
  ADDITIONS,
  ADMIN_ADDITIONS,
  ADMIN_ITEMS,
  DOCUMENT_ITEMS,
  type NavigationItem,
} from '../../../navigation.ts';
import { paths } from '../../../paths.ts';
import type { TimeFrame } from '../bottom-bar/use-time-frame.ts';
import { TOOL_GROUPS, TOOL_NAMES } from '../drawings/drawing-tools.ts';
import { type ChartCommand, keysOf, ZOOM } from '../keyboard/chart-keys.ts';
import type { OpenPanel } from '../model/chart-context.ts';
import { ZONE_CHOICES, type ZoneChoice } from '../model/chart-look.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import { type SearchRow, tickerOf } from '../search/match-symbols.ts';
import { CANDLE_TYPE_LOOKS } from '../toolbar/candle-types.ts';
import type { Findable, PaletteGroup } from './rank.ts';

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
  showFrame: (frame: TimeFrame) => void;
  toggleScale: (scale: PriceScale) => void;
  resetScale: () => void;
  setCandleType: (type: CandleType) => void;
  setZone: (zone: ZoneChoice) => void;
  toggleVolume: () => void;
  toggleDrawings: () => void;
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

type Given = Pick<PaletteCommand, 'id' | 'name' | 'icon' | 'run'> &
  Partial<Pick<PaletteCommand, 'shortName' | 'aliases' | 'detail' | 'keys' | 'found'>>;

function inGroup(group: PaletteGroup, commands: readonly Given[]): PaletteCommand[] {
  return commands.map((command) => ({ shortName: '', aliases: [], ...command, group }));
}

/** All rows that the palette can show now, each id once, the most useful ones of a group first. */
export function paletteCommands(context: PaletteContext): PaletteCommand[] {
  return [
    ...inGroup('Commands', chartCommands(context)),
    ...inGroup('Commands', lookCommands(context)),
    ...inGroup('Intervals', intervalCommands(context)),
    ...inGroup('Indicators', studyCommands(context)),
    ...inGroup('Symbols', symbolCommands(context)),
    ...inGroup('Saved charts', layoutCommands(context)),
    ...inGroup('Alerts', alertCommands(context)),
    ...inGroup('View', viewCommands(context)),
    ...inGroup('Drawing tools', toolCommands(context)),
    ...inGroup('Pages', pageCommands(context)),
  ];
}

function chartCommands(context: PaletteContext): Given[] {
  const { onCommand, openPanel, hasSingleKeys, saved } = context;
  const byKey = (
    id: string,
    name: string,
    icon: TablerIcon,
    command: ChartCommand,
    aliases: readonly string[] = [],
  ): Given => ({
    id,
    name,
    icon,
    aliases,
    keys: keysOf(command, hasSingleKeys),
    run: () => onCommand(command),
  });
  const panel = (kind: 'indicators' | 'compare' | 'go-to' | 'table' | 'alerts' | 'shortcuts') =>
    ({ kind: 'open', panel: { kind } }) as const;
  return [
    {
      ...byKey('search', 'Symbol search', IconSearch, {
        kind: 'open',
        panel: { kind: 'search', text: '' },
      }),
      keys: hasSingleKeys ? 'A … Z' : undefined,
      aliases: ['find instrument', 'ticker', 'open symbol'],
    },
    byKey('indicators', 'Indicators', IconMathFunction, panel('indicators'), ['studies']),
    byKey('compare', 'Compare with other instruments', IconCirclePlus, panel('compare'), [
      'overlay',
      'add symbol',
    ]),
    {
      ...byKey('alert', 'New alert at the crosshair', IconBellPlus, { kind: 'alert' }),
      aliases: ['create alert'],
      run: context.newAlert,
    },
    byKey('alerts', 'List of alerts', IconBell, panel('alerts'), ['alerts drawer', 'webhooks']),
    byKey('go-to', 'Go to date', IconCalendarSearch, panel('go-to'), ['jump', 'history']),
    byKey('watchlist', 'Watchlist', IconListDetails, { kind: 'watchlist' }, ['lists']),
    byKey('add-to-watchlist', 'Add the symbol to the watchlist', IconStar, {
      kind: 'add-to-watchlist',
    }),
    byKey('undo', 'Undo', IconArrowBackUp, { kind: 'undo' }),
    byKey('redo', 'Redo', IconArrowForwardUp, { kind: 'redo' }),
    ...(saved
      ? [
          {
            id: 'save',
            name: 'Save chart',
            icon: IconDeviceFloppy,
            aliases: ['store layout'],
            run: saved.save,
          },
          {
            id: 'layouts',
            name: 'Saved charts',
            icon: IconLayoutDashboard,
            aliases: ['layouts', 'versions', 'share chart', 'open chart'],
            run: () => openPanel({ kind: 'layouts' }),
          },
        ]
      : []),
    byKey('picture', 'Save picture', IconCamera, { kind: 'picture' }, [
      'screenshot',
      'image',
      'export png',
    ]),
    {
      id: 'csv',
      name: 'Save bars as CSV',
      icon: IconFileTypeCsv,
      aliases: ['export', 'download data'],
      run: context.saveCsv,
    },
    byKey('table', 'Table of bars', IconTable, panel('table'), ['data']),
    byKey('reset', 'Reset view', IconZoomReset, { kind: 'reset' }),
    byKey('newest', 'Newest bar', IconPlayerSkipForward, { kind: 'newest' }, ['last bar', 'today']),
    byKey('oldest', 'First bar of the history', IconPlayerSkipBack, { kind: 'oldest' }, ['oldest']),
    byKey('zoom-in', 'Zoom in', IconZoomIn, { kind: 'zoom', factor: ZOOM }),
    byKey('zoom-out', 'Zoom out', IconZoomOut, { kind: 'zoom', factor: 1 / ZOOM }),
    {
      id: 'measure',
      name: 'Measure price and time',
      icon: IconRulerMeasure,
      keys: 'Shift + drag',
      aliases: ['ruler', 'distance'],
      run: context.startMeasuring,
    },
    ...(context.hasSummary
      ? [byKey('summary', 'Summary panel', IconLayoutSidebarRight, { kind: 'summary' })]
      : []),
    {
      id: 'settings',
      name: 'Chart settings',
      icon: IconSettings,
      aliases: ['preferences', 'options', 'colours'],
      run: () => openPanel({ kind: 'settings' }),
    },
    byKey('shortcuts', 'Keyboard shortcuts', IconKeyboard, panel('shortcuts'), ['keys', 'help']),
    ...(context.hasNews
      ? [
          {
            id: 'news',
            name: 'Market news',
            icon: IconNews,
            keys: 'Alt+N',
            run: context.openNews,
          },
        ]
      : []),
    {
      id: 'drawings',
      name: 'List of drawings',
      icon: IconStack2,
      run: () => openPanel({ kind: 'drawings' }),
    },
    {
      id: 'toggle-drawings',
      name: 'Show or hide all drawings',
      icon: IconEye,
      run: context.toggleDrawings,
    },
  ];
}

/** The looks of chart and page that are switched. */
function lookCommands(context: PaletteContext): Given[] {
  const { info, toggleScale } = context;
  return [
    ...(info.mayBeNegative
      ? []
      : [
          {
            id: 'log',
            name: 'Logarithmic scale',
            icon: IconTrendingUp,
            shortName: 'log',
            run: () => toggleScale('log'),
          },
        ]),
    {
      id: 'percent',
      name: 'Percent scale',
      icon: IconPercentage,
      aliases: ['%'],
      run: () => toggleScale('percent'),
    },
    {
      id: 'auto',
      name: 'Automatic scale',
      icon: IconAdjustments,
      aliases: ['reset scale', 'normal scale'],
      run: context.resetScale,
    },
    { id: 'theme', name: 'Dark or light theme', icon: IconMoon, run: context.toggleTheme },
    ...(context.mayFullScreen
      ? [
          {
            id: 'full-screen',
            name: 'Full screen',
            icon: IconMaximize,
            aliases: ['leave full screen', 'fullscreen'],
            run: context.toggleFullScreen,
          },
        ]
      : []),
    {
      id: 'volume',
      name: 'Show or hide the volume',
      icon: IconChartHistogram,
      run: context.toggleVolume,
    },
  ];
}

/** Chart types, ranges and time zones. */
function viewCommands(context: PaletteContext): Given[] {
  return [
    ...CANDLE_TYPES.map((type) => ({
      id: `type:${type}`,
      name: `Chart type: ${CANDLE_TYPE_LOOKS[type].label}`,
      icon: CANDLE_TYPE_LOOKS[type].icon,
      aliases: [CANDLE_TYPE_LOOKS[type].label],
      run: () => context.setCandleType(type),
    })),
    ...context.frames.map((frame) => ({
      id: `range:${frame.label}`,
      name: `Range: ${frame.name}`,
      icon: IconClock,
      detail: `${RESOLUTION_LABELS[frame.resolution]} bars`,
      aliases: [frame.label],
      run: () => context.showFrame(frame),
    })),
    ...ZONE_CHOICES.map((zone) => ({
      id: `zone:${zone}`,
      name: `Time zone: ${context.zoneLabel(zone)}`,
      icon: IconWorld,
      aliases: ['clock'],
      run: () => context.setZone(zone),
    })),
  ];
}

function intervalCommands({ info, setResolution, hasSingleKeys }: PaletteContext): Given[] {
  return info.supported_resolutions.map((resolution) => ({
    id: `interval:${resolution}`,
    name: RESOLUTION_NAMES[resolution],
    shortName: RESOLUTION_LABELS[resolution],
    // As the digits on the chart are read: minutes.
    aliases: [resolution, `interval ${RESOLUTION_NAMES[resolution]}`],
    detail: RESOLUTION_LABELS[resolution],
    keys: hasSingleKeys ? `${resolution.toLowerCase()}, Enter` : undefined,
    icon: IconClock,
    run: () => setResolution(resolution),
  }));
}

function studyCommands(context: PaletteContext): Given[] {
  const added = [...context.houseStudies, ...context.technicalStudies].map((study) => ({
    id: `add-study:${study.id}`,
    name: study.name,
    shortName: study.shortName,
    aliases: [...(study.aliases ?? []), 'add indicator'],
    detail: study.shortName === study.name ? 'add' : `${study.shortName} · add`,
    icon: IconPlus,
    run: () => context.addStudy(study.id),
  }));
  const placed = context.onChart.map((study) => ({
    id: `study:${study.key}`,
    name: `Settings of ${study.name}`,
    aliases: [study.shortName, ...(study.aliases ?? [])],
    detail: study.inputsText,
    icon: IconAdjustments,
    run: () => context.openPanel({ kind: 'inputs', study: study.key }),
  }));
  return [...added, ...placed];
}

function symbolCommands({ symbols, openSymbol }: PaletteContext): Given[] {
  return symbols.map((row) => ({
    id: `symbol:${tickerOf(row)}`,
    name: row.code,
    shortName: row.code,
    aliases: [row.description, `${row.code} ${row.source}`, ...row.assets],
    detail: [row.description, row.source, row.locked ? 'locked' : '']
      .filter((part) => part !== '')
      .join(' · '),
    found: row.found,
    icon: row.locked ? IconLock : IconTrendingUp,
    run: () => openSymbol(row),
  }));
}

function layoutCommands({ layouts, saved }: PaletteContext): Given[] {
  if (!saved) return [];
  return layouts.map((head) => ({
    id: `layout:${head.id}`,
    name: head.name,
    aliases: ['saved chart', 'layout'],
    icon: IconLayoutDashboard,
    run: () => saved.open(head),
  }));
}

function alertCommands({ alerts, openPanel }: PaletteContext): Given[] {
  return alerts.map(({ alert, title, sentence }) => ({
    id: `alert:${alert.id}`,
    name: title,
    aliases: [sentence, 'alert'],
    detail: sentence,
    icon: IconBell,
    run: () => openPanel({ kind: 'change-alert', alert }),
  }));
}

function toolCommands({ onCommand, hasSingleKeys }: PaletteContext): Given[] {
  return TOOL_GROUPS.flatMap(({ name: group, tools }) =>
    tools.map((tool) => {
      const command: ChartCommand = { kind: 'tool', tool };
      return {
        id: `tool:${tool}`,
        name: TOOL_NAMES[tool],
        aliases: [`draw ${TOOL_NAMES[tool]}`, group],
        keys: keysOf(command, hasSingleKeys),
        icon: tool,
        run: () => onCommand(command),
      };
    }),
  );
}

function pageCommands(context: PaletteContext): Given[] {
  const { goTo, leaveTo } = context;
  const admin = context.isSuperAdmin ? [...ADMIN_ITEMS, ...ADMIN_ADDITIONS] : [];
  const page = (open: (path: string) => void, { to, label, icon }: NavigationItem): Given => ({
    id: `page:${to}`,
    name: label,
    icon,
    aliases: ['page'],
    run: () => open(to),
  });
  return [
    ...[...ADDITIONS, ...admin].map((item) => page(goTo, item)),
    { id: 'account', name: 'Manage Account', icon: IconUserCircle, run: context.openAccount },
    ...DOCUMENT_ITEMS.map((item) => page(leaveTo, item)),
    ...TOPICS.filter(({ path }) => path !== paths.education).map(({ path, tab }) => ({
      ...page(leaveTo, { to: path, label: `Guide: ${tab}`, icon: IconSchool }),
      aliases: [tab, 'education', 'learn'],
    })),
    {
      id: 'sign-out',
      name: 'Logout',
      icon: IconLogout,
      aliases: ['sign out'],
      run: context.signOut,
    },
  ];
}
