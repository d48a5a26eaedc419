import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import type { ComparedInstrument, PaneId } from '@moneytrail/chart';
import { freePane, inPaneOrder, type PaneKind, studyNumber } from '@moneytrail/chart/model';
import {
  findStudy,
  type InputField,
  type InstrumentSource,
  instrumentSource,
  instrumentSourceName,
  isHouseId,
  isOfView,
  isTechnical,
  PRICE_SOURCES,
  type PriceSource,
  type StudyDefinition,
  studySource,
} from '@moneytrail/indicators';
import { type FormEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatPrice } from '../../../lib/format.ts';
import { instrumentWords, shownCode } from '../../../lib/ticker-code.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { useValue } from '../../../stores/use-value.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormNote, TabbedForm } from '../../../ui/form/TabbedForm.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import {
  decimalsOf,
  isSourceMissing,
  outputName,
  placedName,
  type StudyOnChart,
} from '../preferences/studies-on-chart.ts';
import { TermTexts } from '../terms/TermTexts.tsx';
import classes from './StudyDialog.module.css';
import { StyleFields } from './StyleFields.tsx';
import { marksNote, sharedWith } from './shared-inputs.ts';
import { type StudyDraft, useStudyDraft } from './use-study-draft.ts';

type Props = { studyKey: string };

/** `definition` is the catalogue's, without changes. */
type SettingsProps = { study: StudyOnChart; definition: StudyDefinition };

/** The settings of a study: inputs, style and visibility. */
export function StudyDialog({ studyKey }: Props) {
  const study = useStudiesOnChart().find(({ key }) => key === studyKey);
  const definition = study && findStudy(study.id);
  return study && definition && <SettingsOf study={study} definition={definition} />;
}

/**
 * Changes apply to the chart at once and are reverted unless the person presses Done. An input that several default
 * studies read is one setting, shared by all of them.
 */
function SettingsOf({ study, definition }: SettingsProps) {
  const { controller, openPanel } = useChartScreen();
  const [tab, setTab] = useState<string | null>('inputs');
  const draft = useStudyDraft(study);
  const sources = useSources(study);
  const note = marksNote(study);
  const close = () => openPanel(NOTHING_OPEN);
  const cancel = () => {
    draft.takeBack();
    close();
  };
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const wrong = draft.wrongField();
    if (wrong) {
      // The field must be visible before it can take the focus.
      flushSync(() => setTab('inputs'));
      return document.getElementById(`input-${wrong}`)?.focus();
    }
    draft.keep();
    const coverage = controller?.coverage.get();
    const isShort = coverage && coverage.barCount < study.neededBars(study.chosenInputs);
    if (isShort && !coverage.reachedBeginning) controller?.engine.reload();
    close();
  };
  const inputs = (
    <>
      {note && <FormNote>{note}</FormNote>}
      {study.inputs.map((field, index) => (
        <InputControl
          key={field.name}
          field={field}
          shares={sharedWith(study, field.name)}
          sources={sources}
          isFirst={index === 0}
          value={draft.textOf(field.name)}
          problem={draft.problemOf(field.name)}
          onChange={(text) => draft.setInput(field.name, text)}
          onLeave={() => draft.leave(field.name)}
        />
      ))}
      {isTechnical(definition) ? (
        <FormNote>{definition.about}</FormNote>
      ) : (
        <TermTexts names={[study.id]} />
      )}
    </>
  );
  const visibility = (
    <>
      <VisibilityFields study={definition} draft={draft} />
      {definition.pane !== 'main' && <PaneField study={study} onChange={draft.setPane} />}
    </>
  );
  const style = <StyleFields study={definition} styles={draft.styles} onChange={draft.setStyles} />;
  const tabs = [
    { value: 'inputs', label: 'Inputs', fields: inputs },
    { value: 'style', label: 'Style', fields: style },
    { value: 'visibility', label: 'Visibility', fields: visibility },
  ];
  return (
    <Dialog title={study.name} width={360} isAside closeLabel="Cancel and close" onClose={cancel}>
      <TabbedForm
        tabs={tabs}
        tab={tab}
        onTab={setTab}
        onSubmit={keep}
        sheetHeight={26}
        buttons={
          <>
            <Button variant="subtle" className={classes.defaults ?? ''} onClick={draft.reset}>
              Defaults
            </Button>
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit">Done</Button>
          </>
        }
      />
    </Dialog>
  );
}

const MEANINGS: Readonly<Record<string, string>> = {
  interval: 'Its closed bars alone. Bars of a longer chart have no values.',
  longInput: 'Long from this deployment up.',
  shortInput: 'Short from this deployment down.',
};

type InputProps = {
  field: InputField;
  /** The other readers of the input, as a sentence; may be empty. */
  shares: string;
  /** Outputs of other studies, and prices of compared instruments, that it may be computed from. */
  sources: readonly SourceChoice[];
  /** The first input of the dialog takes the focus. */
  isFirst: boolean;
  value: string;
  problem: ReactNode;
  onChange: (value: string) => void;
  onLeave: () => void;
};

/** One input of a study: a number with its range below it, a price or another study, or a choice. */
function InputControl(props: InputProps) {
  const { field, shares, sources, isFirst, value, problem, onChange, onLeave } = props;
  const shared = {
    id: `input-${field.name}`,
    label: field.label,
    value,
    onBlur: onLeave,
    error: problem,
    'data-autofocus': isFirst || undefined,
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as const,
  };
  if (field.kind === 'source' || field.kind === 'choice') {
    const options =
      field.kind === 'choice' ? field.options : [...field.options, ...grouped(sources)];
    const missing =
      field.kind === 'source' ? sources.find((one) => one.value === value)?.missing : undefined;
    return (
      <NativeSelect
        {...shared}
        inputWrapperOrder={[...shared.inputWrapperOrder]}
        error={missing ?? problem}
        description={[MEANINGS[field.name], shares].filter(Boolean).join(' ')}
        data={[...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const { min, max } = field;
  const written = (number: number) => formatPrice(number, decimalsOf(number));
  return (
    <TextInput
      {...shared}
      inputWrapperOrder={[...shared.inputWrapperOrder]}
      inputMode={min < 0 ? 'text' : field.kind === 'decimal' ? 'decimal' : 'numeric'}
      autoComplete="off"
      description={`${written(min)} to ${written(max)}, default ${written(field.default)}. ${MEANINGS[field.name] ?? ''} ${shares}`}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type SourceChoice = {
  value: string;
  label: string;
  /** The instrument whose price it is. */
  group?: string;
  /** The study was computed from it, and it has left the chart: the way on. */
  missing?: string;
};

type Option = Pick<SourceChoice, 'value' | 'label'>;
type OptionGroup = { group: string; items: Option[] };

/** Choices of one instrument stand together under its name. */
function grouped(sources: readonly SourceChoice[]): (Option | OptionGroup)[] {
  const groups = [...new Set(sources.map(({ group }) => group))];
  return groups.flatMap((group): (Option | OptionGroup)[] => {
    const items = sources
      .filter((one) => one.group === group)
      .map(({ value, label }) => ({ value, label }));
    return group === undefined ? items : [{ group, items }];
  });
}

const MISSING_STUDY = 'This study is not on the chart. Choose another source.';
const MISSING_INSTRUMENT =
  'This instrument is not compared on the chart. Compare it again, or choose another source.';

const PRICE_NAMES: Readonly<Record<PriceSource, string>> = {
  open: 'Open',
  high: 'High',
  low: 'Low',
  close: 'Close',
  hl2: 'HL2',
  hlc3: 'HLC3',
  ohlc4: 'OHLC4',
};

const NONE_COMPARED = createValueStore<readonly ComparedInstrument[]>([]);

/** The prices of the compared instruments. */
function useInstrumentPrices(study: StudyOnChart): SourceChoice[] {
  const { controller } = useChartScreen();
  const compared = useValue(controller?.compared ?? NONE_COMPARED);
  const nameOf = ({ symbol, price }: InstrumentSource) =>
    `${shownCode(symbol)} · ${PRICE_NAMES[price]}`;
  const prices = compared.flatMap(({ symbol }) =>
    PRICE_SOURCES.map((price): SourceChoice => {
      const source = { symbol, price };
      const group = instrumentWords(symbol);
      return { value: instrumentSourceName(source), label: nameOf(source), group };
    }),
  );
  const chosen = instrumentSource(study.chosenInputs.source);
  if (!chosen || compared.some(({ symbol }) => symbol === chosen.symbol)) return prices;
  const label = `${nameOf(chosen)} (not compared here)`;
  return [...prices, { value: instrumentSourceName(chosen), label, missing: MISSING_INSTRUMENT }];
}

/**
 * The sources of a study of the field beside the prices of the chart: outputs of the other studies on it, without circles,
 * and prices of compared instruments.
 */
function useSources(study: StudyOnChart): SourceChoice[] {
  const outputs = useOtherOutputs(study);
  const prices = useInstrumentPrices(study);
  return isHouseId(study.id) ? [] : [...outputs, ...prices];
}

function useOtherOutputs(study: StudyOnChart): SourceChoice[] {
  const onChart = useStudiesOnChart();
  const readsFrom = ({ chosenInputs }: StudyOnChart): StudyOnChart | undefined =>
    onChart.find(({ key }) => key === studySource(chosenInputs.source)?.key);
  const dependsOnIt = (other: StudyOnChart, seen: readonly string[] = []): boolean => {
    if (other.key === study.key) return true;
    const source = seen.includes(other.key) ? undefined : readsFrom(other);
    return source !== undefined && dependsOnIt(source, [...seen, other.key]);
  };
  const sources = onChart
    .filter((other) => !isOfView(other) && !dependsOnIt(other))
    .flatMap((other) =>
      other.outputs.map((output) => ({
        value: `${other.key}.${output.key}`,
        label: outputName(other, other.chosenInputs, output),
      })),
    );
  const source = studySource(study.chosenInputs.source);
  if (!source || !isSourceMissing(study, onChart)) return sources;
  const label = `${placedName(source.key)} (not on the chart)`;
  const value = `${source.key}.${source.output}`;
  return [...sources, { value, label, missing: MISSING_STUDY }];
}

type VisibilityProps = { study: StudyDefinition; draft: StudyDraft };

/** Shows or hides the study and, if it has several, each of its lines. */
function VisibilityFields({ study, draft }: VisibilityProps) {
  const lines = study.outputs.filter(({ isDrawn }) => isDrawn);
  const { styles, setStyles, isVisible, setVisible } = draft;
  return (
    <>
      <Switch
        label="Visible on the chart"
        checked={isVisible}
        onChange={({ currentTarget: { checked } }) => setVisible(checked)}
      />
      {lines.length > 1 &&
        lines.map(({ key, label }) => (
          <Switch
            key={key}
            label={label}
            disabled={!isVisible}
            checked={styles[key]?.isVisible !== false}
            onChange={({ currentTarget: { checked } }) => {
              const { isVisible: _, ...others } = styles[key] ?? {};
              const style = checked ? others : { ...others, isVisible: false };
              setStyles({ ...styles, [key]: style });
            }}
          />
        ))}
    </>
  );
}

/** The panes of the house's studies; others are called as their study. */
const KIND_NAMES: Readonly<Record<PaneKind, string>> = {
  main: 'Prices',
  tightness: 'Tightness',
  longShort: 'Long/Short',
  liquiditySpread: 'Liquidity Spread',
};

type PaneFieldProps = { study: StudyOnChart; onChange: (pane: PaneId) => void };

/** The pane of a study: one with studies of its kind, or a new one. */
function PaneField({ study, onChange }: PaneFieldProps) {
  const ofKind = useStudiesOnChart().filter(({ pane }) => pane === study.pane);
  const panes = inPaneOrder(ofKind.map(({ standsIn }) => standsIn));
  const isAlone = ofKind.every(
    ({ key, standsIn }) => key === study.key || standsIn !== study.standsIn,
  );
  const nameOf = (pane: PaneId) => {
    const number = studyNumber(pane);
    const name = KIND_NAMES[study.pane] ?? study.shortName.replace(/ \d+$/, '');
    return number === 1 ? name : `${name} ${number}`;
  };
  const further = isAlone ? [] : [{ value: freePane(study.pane, panes), label: 'New pane' }];
  return (
    <NativeSelect
      label="Pane"
      value={study.standsIn}
      data={[...panes.map((pane) => ({ value: pane, label: nameOf(pane) })), ...further]}
      disabled={panes.length + further.length < 2}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
