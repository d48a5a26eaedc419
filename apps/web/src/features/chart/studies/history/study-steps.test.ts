import type { UndoCommand } from '@moneytrail/chart';
import { describe, expect, it } from 'vitest';
import {
  presentPreferences,
  setStudyOnChart,
  toggleStudy,
  updatePreferences,
} from '../../preferences/preferences.ts';
import { pushStudyStep } from './study-steps.ts';

/** Steps in the order in which they were made. */
function startHistory() {
  const steps: UndoCommand[] = [];
  const step = (change: () => void) => {
    const before = presentPreferences();
    change();
    pushStudyStep({ push: (command) => steps.push(command) }, before);
  };
  return { steps, step };
}

const settings = () => {
  const { inputs, styles, hiddenStudies, removedStudies } = presentPreferences();
  return { inputs, styles, hiddenStudies, removedStudies };
};

describe('changes of studies', () => {
  it('are taken back one by one to the start, and done again to the end', () => {
    const { steps, step } = startHistory();
    const states = [settings()];
    const changes = [
      () => toggleStudy('combo'),
      () => setStudyOnChart('deployment', false),
      () => updatePreferences({ inputs: { ...presentPreferences().inputs, length: 50 } }),
      () => updatePreferences({ styles: { combo: { longSupport: { widthPx: 3 } } } }),
      () => setStudyOnChart('deployment', true),
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

  it('are one step where a dialog made several, and none where it left all as it was', () => {
    const { steps, step } = startHistory();
    const before = settings();
    step(() => {
      toggleStudy('combo');
      updatePreferences({ inputs: { ...presentPreferences().inputs, length: 70 } });
    });
    step(() => {
      toggleStudy('tightness');
      toggleStudy('tightness');
    });
    expect(steps).toHaveLength(1);
    steps[0]?.undo();
    expect(settings()).toEqual(before);
  });

  it('leave everything else as it was changed meanwhile', () => {
    const { steps, step } = startHistory();
    step(() => toggleStudy('combo'));
    updatePreferences({ candleType: 'area' });
    setStudyOnChart('deployment', false);
    steps[0]?.undo();
    expect(presentPreferences().candleType).toBe('area');
    expect(presentPreferences().removedStudies).toContain('deployment');
  });
});
