import { STUDIES } from '@moneytrail/indicators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeStudyKey, inPaneOrder, isKeyOf, paneKind, paneOf, usualPane } from './study-places.ts';

const id = fc.constantFrom(...STUDIES.map((study) => study.id));

describe('studies on a chart', () => {
  it('each have their own key, however many of one kind there are', () => {
    fc.assert(
      fc.property(fc.array(id, { maxLength: 40 }), (ids) => {
        const studies: { key: string }[] = [];
        for (const one of ids) {
          const key = freeStudyKey(one, studies);
          expect(isKeyOf(one, key)).toBe(true);
          studies.push({ key });
        }
        expect(new Set(studies.map(({ key }) => key)).size).toBe(ids.length);
      }),
    );
  });

  it('reuse the key of a removed study', () => {
    const studies = [{ key: 'tightness' }, { key: 'tightness-3' }];
    expect(freeStudyKey('tightness', studies)).toBe('tightness-2');
    expect(freeStudyKey('combo', studies)).toBe('combo');
  });

  it('stand in a pane of their kind: the second in the second, or the one they were moved to', () => {
    expect(usualPane({ id: 'deployment', key: 'deployment-2' })).toBe('longShort-2');
    expect(paneOf({ id: 'deployment', key: 'deployment-2', pane: 'longShort' })).toBe('longShort');
    expect(paneOf({ id: 'deployment', key: 'deployment', pane: 'tightness' })).toBe('longShort');
    expect(paneOf({ id: 'combo', key: 'combo-2', pane: 'tightness' })).toBe('main');
  });

  it('have panes in the order of their kinds, then of their numbers', () => {
    const panes = ['liquiditySpread', 'tightness-10', 'main', 'tightness-2', 'longShort', 'main'];
    expect(inPaneOrder(panes)).toEqual([
      'main',
      'tightness-2',
      'tightness-10',
      'longShort',
      'liquiditySpread',
    ]);
    expect(paneKind('candle_pane')).toBeNull();
    expect(paneKind('tightness-1')).toBeNull();
  });
});
