import { DAY_MS } from '@moneytrail/calendar';
import {
  matchRank,
  NEAR_MATCH,
  NO_MATCH,
  PARTS_MATCH,
} from '@moneytrail/technical-indicators/search';
import { record } from '../../../lib/record.ts';

/** In the order of groups that match equally well. */
export const PALETTE_GROUPS = [
  'Commands',
  'Intervals',
  'Indicators',
  'Symbols',
  'Saved charts',
  'Saved screens',
  'Alerts',
  'View',
  'Drawing tools',
  'Pages',
] as const;

export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** A command as far as it is found and ranked. */
export type Findable = {
  /** The same on every visit. */
  id: string;
  group: PaletteGroup;
  name: string;
  /** Empty for none. */
  shortName: string;
  aliases: readonly string[];
  /** Found by a search of its own: `late` after the others, whose order it leaves alone. */
  found?: 'here' | 'late';
};

/** How often a command was chosen, with the older uses weighing less, until `atMs`. */
export type CommandUse = { id: string; weight: number; atMs: number };

export const MOST_USES = 200;
const HALF_LIFE_MS = 14 * DAY_MS;

/** The uses at a time; each weighs half as much after two weeks. */
function weightAt({ weight, atMs }: CommandUse, nowMs: number): number {
  return weight * 2 ** (-Math.max(0, nowMs - atMs) / HALF_LIFE_MS);
}

/** Counts a use; of too many commands, those used least are forgotten. */
export function withUse(uses: readonly CommandUse[], id: string, nowMs: number): CommandUse[] {
  const former = uses.find((use) => use.id === id);
  const weight = (former ? weightAt(former, nowMs) : 0) + 1;
  const others = uses
    .filter((use) => use !== former)
    .toSorted((a, b) => weightAt(b, nowMs) - weightAt(a, nowMs));
  return [{ id, weight, atMs: nowMs }, ...others.slice(0, MOST_USES - 1)];
}

export function readUses(stored: unknown): CommandUse[] {
  const list: unknown[] = Array.isArray(stored) ? stored : [];
  return list
    .flatMap((each) => {
      const { id, weight, atMs } = record(each);
      const isUse = typeof id === 'string' && isPositive(weight) && isPositive(atMs);
      return isUse ? [{ id, weight, atMs }] : [];
    })
    .slice(0, MOST_USES);
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

export type FoundGroup<Command> = { title: PaletteGroup | 'Recent'; commands: Command[] };

const MOST_RECENT = 6;
const MOST_OF_GROUP = 8;
/** Groups that are listed without a text. */
const LISTED: readonly PaletteGroup[] = ['Commands', 'Intervals', 'View', 'Drawing tools', 'Pages'];

/**
 * The commands that match a text, by match, then use, then in their own order; the groups by their best match. Without
 * a text, those used most come first, and then all of the chart's own.
 */
export function foundGroups<Command extends Findable>(
  commands: readonly Command[],
  { text, uses, nowMs }: { text: string; uses: readonly CommandUse[]; nowMs: number },
): FoundGroup<Command>[] {
  const weights = new Map(uses.map((use) => [use.id, weightAt(use, nowMs)]));
  const weightOf = ({ id }: Command) => weights.get(id) ?? 0;
  if (text.trim() === '') return listedGroups(commands, weightOf);
  const ranked = commands
    .map((command) => ({ command, rank: rankOf(command, text) }))
    .filter(({ rank }) => rank !== NO_MATCH)
    .sort((a, b) => a.rank - b.rank || weightOf(b.command) - weightOf(a.command));
  // Parts of words are noise beside whole ones, and misspelled words beside both.
  const best = ranked[0]?.rank;
  const shown = ranked.filter(
    ({ rank }) => rank === best || (rank !== PARTS_MATCH && rank !== NEAR_MATCH),
  );
  // A map keeps the order in which its keys came: that of the best matches.
  const groups = new Map<PaletteGroup, Command[]>();
  const byGroup = shown.toSorted(
    (a, b) => a.rank - b.rank || orderOf(a.command) - orderOf(b.command),
  );
  for (const { command } of byGroup) groups.set(command.group, []);
  for (const { command } of shown) groups.get(command.group)?.push(command);
  return [...groups].map(([title, all]) => ({ title, commands: all.slice(0, MOST_OF_GROUP) }));
}

function listedGroups<Command extends Findable>(
  commands: readonly Command[],
  weightOf: (command: Command) => number,
): FoundGroup<Command>[] {
  const recent = commands
    .filter((command) => weightOf(command) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, MOST_RECENT);
  const rest = LISTED.map((title) => ({
    title,
    commands: commands.filter((one) => one.group === title && !recent.includes(one)),
  }));
  return [{ title: 'Recent' as const, commands: recent }, ...rest].filter(
    (group) => group.commands.length > 0,
  );
}

function orderOf({ group }: Findable): number {
  return PALETTE_GROUPS.indexOf(group);
}

/** Written as the short name is: `1M` is a month, `1m` a minute. */
const SAME = -1;
const FOUND_BY_OTHER_WORDS = PARTS_MATCH - 1;
const LATE = NO_MATCH + 1;

function rankOf(command: Findable, text: string): number {
  if (command.found === 'late') return LATE;
  if (text.trim() === command.shortName) return SAME;
  const rank = matchRank(text, command);
  return command.found === 'here' ? Math.min(rank, FOUND_BY_OTHER_WORDS) : rank;
}
