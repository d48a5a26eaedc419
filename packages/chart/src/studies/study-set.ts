import {
  type BrokenLine,
  brokenLines,
  type Columns,
  DEFAULT_INPUTS,
  type InputValues,
  isHouse,
  isOfView,
  isTechnical,
  neededBarsOf,
  type SignalMark,
  type StudyDefinition,
  type StudyInputs,
  soundStudyInputs,
  studyInputProblems,
  studySource,
} from '@moneytrail/indicators';
import type { PaneId } from '../chart-events.ts';
import type { ChartStudy } from '../chart-look.ts';
import type { InstrumentValues, StartInstrumentValues } from '../compare/instrument-values.ts';
import { createMarkValues, type MarkValues } from './marks/mark-values.ts';
import { studyPlace } from './placed-study.ts';
import { createProfileValues, isProfileValues } from './profile/profile-values.ts';
import type { BarSpan } from './segments.ts';
import { type StudiedMarket, UNKNOWN_MARKET } from './studied-market.ts';
import { createStudyValues, type StudyValues, unknownValues } from './study-values.ts';
import {
  createTechnicalValues,
  type ReadSource,
  type TechnicalValues,
} from './technical-values.ts';

type ChosenStudy = {
  key: string;
  pane: PaneId;
  definition: StudyDefinition;
  inputs: InputValues;
  /** The compared instrument that it is computed from; null for that of the chart. */
  instrument: string | null;
  /** Otherwise it is only computed, for others. */
  isVisible: boolean;
};

type ShownStudy = ChosenStudy & { values: StudyValues };

/** Marks break the lines of the first combo, which has the inputs of the signals. */
const MARKED_KEY = 'combo';

/** The studies that can be computed: the visible ones, and those that they are computed from. */
function choices(chosen: readonly ChartStudy[]): ChosenStudy[] {
  const wanted = new Set<string>();
  const want = ({ key, inputs }: ChartStudy) => {
    if (wanted.has(key)) return;
    wanted.add(key);
    const source = studySource(inputs.source);
    const read = source && chosen.find((one) => one.key === source.key);
    if (read) want(read);
  };
  for (const study of chosen) if (study.isVisible) want(study);
  return chosen.flatMap((study) => {
    const place = wanted.has(study.key) ? studyPlace(study, chosen) : undefined;
    if (!place) return [];
    const { definition, pane, instrument } = place;
    const { isVisible } = study;
    const inputs: InputValues = isHouse(definition)
      ? { ...DEFAULT_INPUTS, ...study.inputs }
      : soundStudyInputs(definition, study.inputs);
    if (studyInputProblems(definition, inputs).length > 0) return [];
    return [{ key: study.key, pane, definition, inputs, instrument, isVisible }];
  });
}

/** Each study behind the one that it is computed from. A circle is left as it is: its studies stay undefined. */
function inOrderOfSources(studies: readonly ChosenStudy[]): ChosenStudy[] {
  const ordered = new Map<string, ChosenStudy>();
  const add = (study: ChosenStudy, above: readonly string[]) => {
    if (ordered.has(study.key) || above.includes(study.key)) return;
    const source = studySource(study.inputs.source);
    const before = source && studies.find(({ key }) => key === source.key);
    if (before) add(before, [...above, study.key]);
    ordered.set(study.key, study);
  };
  for (const study of studies) add(study, []);
  return [...ordered.values()];
}

function valuesOf({ definition, values }: ShownStudy, index: number) {
  const outputs = values.outputs();
  const entries = definition.outputs.map(({ key }) => {
    const value = outputs[key]?.[index] ?? Number.NaN;
    return [key, Number.isNaN(value) ? null : value] as const;
  });
  return Object.fromEntries(entries);
}

/** All that a study is computed from, as text. A circle ends where it closes. */
function originOf(study: ChosenStudy, all: readonly ChosenStudy[]): string {
  const source = studySource(study.inputs.source);
  const others = all.filter(({ key }) => key !== study.key);
  const read = source && others.find(({ key }) => key === source.key);
  const own = JSON.stringify([study.definition.id, study.inputs]);
  return read ? `${own} ${originOf(read, others)}` : own;
}

/** Unlike a timer, it is not slowed down in a tab that nobody looks at. */
function inNextTask(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

function isTechnicalValues(values: StudyValues): values is TechnicalValues {
  return 'advance' in values;
}

function isOfInstrument(values: StudyValues): values is InstrumentValues {
  return 'own' in values;
}

/** Bars computed between two looks at the clock. */
const PART_BARS = 64;
/** Length of one turn of computing, ms: it fits into a frame beside the picture. */
const TURN_MS = 6;
/** Length of the turn before the first picture, ms: most studies are complete with it. */
const FIRST_TURN_MS = 3;

/** The chart's part in a set of studies. */
export type StudySetDeps = {
  /** More values of technical studies have been computed since the last picture. */
  onComputed?: () => void;
  /** The set has studies of the field. `redraw` repeats the picture once their painters are there. */
  onTechnical?: (redraw: () => void) => void;
  /** Runs the next turn of computing once pictures and input had theirs. */
  later?: (run: () => void) => void;
  /** A clock for the length of turns, ms. */
  clockMs?: () => number;
};

type Restart = {
  market?: StudiedMarket | undefined;
  /** The bars are those before: values of studies that stay may be shown until they are computed anew. */
  areBarsSame?: boolean;
};

export type StudySet = ReturnType<typeof createStudySet>;

/**
 * The studies of a chart. Those with invalid inputs are not computed, hidden ones only for studies that read them. Those of
 * the house are computed for the visible bars at once; those of the field for all bars, in turns between pictures.
 */
export function createStudySet({
  onComputed = () => {},
  onTechnical = () => {},
  later = inNextTask,
  clockMs = () => performance.now(),
}: StudySetDeps = {}) {
  let chosen: readonly ChartStudy[] = [];
  let startInstrument: StartInstrumentValues = () => null;
  let shown: ShownStudy[] = [];
  /** The same studies, each behind the one that it is computed from. */
  let ordered: readonly ShownStudy[] = [];
  let market = UNKNOWN_MARKET;
  let present: Columns | null = null;
  let view: BarSpan | null = null;
  let isTurnDue = false;
  let marks: MarkValues | null = null;
  let markedCount = 0;

  const comboInputs = (): StudyInputs | null => {
    const combo = shown.find(({ key }) => key === MARKED_KEY);
    return combo ? { ...DEFAULT_INPUTS, ...combo.inputs } : null;
  };
  const restartMarks = (columns: Columns, closedCount: number) => {
    const inputs = comboInputs();
    marks = inputs && createMarkValues(inputs, columns, closedCount);
    markedCount = closedCount;
  };
  const close = (columns: Columns, closedCount: number) => {
    marks?.close(columns, closedCount);
    markedCount = Math.max(markedCount, closedCount);
  };
  /** Reads the output of another study; null for a price of the bar. */
  const sourceOf = (study: ChosenStudy, before: readonly ShownStudy[]): ReadSource | null => {
    const source = studySource(study.inputs.source);
    if (!source) return null;
    // Values of a view are those of no bar.
    const read = before.find(({ key, definition }) => {
      return key === source.key && !isOfView(definition);
    })?.values;
    return (columns, index) => {
      // A study of the house computes what is asked for.
      read?.cover(columns, index, index + 1);
      const outputs = read && isOfInstrument(read) ? read.own() : read?.outputs();
      return outputs?.[source.output]?.[index] ?? Number.NaN;
    };
  };
  type Begun = {
    columns: Columns;
    former: readonly ShownStudy[];
    begun: readonly ShownStudy[];
  };
  const beginOfInstrument = (study: ChosenStudy, instrument: string, given: Begun): StudyValues => {
    const { columns, begun } = given;
    const { definition, inputs } = study;
    const read = sourceOf(study, begun) ?? undefined;
    const former = formerOf(study, given)?.outputs();
    const values =
      isTechnical(definition) &&
      startInstrument(instrument, { definition, inputs, columns, read, former });
    return values || unknownValues(definition, columns);
  };
  const begin = (study: ChosenStudy, given: Begun): StudyValues => {
    const { columns, begun } = given;
    const { definition, inputs, instrument } = study;
    if (instrument !== null) return beginOfInstrument(study, instrument, given);
    const isUnknown =
      market.isIndex &&
      (isTechnical(definition) ? definition.readsVolume : definition.id === 'liquiditySpread');
    if (isUnknown) return unknownValues(definition, columns);
    if (isTechnical(definition)) {
      const former = formerOf(study, given);
      const series = createTechnicalValues(definition, inputs, columns, {
        context: market,
        read: sourceOf(study, begun) ?? undefined,
        former: former?.outputs(),
      });
      const { profile } = definition;
      if (!profile) return series;
      const shownProfile = former && isProfileValues(former) ? former.profile() : null;
      return createProfileValues(columns, {
        profile,
        inputs,
        market,
        series,
        former: shownProfile,
      });
    }
    if (!isHouse(definition)) return unknownValues(definition, columns);
    return createStudyValues(definition, { ...DEFAULT_INPUTS, ...inputs }, columns);
  };
  /** The values of a study that is computed from the same as before, over the same bars. */
  const formerOf = (study: ChosenStudy, { former, begun }: Begun) => {
    const same = former.find(({ key }) => key === study.key);
    const isSame = same !== undefined && originOf(same, former) === originOf(study, begun);
    return isSame ? same.values : undefined;
  };
  /** Computes technical studies for a while; true once all are complete. */
  const advance = (columns: Columns, forMs: number): boolean => {
    const endMs = clockMs() + forMs;
    for (const { values } of ordered) {
      if (!isTechnicalValues(values)) continue;
      while (!values.advance(columns, PART_BARS)) if (clockMs() >= endMs) return false;
    }
    return true;
  };
  /** Computes profiles of the bars in view that are not known yet. */
  const showProfiles = (columns: Columns, isSeen: boolean) => {
    const profiles = ordered.flatMap(({ values }) => (isProfileValues(values) ? [values] : []));
    if (view && isSeen) for (const values of profiles) values.see(columns, view);
    if (
      profiles.some((values) => values.computed() < columns.length) &&
      !advance(columns, FIRST_TURN_MS)
    )
      continueLater();
  };
  const completeCount = ({ length }: Columns): number =>
    ordered.filter(({ values }) => isTechnicalValues(values) && values.computed() >= length).length;
  const continueLater = () => {
    if (isTurnDue) return;
    isTurnDue = true;
    later(() => {
      isTurnDue = false;
      if (!present) return;
      const before = completeCount(present);
      const isComplete = advance(present, TURN_MS);
      // Each study is drawn once it is complete.
      if (completeCount(present) > before) onComputed();
      if (!isComplete) continueLater();
    });
  };
  return {
    /** How studies of compared instruments start; they take effect with the next restart. */
    startInstruments(start: StartInstrumentValues): void {
      startInstrument = start;
    },
    /** Follows the bars of compared instruments. False if no study is computed from any. */
    syncInstruments(columns: Columns): boolean {
      let hasAny = false;
      for (const { values } of ordered) {
        if (!isOfInstrument(values)) continue;
        values.sync();
        hasAny = true;
      }
      if (hasAny && !advance(columns, FIRST_TURN_MS)) continueLater();
      return hasAny;
    },
    /** In the order in which they were chosen. */
    shown: (): readonly ShownStudy[] => shown,
    /** Signals on the bars `from` … `to − 1`. */
    marksBetween: (from: number, to: number): readonly SignalMark[] =>
      marks?.between(from, to) ?? [],
    /** The combo's lines that a marked bar broke; none while the combo is hidden. */
    brokenLines(columns: Columns, mark: Pick<SignalMark, 'index' | 'side'>): BrokenLine[] {
      const inputs = comboInputs();
      return inputs ? brokenLines(columns, mark, inputs) : [];
    },
    /** Number of bars after which every value is defined. */
    neededBars: (): number =>
      Math.max(0, ...shown.map((study) => neededBarsOf(study.definition, study.inputs, market))),
    /** The same for the bars of a compared instrument, which studies are computed from. */
    neededBarsOf: (symbol: string, ofInstrument: StudiedMarket): number =>
      Math.max(
        0,
        ...ordered
          .filter(({ instrument }) => instrument === symbol)
          .map(({ definition, inputs }) => neededBarsOf(definition, inputs, ofInstrument)),
      ),
    /** Values at a visible bar by study key and output; null where undefined. */
    valuesAt: (index: number): Record<string, Record<string, number | null>> =>
      Object.fromEntries(shown.map((study) => [study.key, valuesOf(study, index)])),
    /** Keys of the shown studies whose turn has not reached a bar yet. */
    computingAt: (index: number): string[] =>
      shown.flatMap(({ key, values }) =>
        isTechnicalValues(values) && values.computed() <= index ? [key] : [],
      ),
    /** Other studies or inputs; they take effect with the next restart. */
    choose(studies: readonly ChartStudy[]): void {
      chosen = studies;
    },
    /** Computes from the start; the first `closedCount` bars are closed. */
    restart(
      columns: Columns,
      closedCount: number,
      { market: next = UNKNOWN_MARKET, areBarsSame = false }: Restart = {},
    ): void {
      const former = areBarsSame ? ordered : [];
      market = next;
      const begun: ShownStudy[] = [];
      const studies = choices(chosen);
      for (const study of inOrderOfSources(studies)) {
        begun.push({ ...study, values: begin(study, { columns, former, begun }) });
      }
      ordered = begun;
      shown = studies.flatMap(
        ({ key, isVisible }) => begun.find((one) => isVisible && one.key === key) ?? [],
      );
      present = columns;
      if (ordered.some(({ definition }) => isTechnical(definition))) {
        onTechnical(() => present && onComputed());
      }
      showProfiles(columns, true);
      if (!advance(columns, FIRST_TURN_MS)) continueLater();
      restartMarks(columns, closedCount);
    },
    /** The bars `from` … `to − 1` are in view: profiles are made of them. */
    see(columns: Columns, from: number, to: number): void {
      view = { start: from, end: to };
      showProfiles(columns, true);
    },
    /** Computes missing values of the bars `from` … `to − 1`; those of the field are computed in turns. */
    cover(columns: Columns, from: number, to: number): void {
      for (const { values } of shown) values.cover(columns, from, to);
      marks?.cover(columns, from, to);
    },
    /** A new state of the last bar, or a bar after it. */
    follow(columns: Columns, closedCount: number, change: 'changed' | 'appended'): void {
      present = columns;
      for (const { values } of ordered) values.follow(columns, change);
      showProfiles(columns, false);
      // A bar that counted as closed has changed: its mark must be computed again.
      if (markedCount >= columns.length) restartMarks(columns, closedCount);
      else close(columns, closedCount);
    },
    /** `count` bars were put before the first one: computed values stay. */
    prepend(columns: Columns, closedCount: number, count: number): void {
      present = columns;
      if (view) view = { start: view.start + count, end: view.end + count };
      for (const { values } of ordered) values.prepend(columns, count);
      if (ordered.some(({ values }) => isTechnicalValues(values))) continueLater();
      if (marks?.prepend(count)) {
        markedCount += count;
        // A bar may have closed since the last call.
        close(columns, closedCount);
      } else restartMarks(columns, closedCount);
    },
    /** Computes the marks of newly closed bars. */
    close,
    /** No further turns of computing. */
    end(): void {
      present = null;
    },
  };
}
