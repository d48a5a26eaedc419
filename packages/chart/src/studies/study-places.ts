import { findStudy } from '@moneytrail/indicators';
import type { PaneId } from '../chart-events.ts';
import type { ChartStudy } from '../chart-look.ts';

export const MOST_STUDIES = 40;

/** Studies of one kind share the units of an axis and may share a pane. A study of the field has a kind of its own. */
export type PaneKind = string;

/** Top to bottom; panes of other kinds stand below, in the order of their studies. */
const HOUSE_KINDS: readonly PaneKind[] = ['main', 'tightness', 'longShort', 'liquiditySpread'];

const NUMBERED = /^([a-zA-Z]+)(?:-([2-9]|[1-9]\d))?$/;

/** `tightness-2` is the second of a name; the first has the name alone. */
function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name}-${number}`;
}

function partsOf(key: string): { name: string; number: number } | null {
  const [, name, number = '1'] = NUMBERED.exec(key) ?? [];
  return name === undefined ? null : { name, number: Number(number) };
}

/** The number of a study among those of its name, from 1. */
export function studyNumber(key: string): number {
  return partsOf(key)?.number ?? 1;
}

/** A key is valid for a study if its name is the study's id. */
export function isKeyOf(id: string, key: unknown): key is string {
  return typeof key === 'string' && partsOf(key)?.name === id;
}

/** The key of a new study: its id if free, else with the lowest free number. */
export function freeStudyKey(id: string, studies: readonly Pick<ChartStudy, 'key'>[]): string {
  return freeName(
    id,
    studies.map(({ key }) => key),
  );
}

/** The name of a new pane of a kind. */
export function freePane(kind: PaneKind, panes: readonly PaneId[]): PaneId {
  return freeName(kind, panes);
}

function freeName(name: string, taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(numbered(name, number))) number += 1;
  return numbered(name, number);
}

/** Null for what is no name of a pane. */
export function paneKind(pane: PaneId): PaneKind | null {
  return partsOf(pane)?.name ?? null;
}

/** The kind of a study's pane. One whose code is not loaded has either the main pane or, moved, one of its own kind. */
function kindOf(id: string): PaneKind {
  return findStudy(id)?.pane ?? id;
}

/** A study's pane until it is moved: the second of a name stands in the second pane of its kind. */
export function usualPane({ id, key }: Pick<ChartStudy, 'id' | 'key'>): PaneId {
  const kind = kindOf(id);
  return kind === 'main' ? kind : numbered(kind, studyNumber(key));
}

export function mayStandIn(id: string, pane: unknown): pane is PaneId {
  return kindOf(id) !== 'main' && typeof pane === 'string' && paneKind(pane) === kindOf(id);
}

export function paneOf(study: Pick<ChartStudy, 'id' | 'key' | 'pane'>): PaneId {
  return mayStandIn(study.id, study.pane) ? study.pane : usualPane(study);
}

/** Sorts panes from top to bottom, without duplicates. */
export function inPaneOrder(panes: Iterable<PaneId>): PaneId[] {
  const given = [...new Set(panes)];
  const kinds = new Set([...HOUSE_KINDS, ...given.map((pane) => paneKind(pane) ?? pane)]);
  return [...kinds].flatMap((kind) =>
    given.filter((pane) => paneKind(pane) === kind).sort((a, b) => studyNumber(a) - studyNumber(b)),
  );
}
