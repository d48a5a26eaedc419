import {
  isHouse,
  isOfView,
  type OutputDefinition,
  studyInputProblems,
} from '@moneytrail/indicators';
import { IconEye, IconEyeOff, IconSettings, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatStudyValue, longestText } from '../../../lib/format.ts';
import { useSelected } from '../../../stores/use-value.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { OfInstrument } from '../compare/InstrumentStudy.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { COMPUTING } from '../model/messages.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import {
  inputsText,
  isSourceMissing,
  repeatsLevels,
  type StudyOnChart,
} from '../preferences/studies-on-chart.ts';
import { LineSample } from '../studies/LineSample.tsx';
import { useStudyActions } from '../studies/use-study-actions.ts';
import { isNoneHere, NO_SOURCE, NO_SPREAD, whyNoValue } from '../summary/why-unknown.ts';
import classes from './Legend.module.css';
import { Steady } from './OhlcValues.tsx';

type Props = {
  study: StudyOnChart;
  controller: ChartController;
  action?: ReactNode;
};

/**
 * One study in the legend: name, inputs and values; eye, settings and remove on hover or focus. A press on the name
 * opens the settings too, for devices without hover.
 */
export function StudyLine({ study, controller, action }: Props) {
  const { openPanel } = useChartScreen();
  const { toggle, remove } = useStudyActions();
  const { key, chosenInputs } = study;
  const isHidden = !study.isVisible;
  const [problem] = studyInputProblems(study, chosenInputs);
  const openSettings = () => openPanel({ kind: 'inputs', study: key });
  const Eye = isHidden ? IconEyeOff : IconEye;
  return (
    <div
      className={classes.study}
      data-study={key}
      data-term={study.id}
      data-hidden={isHidden || undefined}
    >
      <button type="button" className={classes.name} onClick={openSettings}>
        {isHouse(study) ? study.name : study.shortName}
      </button>
      <span className={classes.inputs} data-term="inputs">
        {inputsText(study, chosenInputs)}
      </span>
      {problem && <span className={classes.problem}>{problem.message}</span>}
      {!isHidden && !problem && <StudyValues study={study} controller={controller} />}
      {/* Buttons explain themselves. */}
      <span className={classes.actions} data-term="">
        <button
          type="button"
          className={classes.action}
          aria-label={`${isHidden ? 'Show' : 'Hide'} ${study.name}`}
          onClick={() => toggle(key)}
        >
          <Eye size={16} stroke={1.75} />
        </button>
        <button
          type="button"
          className={classes.action}
          aria-label={`Settings of ${study.name}`}
          onClick={openSettings}
        >
          <IconSettings size={16} stroke={1.75} />
        </button>
        <button
          type="button"
          className={classes.action}
          aria-label={`Remove ${study.name}`}
          onClick={() => remove(key)}
        >
          <IconX size={16} stroke={1.75} />
        </button>
        {action}
      </span>
    </div>
  );
}

const instrumentStudy = lazyPart(
  async () => (await import('../compare/InstrumentStudy.tsx')).InstrumentStudy,
);

type StudyValuesProps = { study: StudyOnChart; controller: ChartController };

/** The drawn values of a study at the crosshair, else at the last closed bar. */
function StudyValues({ study, controller }: StudyValuesProps) {
  const { info } = useChartScreen();
  const isSourceGone = isSourceMissing(study, useStudiesOnChart());
  const isRepeated = repeatsLevels(study);
  // Values from before a change stay in sight while they are computed anew.
  const isComputing = useSelected(controller.legend, (legend) => {
    const values = Object.values(legend?.studies[study.key] ?? {});
    const isDue = legend?.computing.includes(study.key) ?? false;
    return isDue && values.every((value) => value === null);
  });
  if (info.type === 'index' && study.id === 'liquiditySpread') {
    return <span className={classes.inputs}>{NO_SPREAD}</span>;
  }
  if (isSourceGone) return <span className={classes.problem}>{NO_SOURCE}</span>;
  if (isComputing) return <span className={classes.inputs}>{COMPUTING}</span>;
  const values = (of?: OfInstrument) => (
    <span className={classes.values}>
      {study.outputs
        .filter(({ isDrawn }) => isDrawn && !isRepeated)
        .map((output) => (
          <OutputValue
            key={output.key}
            study={study}
            output={output}
            controller={controller}
            of={of}
          />
        ))}
      {study.key === 'combo' && <MarkWord controller={controller} />}
    </span>
  );
  if (study.instrument === null) return values();
  return (
    <LazyPart
      part={instrumentStudy}
      props={{ symbol: study.instrument, controller, children: values }}
      fallback={null}
      onGiveUp={() => {}}
      isSilent
    />
  );
}

function OutputValue({
  study,
  output,
  controller,
  of,
}: StudyValuesProps & { output: OutputDefinition; of: OfInstrument | undefined }) {
  const { decimals: chartDecimals, info } = useChartScreen();
  const decimals = of?.decimals ?? chartDecimals;
  const value = useSelected(
    controller.legend,
    (legend) => legend?.studies[study.key]?.[output.key] ?? null,
  );
  const barCount = useSelected(controller.legend, (legend) =>
    value === null ? (legend?.studyBarCount ?? 0) : 0,
  );
  const isAtCrosshair = useSelected(controller.legend, (legend) => legend?.isAtCrosshair ?? false);
  const price = useSelected(controller.legend, (legend) =>
    value === null ? (legend?.studyBar?.close ?? Number.NaN) : 0,
  );
  const isLeftOut = useSelected(controller.legend, (legend) => {
    if (!legend || value !== null) return false;
    const values = legend.studies[study.key] ?? {};
    return isNoneHere(study, study.chosenInputs, { barCount: legend.studyBarCount, values });
  });
  const format = (one: number | null) => formatStudyValue(output.format, one, decimals);
  const longest = useSelected(controller.inView, (inView) => {
    const extremes = inView?.studies[study.key]?.[output.key];
    return extremes ? longestText([format(extremes.low), format(extremes.high)]) : '';
  });
  const reason =
    of?.why ??
    whyNoValue(study, output.key, study.chosenInputs, {
      barCount,
      price,
      isIndex: info.type === 'index',
    });
  if (isLeftOut) return null;
  const why = `${output.label}: ${reason}`;
  const isOfBar = !isAtCrosshair && !isOfView(study);
  const label = isOfBar ? `${output.label}, last closed bar` : output.label;
  return (
    <span className={classes.value} data-term={`${study.id}.${output.key}`}>
      <LineSample output={output} label={value === null ? undefined : label} />
      <Steady longest={longest}>
        <ValueOrReason value={value} why={why}>
          {format(value)}
        </ValueOrReason>
      </Steady>
    </span>
  );
}

/** The signal of the bar at the crosshair. */
function MarkWord({ controller }: Pick<StudyValuesProps, 'controller'>) {
  const word = useSelected(controller.legend, (legend) => {
    if (!legend?.mark) return null;
    const side = legend.mark.side === 'buy' ? '▲ Buy' : '▼ Sell';
    return `${side}${legend.mark.strong ? ', strong' : ''}`;
  });
  if (word === null) return null;
  const term = word.endsWith('strong') ? 'strongMark' : 'mark';
  return <strong data-term={term}>{word}</strong>;
}
