import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import {
  IconAdjustments,
  IconBell,
  IconClock,
  IconLayoutDashboard,
  IconLock,
  IconLogout,
  IconPlus,
  IconSchool,
  IconTrendingUp,
  IconUserCircle,
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
import { TOOL_GROUPS, TOOL_NAMES } from '../drawings/drawing-tools.ts';
import { type ChartCommand, keysOf } from '../keyboard/chart-keys.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { tickerOf } from '../search/match-symbols.ts';
import { chartCommands, lookCommands, viewCommands } from './chart-commands.ts';
import type { Given, PaletteCommand, PaletteContext } from './context.ts';
import type { PaletteGroup } from './rank.ts';

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

function intervalCommands({ info, setResolution, hasSingleKeys }: PaletteContext): Given[] {
  return info.supported_resolutions.map((resolution) => ({
    id: `interval:${resolution}`,
    name: RESOLUTION_NAMES[resolution],
    shortName: RESOLUTION_LABELS[resolution],
    // Digits are minutes, as they are when typed on the chart.
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

function toolCommands(context: PaletteContext): Given[] {
  const { onCommand, hasSingleKeys } = context;
  return TOOL_GROUPS.flatMap(({ name: group, tools }) =>
    tools.map((tool) => {
      const command: ChartCommand = { kind: 'tool', tool };
      return {
        id: `tool:${tool}`,
        name: TOOL_NAMES[tool],
        aliases: [`draw ${TOOL_NAMES[tool]}`, group],
        keys: keysOf(command, hasSingleKeys, context.changedKeys),
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
