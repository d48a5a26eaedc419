import type { ChartStudy, UndoCommand } from '@moneytrail/chart';
import { USUAL_STUDIES } from '@moneytrail/chart/model';
import type { StudyId } from '@moneytrail/indicators';
import { describe, expect, it } from 'vitest';
import {
  changeStudies,
  presentPreferences,
  updatePreferences,
} from '../preferences/preferences.ts';
import { withChange } from '../preferences/studies-on-chart.ts';
import { withStudy } from './add-study.ts';
import { pushStudyStep } from './use-study-actions.ts';

function startHistory() {
  const steps: UndoCommand[] = [];
  const step = (change: () => void) => {
    const before = presentPreferences();
    change();
    pushStudyStep({ push: (command) => steps.push(command), change: changeStudies }, before);
  };
  return { steps, step };
}

const settings = () => {
  const { inputs, studies } = presentPreferences();
  return { inputs, studies };
};

function change(key: string, changes: Partial<ChartStudy>): void {
  updatePreferences({ studies: withChange(presentPreferences().studies, key, changes) });
}

function toggle(key: string): void {
  const study = presentPreferences().studies.find((one) => one.key === key);
  change(key, { isVisible: !study?.isVisible });
}

function remove(key: string): void {
  const { studies } = presentPreferences();
  updatePreferences({ studies: studies.filter((study) => study.key !== key) });
}

function add(id: StudyId): void {
  const { studies, inputs } = presentPreferences();
  updatePreferences({ studies: withStudy(studies, id, inputs).studies });
}

describe('changes of studies', () => {
  it('are undone one by one to the start, and redone to the end', () => {
    const { steps, step } = startHistory();
    const states = [settings()];
    const changes = [
      () => toggle('combo'),
      () => remove('deployment'),
      () => add('tightness'),
      () => updatePreferences({ inputs: { ...presentPreferences().inputs, length: 50 } }),
      () => change('combo', { styles: { longSupport: { widthPx: 3 } } }),
      () => add('deployment'),
    ];
    for (const change of changes) {
      step(change);
      states.push(settings());
    }
    expect(steps).toHaveLength(changes.length);
    for (const [index, { undo }] of [...steps.entries()].toReversed()) {
      undo();
      expect(settings()).toEqual(states[index]);
    }
    for (const [index, { redo }] of steps.entries()) {
      redo();
      expect(settings()).toEqual(states[index + 1]);
    }
  });

  it('are one step if a dialog made several, and none if it changed nothing', () => {
    const { steps, step } = startHistory();
    const before = settings();
    step(() => {
      toggle('combo');
      updatePreferences({ inputs: { ...presentPreferences().inputs, length: 70 } });
    });
    step(() => {
      toggle('tightness');
      toggle('tightness');
    });
    expect(steps).toHaveLength(1);
    steps[0]?.undo();
    expect(settings()).toEqual(before);
  });

  it('keep later changes of other studies, and their places', () => {
    updatePreferences({ studies: USUAL_STUDIES });
    const { steps, step } = startHistory();
    step(() => toggle('tightness'));
    step(() => remove('combo'));
    add('deployment');
    change('tightness', { styles: { shortTerm: { widthPx: 3 } } });
    const [toggled, removed] = steps;
    removed?.undo();
    const keys = () => presentPreferences().studies.map(({ key }) => key);
    const withSecond = (key: string) => (key === 'deployment' ? [key, 'deployment-2'] : [key]);
    expect(keys()).toEqual(USUAL_STUDIES.flatMap(({ key }) => withSecond(key)));
    toggled?.undo();
    const { studies } = presentPreferences();
    expect(studies.find(({ key }) => key === 'tightness')?.isVisible).toBe(true);
    expect(studies.some(({ key }) => key === 'deployment-2')).toBe(true);
    removed?.redo();
    expect(keys()).not.toContain('combo');
  });

  it('keep later changes of everything else', () => {
    const { steps, step } = startHistory();
    step(() => toggle('combo'));
    updatePreferences({ candleType: 'area' });
    steps[0]?.undo();
    expect(presentPreferences().candleType).toBe('area');
  });
});
