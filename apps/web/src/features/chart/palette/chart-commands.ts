import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { CANDLE_TYPES, CHART_COUNTS } from '@moneytrail/chart/model';
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
  IconInfoCircle,
  IconKeyboard,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconLayoutSidebarRight,
  IconListDetails,
  IconMathFunction,
  IconNotebook,
  IconPencilPlus,
  IconPercentage,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackPrev,
  IconRulerMeasure,
  IconSearch,
  IconSettings,
  IconStack2,
  IconStar,
  IconTable,
  IconTrash,
  IconTrendingUp,
  IconWorld,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ChartCommand, keysOf, ZOOM } from '../keyboard/chart-keys.ts';
import { ZONE_CHOICES } from '../model/chart-look.ts';
import { CANDLE_TYPE_LOOKS } from '../toolbar/candle-types.ts';
import type { Given, PaletteContext } from './context.ts';

/** The actions of toolbar, menus and keys. */
export function chartCommands(context: PaletteContext): Given[] {
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
    keys: keysOf(command, hasSingleKeys, context.changedKeys),
    run: () => onCommand(command),
  });
  const panel = (
    kind:
      | 'indicators'
      | 'compare'
      | 'go-to'
      | 'table'
      | 'alerts'
      | 'symbol'
      | 'journal'
      | 'shortcuts',
  ) => ({ kind: 'open', panel: { kind } }) as const;
  return [
    {
      ...byKey('search', 'Symbol search', IconSearch, {
        kind: 'open',
        panel: { kind: 'search', text: '' },
      }),
      keys: hasSingleKeys ? 'A … Z' : undefined,
      aliases: ['find instrument', 'ticker', 'open symbol'],
    },
    byKey('symbol', 'About the symbol', IconInfoCircle, panel('symbol'), [
      'facts',
      'session',
      'holidays',
      'contract dates',
      '52 weeks',
      'instrument information',
    ]),
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
    byKey('journal', 'Journal', IconNotebook, panel('journal'), [
      'notes',
      'diary',
      'list of notes',
    ]),
    {
      ...byKey('note', 'New note at the crosshair', IconPencilPlus, { kind: 'note' }),
      aliases: ['write a note', 'journal entry'],
      run: context.newNote,
    },
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
    ...CHART_COUNTS.map((count) => ({
      id: `charts/${count}`,
      name: count === 1 ? 'One chart' : `${count} charts on the page`,
      icon: IconLayoutGrid,
      aliases: ['multi chart', 'grid', 'split screen', 'several charts'],
      run: () => context.setChartCount(count),
    })),
    byKey('next-chart', 'Next chart of the page', IconLayoutGrid, { kind: 'chart', by: 1 }, [
      'switch chart',
      'active chart',
    ]),
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
    byKey(
      'replay',
      'Replay from the crosshair, or back to live',
      IconPlayerTrackPrev,
      { kind: 'replay' },
      ['bar replay', 'backtest', 'paper trading'],
    ),
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
    {
      id: 'remove-drawings',
      name: 'Remove all drawings',
      icon: IconTrash,
      aliases: ['clear drawings', 'delete drawings'],
      run: context.removeDrawings,
    },
  ];
}

/** The looks of the chart that are switched. */
export function lookCommands(context: PaletteContext): Given[] {
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
    {
      id: 'volume',
      name: 'Show or hide the volume',
      icon: IconChartHistogram,
      run: context.toggleVolume,
    },
  ];
}

/** Chart types, ranges and time zones. */
export function viewCommands(context: PaletteContext): Given[] {
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
