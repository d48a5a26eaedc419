import { Button, Switch } from '@mantine/core';
import type { StudyDefinition } from '@moneytrail/indicators';
import { IconPlus, IconSettings, IconX } from '@tabler/icons-react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { usePreferences } from '../preferences/preferences.ts';
import { useStyledStudies } from '../preferences/use-styled-studies.ts';
import { NOTHING_OPEN, useChartScreen } from '../screen/chart-context.ts';
import { useStudyActions } from './history/use-study-actions.ts';
import classes from './IndicatorsDialog.module.css';
import { LineSample } from './LineSample.tsx';

/** Which of the studies are on the chart, which are shown, and the way to their inputs. */
export function IndicatorsDialog() {
  const { openPanel } = useChartScreen();
  const studies = useStyledStudies();
  return (
    <Dialog title="Indicators" width={520} onClose={() => openPanel(NOTHING_OPEN)}>
      <ul className={classes.list}>
        {studies.map((study) => (
          <StudyItem key={study.id} study={study} />
        ))}
      </ul>
    </Dialog>
  );
}

function StudyItem({ study }: { study: StudyDefinition }) {
  const { openPanel } = useChartScreen();
  const { hiddenStudies, removedStudies } = usePreferences();
  const { toggle, setOnChart } = useStudyActions();
  const isOnChart = !removedStudies.includes(study.id);
  return (
    <li className={classes.item} data-off={!isOnChart || undefined}>
      <span className={classes.samples}>
        {study.outputs
          .filter(({ isDrawn }) => isDrawn)
          .slice(0, 2)
          .map((output) => (
            <LineSample key={output.key} output={output} />
          ))}
      </span>
      <span className={classes.name}>{study.name}</span>
      {isOnChart ? (
        <>
          <Switch
            aria-label={`Show ${study.name}`}
            checked={!hiddenStudies.includes(study.id)}
            onChange={() => toggle(study.id)}
          />
          <ToolButton
            label={`Settings of ${study.name}`}
            icon={<IconSettings size={20} stroke={1.75} />}
            onClick={() => openPanel({ kind: 'inputs', study: study.id })}
          />
          <ToolButton
            label={`Remove ${study.name}`}
            icon={<IconX size={20} stroke={1.75} />}
            onClick={() => setOnChart(study.id, false)}
          />
        </>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          aria-label={`Add ${study.name}`}
          onClick={() => setOnChart(study.id, true)}
        >
          Add
        </Button>
      )}
    </li>
  );
}
