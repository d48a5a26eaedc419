import { STUDIES, type StudyDefinition, type StudyId } from '@moneytrail/indicators';
import type { PaneId } from '../chart-events.ts';
import type { ChartStudy } from '../chart-look.ts';

/** Studies on a chart at most: each has its lines, its row in a legend and maybe its pane. */
export const MOST_STUDIES = 40;

/** What may stand in a pane together: studies of one kind share the units of an axis. */
export type PaneKind = StudyDefinition['pane'];

/** The kinds of panes from top to bottom. */
const PANE_KINDS = [
  'main',
  'tightness',
  'longShort',
  'liquiditySpread',
] as const satisfies readonly PaneKind[];

const NUMBERED = /^([a-zA-Z]+)(?:-([2-9]|[1-9]\d))?$/;

/** `tightness-2`: the second of a name; the first has the name alone. */
function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name}-${number}`;
}

/** Name and number of a key; null where it is none. */
function partsOf(key: string): { name: string; number: number } | null {
  const [, name, number = '1'] = NUMBERED.exec(key) ?? [];
  return name === undefined ? null : { name, number: Number(number) };
}

/** Which of its name a study is, from 1. */
export function studyNumber(key: string): number {
  return partsOf(key)?.number ?? 1;
}

/** Whether a key may be that of a study of the catalogue. */
export function isKeyOf(id: StudyId, key: unknown): key is string {
  return typeof key === 'string' && partsOf(key)?.name === id;
}

/** The key for one more study: its name where that is free, else with the lowest free number. */
export function freeStudyKey(id: StudyId, studies: readonly Pick<ChartStudy, 'key'>[]): string {
  return freeName(
    id,
    studies.map(({ key }) => key),
  );
}

/** The name of one more pane of a kind. */
export function freePane(kind: PaneKind, panes: readonly PaneId[]): PaneId {
  return freeName(kind, panes);
}

function freeName(name: string, taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(numbered(name, number))) number += 1;
  return numbered(name, number);
}

/** The kind of a pane; null where there is no such pane. */
export function paneKind(pane: PaneId): PaneKind | null {
  const name = partsOf(pane)?.name;
  return PANE_KINDS.find((kind) => kind === name) ?? null;
}

function kindOf(id: StudyId): PaneKind {
  return STUDIES.find((study) => study.id === id)?.pane ?? 'main';
}

/** Where a study stands until it is moved: the second of a name in the second pane of its kind. */
export function usualPane({ id, key }: Pick<ChartStudy, 'id' | 'key'>): PaneId {
  const kind = kindOf(id);
  return kind === 'main' ? kind : numbered(kind, studyNumber(key));
}

/** Whether a study may stand in a pane. */
export function mayStandIn(id: StudyId, pane: unknown): pane is PaneId {
  return kindOf(id) !== 'main' && typeof pane === 'string' && paneKind(pane) === kindOf(id);
}

/** The pane that a study stands in. */
export function paneOf(study: Pick<ChartStudy, 'id' | 'key' | 'pane'>): PaneId {
  return mayStandIn(study.id, study.pane) ? study.pane : usualPane(study);
}

/** Panes, each once, from top to bottom. */
export function inPaneOrder(panes: Iterable<PaneId>): PaneId[] {
  const given = [...new Set(panes)];
  return PANE_KINDS.flatMap((kind) =>
    given.filter((pane) => paneKind(pane) === kind).sort((a, b) => studyNumber(a) - studyNumber(b)),
  );
}
