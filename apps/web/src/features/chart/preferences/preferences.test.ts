import { firstStyle, USUAL_STUDIES } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { describe, expect, it } from 'vitest';
import type { TextStorage } from '../../../lib/stored-text.ts';
import { COLOUR_BLIND_COLOURS, STANDARD_COLOURS } from '../model/chart-look.ts';
import {
  areMarksShown,
  createPreferenceStore,
  haveDefaultSignals,
  readPreferences,
} from './preferences.ts';
import { withChange } from './studies-on-chart.ts';

describe('stored preferences', () => {
  it.each([undefined, null, 'x', 7, [], { candleType: 3, inputs: { length: 'many' } }])(
    'are the defaults where %j is stored',
    (stored) => {
      const read = readPreferences(stored);
      expect(read.candleType).toBe('candles');
      expect(read.zone).toBe('johannesburg');
      expect(read.inputs).toEqual(DEFAULT_INPUTS);
      expect(read.isSummaryOpen).toBe(true);
    },
  );

  it('come back as they were stored', () => {
    const changed = {
      ...readPreferences({}),
      candleType: 'heikinAshi',
      inputs: { ...DEFAULT_INPUTS, longTermLength: 200 },
      studies: [
        {
          key: 'longTermLevels',
          id: 'longTermLevels',
          inputs: {},
          isVisible: false,
          styles: { support: { colour: 'longShort', widthPx: 3, dash: 'dotted', opacity: 0.4 } },
        },
        {
          key: 'tightness-2',
          id: 'tightness',
          inputs: { ...DEFAULT_INPUTS, shortTermLength: 33 },
          isVisible: true,
          pane: 'tightness',
        },
      ],
      colours: { up: 'longSupport', down: 'longShort' },
      guides: {
        hasGrid: false,
        hasLastPriceLine: true,
        hasCountdown: false,
        hasSessionBreaks: true,
        hasTags: true,
      },
      drawing: {
        magnet: 'weak',
        staysInTool: true,
        isBarFolded: true,
        lastTools: ['ray', 'brush'],
        styles: {
          trendLine: { colour: 'longShort', widthPx: 4, dash: 'dotted', fillOpacity: 0 },
          rectangle: { colour: 'deployment', widthPx: 1, dash: 'solid', fillOpacity: 0.3 },
        },
      },
    };
    expect(readPreferences(JSON.parse(JSON.stringify(changed)))).toEqual(changed);
  });

  it('forget styles of lines that are not offered or do not exist', () => {
    const stored = {
      longTermLevels: { support: { colour: 'red', widthPx: 40, dash: 'dashed' }, middle: {} },
      combo: {
        longSupport: { isVisible: false, colour: 'comboLong', fillOpacity: 0.2 },
        shortResistance: { fillOpacity: 0.9, opacity: 0 },
        longResistance: { fillOpacity: 0 },
      },
      deployment: { deployment: { colour: 'comboShort', isVisible: true } },
    };
    const studies = Object.entries(stored).map(([id, styles]) => ({ key: id, id, styles }));
    const read = readPreferences({ studies }).studies.map(({ key, styles }) => [key, styles]);
    expect(read).toEqual([
      ['longTermLevels', { support: { dash: 'dashed' } }],
      [
        'combo',
        {
          longSupport: { isVisible: false, colour: 'comboLong' },
          longResistance: { fillOpacity: 0 },
        },
      ],
      ['deployment', undefined],
    ]);
  });

  it('forget how drawings of tools that do not exist look, and looks that are not offered', () => {
    const drawing = {
      magnet: 'huge',
      lastTools: ['ray', 'circle', 7],
      styles: {
        circle: {},
        trendLine: { colour: 'red', widthPx: 40, dash: 'dashed', fillOpacity: 0.5 },
      },
    };
    expect(readPreferences({ drawing }).drawing).toEqual({
      magnet: 'off',
      staysInTool: false,
      isBarFolded: false,
      lastTools: ['ray'],
      styles: { trendLine: { ...firstStyle('trendLine'), dash: 'dashed' } },
    });
  });

  it('show every guide until it is taken away', () => {
    expect(Object.values(readPreferences({ guides: 7 }).guides)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it.each([
    ['what is not offered', { up: 'red', down: 'candleDown' }],
    ['one colour for both', { up: 'longShort', down: 'longShort' }],
    ['the former name of the standard set', 'standard'],
  ])('have the standard colours of bars where there is stored %s', (_, colours) => {
    expect(readPreferences({ colours }).colours).toEqual(STANDARD_COLOURS);
  });

  it('keep the colours for who cannot tell red from green under their former name', () => {
    expect(readPreferences({ colours: 'colourBlind' }).colours).toEqual(COLOUR_BLIND_COLOURS);
  });

  it('have every study once until some are stored', () => {
    expect(readPreferences({}).studies).toEqual(USUAL_STUDIES);
    expect(readPreferences({ studies: [] }).studies).toEqual([]);
  });

  it('keep what was chosen when there was one study of each kind', () => {
    const { studies } = readPreferences({
      removedStudies: ['tightness', 'rsi'],
      hiddenStudies: ['combo'],
      styles: { deployment: { deployment: { widthPx: 3 } } },
    });
    expect(studies.map(({ key }) => key)).toEqual(
      USUAL_STUDIES.map(({ key }) => key).filter((key) => key !== 'tightness'),
    );
    expect(studies.filter(({ isVisible }) => !isVisible).map(({ key }) => key)).toEqual(['combo']);
    expect(studies.find(({ key }) => key === 'deployment')?.styles).toEqual({
      deployment: { widthPx: 3 },
    });
  });

  it('have the default of an input that is out of its range, and the others as they were stored', () => {
    const inputs = { ...DEFAULT_INPUTS, length: 60, longTermLength: 5_000 };
    expect(readPreferences({ inputs }).inputs).toEqual({ ...DEFAULT_INPUTS, length: 60 });
  });

  it('show marks until these, or the study that they are of, are hidden or gone', () => {
    const read = readPreferences({});
    expect(areMarksShown(read)).toBe(true);
    expect(areMarksShown({ ...read, hasMarks: false })).toBe(false);
    const hidden = withChange(read.studies, 'combo', { isVisible: false });
    expect(areMarksShown({ ...read, studies: hidden })).toBe(false);
    expect(areMarksShown({ ...read, studies: [] })).toBe(false);
  });

  it('know when published marks are those of the chart', () => {
    expect(haveDefaultSignals({ ...DEFAULT_INPUTS, longTermLength: 150 })).toBe(true);
    expect(haveDefaultSignals({ ...DEFAULT_INPUTS, comboShortRange: 10 })).toBe(false);
  });
});

type Preferences = { layoutId: number | null; type: string; isFolded: boolean };

function read(stored: unknown): Preferences {
  const fields: Record<string, unknown> = typeof stored === 'object' ? { ...stored } : {};
  return {
    layoutId: typeof fields.layoutId === 'number' ? fields.layoutId : null,
    type: typeof fields.type === 'string' ? fields.type : 'candles',
    isFolded: fields.isFolded === true,
  };
}

/** Two tabs of one browser. */
function openTabs() {
  const texts = new Map<string, string>();
  const storage: TextStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => texts.set(key, text),
    removeItem: (key) => texts.delete(key),
  };
  const tab = () => {
    const events = new EventTarget();
    const store = createPreferenceStore(read, ['type'], { storage, events });
    return { store, notice: () => events.dispatchEvent(new Event('storage')) };
  };
  return { tab, one: tab(), other: tab() };
}

it('a tab that shows the same layout takes its look from saves alone, and follows everything else', () => {
  const { one, other } = openTabs();
  for (const { store } of [one, other]) store.change((before) => ({ ...before, layoutId: 1 }));
  one.store.change((before) => ({ ...before, type: 'line', isFolded: true }));
  other.notice();
  expect(other.store.get()).toEqual({ layoutId: 1, type: 'candles', isFolded: true });
});

it('what a tab without a layout changes is seen in others without one', () => {
  const { one, other } = openTabs();
  one.store.change((before) => ({ ...before, type: 'line', isFolded: true }));
  other.notice();
  expect(other.store.get()).toEqual({ layoutId: null, type: 'line', isFolded: true });
});

it('a tab with another layout keeps its look, and follows everything else', () => {
  const { one, other } = openTabs();
  one.store.change((before) => ({ ...before, layoutId: 1, type: 'line' }));
  other.store.change((before) => ({ ...before, layoutId: 2, type: 'bars' }));
  one.notice();
  expect(one.store.get()).toEqual({ layoutId: 1, type: 'line', isFolded: false });
  one.store.change((before) => ({ ...before, isFolded: true }));
  other.notice();
  expect(other.store.get()).toEqual({ layoutId: 2, type: 'bars', isFolded: true });
});

it('a new tab begins with the look that was changed last', () => {
  const { one, other, tab } = openTabs();
  one.store.change((before) => ({ ...before, layoutId: 1, type: 'line' }));
  other.store.change((before) => ({ ...before, layoutId: 2, type: 'bars' }));
  expect(tab().store.get()).toMatchObject({ layoutId: 2, type: 'bars' });
});

it('a change keeps what another tab has changed and nobody has told yet', () => {
  const { one, other } = openTabs();
  one.store.change((before) => ({ ...before, isFolded: true }));
  other.store.change((before) => ({ ...before, type: 'area' }));
  one.notice();
  expect(one.store.get()).toEqual({ layoutId: null, type: 'area', isFolded: true });
});

it('a borrowed look is never stored, and is given back', () => {
  const { one, other } = openTabs();
  one.store.borrow({ type: 'line' });
  one.store.change((before) => ({ ...before, isFolded: true }));
  expect(one.store.get()).toEqual({ layoutId: null, type: 'line', isFolded: true });
  other.notice();
  expect(other.store.get()).toEqual({ layoutId: null, type: 'candles', isFolded: false });
  one.store.giveBack();
  expect(one.store.get()).toEqual({ layoutId: null, type: 'candles', isFolded: false });
});
