import { Button, Switch, Tabs } from '@mantine/core';
import { MOST_STUDIES } from '@moneytrail/chart/model';
import type { StudyDefinition } from '@moneytrail/indicators';
import { IconPlus, IconSettings, IconX } from '@tabler/icons-react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { useStudiesOnChart, useStyledStudies } from '../preferences/preferences.ts';
import { inputsText, type StudyOnChart } from '../preferences/studies-on-chart.ts';
import { StudyTemplates } from '../templates/StudyTemplates.tsx';
import classes from './IndicatorsDialog.module.css';
import { LineSample } from './LineSample.tsx';
import { useStudyActions } from './use-study-actions.ts';

/** The catalogue of studies: add them to the chart, show or hide them, open their settings. */
export function IndicatorsDialog() {
  const { openPanel } = useChartScreen();
  const catalogue = useStyledStudies();
  const onChart = useStudiesOnChart();
  return (
    <Dialog title="Indicators" width={560} onClose={() => openPanel(NOTHING_OPEN)}>
      <Tabs defaultValue="studies" keepMounted={false} color="orange">
        <Tabs.List mb="xs">
          <Tabs.Tab value="studies">Studies</Tabs.Tab>
          <Tabs.Tab value="templates">Templates</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="studies" className={classes.panel ?? ''}>
          <ul className={classes.list}>
            {catalogue.map((study) => (
              <KindItem
                key={study.id}
                study={study}
                onChart={onChart.filter(({ id }) => id === study.id)}
                isFull={onChart.length >= MOST_STUDIES}
              />
            ))}
          </ul>
        </Tabs.Panel>
        <Tabs.Panel value="templates" className={classes.panel ?? ''}>
          <StudyTemplates />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}

type KindProps = {
  study: StudyDefinition;
  onChart: readonly StudyOnChart[];
  /** The chart has its maximum of studies. */
  isFull: boolean;
};

/** One study of the catalogue, with a row for each instance on the chart. */
function KindItem({ study, onChart, isFull }: KindProps) {
  const { openPanel } = useChartScreen();
  const { add } = useStudyActions();
  const addAnother = () => openPanel({ kind: 'inputs', study: add(study.id) });
  if (onChart.length === 0) {
    return (
      <li className={classes.row} data-off>
        <NameOf study={study} />
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
      </li>
    );
  }
  return onChart.map((placed, index) => (
    <li key={placed.key} className={classes.row} data-further={index > 0 || undefined}>
      <NameOf study={placed} inputs={inputsText(placed, placed.chosenInputs)} />
      {index === 0 && (
        <ToolButton
          label={`Add another ${study.name}`}
          icon={<IconPlus size={20} stroke={1.75} />}
          disabled={isFull}
          onClick={addAnother}
        />
      )}
      <PlacedControls study={placed} />
    </li>
  ));
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
