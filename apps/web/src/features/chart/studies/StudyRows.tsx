import { Button, Switch } from '@mantine/core';
import type { StudyDefinition, TechnicalStudy } from '@moneytrail/indicators';
import { IconPlus, IconSettings, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { inputsText, type StudyOnChart } from '../preferences/studies-on-chart.ts';
import { useAddStudy } from './add-study.ts';
import classes from './IndicatorsDialog.module.css';
import { LineSample } from './LineSample.tsx';
import { useStudyActions } from './use-study-actions.ts';

type KindProps = {
  study: StudyDefinition;
  onChart: readonly StudyOnChart[];
  /** The chart has its maximum of studies. */
  isFull: boolean;
  /** Enter adds it. */
  isNext: boolean;
};

/** One study of the catalogue, with a row for each instance on the chart. */
export function KindItem({ study, onChart, isFull, isNext }: KindProps) {
  const { openPanel } = useChartScreen();
  const add = useAddStudy();
  const addAnother = () => openPanel({ kind: 'inputs', study: add(study.id) });
  if (onChart.length === 0) {
    return (
      <li className={classes.row} data-off>
        <NameOf study={study} />
        {isNext && <EnterKey />}
        <AddButton study={study} isFull={isFull} />
      </li>
    );
  }
  return onChart.map((placed, index) => (
    <PlacedRow key={placed.key} study={placed} isFurther={index > 0}>
      {index === 0 && (
        <>
          {isNext && <EnterKey />}
          <ToolButton
            label={`Add another ${study.name}`}
            icon={<IconPlus size={20} stroke={1.75} />}
            disabled={isFull}
            onClick={addAnother}
          />
        </>
      )}
    </PlacedRow>
  ));
}

type PlacedProps = {
  study: StudyOnChart;
  /** It follows another of its kind. */
  isFurther?: boolean;
  children?: ReactNode;
};

/** A study on the chart with its controls. */
export function PlacedRow({ study, isFurther, children }: PlacedProps) {
  return (
    <li className={classes.row} data-further={isFurther || undefined}>
      <NameOf study={study} inputs={inputsText(study, study.chosenInputs)} />
      {children}
      <PlacedControls study={study} />
    </li>
  );
}

type FieldProps = {
  study: TechnicalStudy;
  /** How often it is on the chart. */
  count: number;
  isFull: boolean;
  isNext: boolean;
};

/** A study of the field in the catalogue. */
export function FieldItem({ study, count, isFull, isNext }: FieldProps) {
  return (
    <li className={classes.row} data-off={count === 0 || undefined}>
      <span className={classes.name}>
        {study.name} <span className={classes.short}>{study.shortName}</span>
      </span>
      {count > 0 && <span className={classes.count}>{count} on the chart</span>}
      {isNext && <EnterKey />}
      <AddButton study={study} isFull={isFull} />
    </li>
  );
}

/** Tells which study the key adds while the search has the focus. */
function EnterKey() {
  return <kbd className={classes.key}>Enter</kbd>;
}

function AddButton({ study, isFull }: Pick<FieldProps, 'isFull'> & { study: StudyDefinition }) {
  const add = useAddStudy();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} stroke={1.75} />}
      aria-label={`Add ${study.name}`}
      disabled={isFull}
      onClick={() => add(study.id)}
    >
      Add
    </Button>
  );
}

function NameOf({ study, inputs }: { study: StudyDefinition; inputs?: string }) {
  return (
    <>
      <span className={classes.samples}>
        {study.outputs
          .filter(({ isDrawn }) => isDrawn)
          .slice(0, 2)
          .map((output) => (
            <LineSample key={output.key} output={output} />
          ))}
      </span>
      <span className={classes.name}>
        {study.name} {inputs && <span className={classes.inputs}>{inputs}</span>}
      </span>
    </>
  );
}

function PlacedControls({ study: { key, name, isVisible } }: { study: StudyOnChart }) {
  const { openPanel } = useChartScreen();
  const { toggle, remove } = useStudyActions();
  return (
    <>
      <Switch aria-label={`Show ${name}`} checked={isVisible} onChange={() => toggle(key)} />
      <ToolButton
        label={`Settings of ${name}`}
        icon={<IconSettings size={20} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'inputs', study: key })}
      />
      <ToolButton
        label={`Remove ${name}`}
        icon={<IconX size={20} stroke={1.75} />}
        onClick={() => remove(key)}
      />
    </>
  );
}
