import type { PaneId } from '@moneytrail/chart';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';

/** The study pane below the prices, if there is room for one. */
export type PaneChoice = {
  id: string;
  label: string;
  pane: PaneId;
  /** Key of the study left out of the pane. */
  hides: string | null;
};

/** The panes of the default studies. Two studies share one pane; each choice shows one of them. */
const FIRST_CHOICES: readonly PaneChoice[] = [
  { id: 'tightness', label: 'Tightness', pane: 'tightness', hides: null },
  { id: 'longShort', label: 'Long/Short', pane: 'longShort', hides: 'deployment' },
  { id: 'deployment', label: 'Deployment', pane: 'longShort', hides: 'longShortPercentage' },
  { id: 'spread', label: 'Spread', pane: 'liquiditySpread', hides: null },
];
export const USUAL_CHOICE = 'longShort';

/** The choices of a chart: those of the default studies, and every further pane. */
export function paneChoices(studies: readonly StudyOnChart[]): PaneChoice[] {
  const further = new Map<PaneId, PaneChoice>();
  for (const study of studies) {
    const { shortName: label, standsIn: pane } = study;
    const isKnown = pane === 'main' || FIRST_CHOICES.some((choice) => choice.pane === pane);
    if (isKnown || further.has(pane)) continue;
    further.set(pane, { id: pane, label, pane, hides: null });
  }
  return [...FIRST_CHOICES, ...further.values()];
}

/** The choice that shows a study; undefined for studies in the main pane. */
export function choiceOf(studies: readonly StudyOnChart[], key: string): PaneChoice | undefined {
  const pane = studies.find((study) => study.key === key)?.standsIn;
  return paneChoices(studies).find((choice) => choice.pane === pane && choice.hides !== key);
}

/** A choice by its id, or the usual one if that is gone. */
export function shownChoice(studies: readonly StudyOnChart[], id: string): PaneChoice | undefined {
  const choices = paneChoices(studies);
  return (
    choices.find((choice) => choice.id === id) ?? choices.find((one) => one.id === USUAL_CHOICE)
  );
}
