import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import { IconAdjustments, IconBell, IconClock, IconPlus } from '@tabler/icons-react';
import { TOOL_ALIASES, TOOL_GROUPS, TOOL_NAMES } from '../drawings/drawing-tools.ts';
import { type ChartCommand, keysOf } from '../keyboard/chart-keys.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { chartCommands, lookCommands, viewCommands } from './chart-commands.ts';
import type { Given, PaletteCommand, PaletteContext } from './context.ts';
import {
  frameCommands,
  inGroup,
  layoutCommands,
  pageCommands,
  screenCommands,
  symbolCommands,
} from './page-commands.ts';

/** All rows that the palette can show now, each id once, the most useful ones of a group first. */
export function paletteCommands(context: PaletteContext): PaletteCommand[] {
  return [
    ...inGroup('Commands', chartCommands(context)),
    ...inGroup('Commands', lookCommands(context)),
    ...inGroup('Commands', frameCommands(context)),
    ...inGroup('Intervals', intervalCommands(context)),
    ...inGroup('Indicators', studyCommands(context)),
    ...inGroup('Symbols', symbolCommands(context)),
    ...inGroup('Saved charts', context.saved ? layoutCommands(context.layouts, context.saved) : []),
    ...inGroup('Saved screens', screenCommands(context)),
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
        aliases: [`draw ${TOOL_NAMES[tool]}`, ...(TOOL_ALIASES[tool] ?? []), group],
        keys: keysOf(command, hasSingleKeys, context.changedKeys),
        icon: tool,
        run: () => onCommand(command),
      };
    }),
  );
}
