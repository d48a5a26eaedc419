import { inputProblems } from '@moneytrail/indicators';
import { IconEye, IconEyeOff, IconSettings, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { inputsText } from '../preferences/inputs-text.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import { useStudyActions } from '../studies/use-study-actions.ts';
import classes from './Legend.module.css';
import { StudyValues } from './StudyValues.tsx';

type Props = {
  study: StudyOnChart;
  controller: ChartController;
  /** What else can be done from this line. */
  action?: ReactNode;
};

/**
 * One study in the legend: name, inputs, values behind samples of their lines; eye, settings and remove on hover or
 * focus. A press on the name opens the settings, which is the way where nothing hovers.
 */
export function StudyLine({ study, controller, action }: Props) {
  const { openPanel } = useChartScreen();
  const { toggle, remove } = useStudyActions();
  const { key, chosenInputs } = study;
  const isHidden = !study.isVisible;
  const names = study.inputs.map(({ name }) => name);
  const [problem] = inputProblems(chosenInputs, names);
  const openSettings = () => openPanel({ kind: 'inputs', study: key });
  const Eye = isHidden ? IconEyeOff : IconEye;
  return (
    <div className={classes.study} data-hidden={isHidden || undefined}>
      <button type="button" className={classes.name} onClick={openSettings}>
        {study.name}
      </button>
      <span className={classes.inputs}>{inputsText(study, chosenInputs)}</span>
      {problem && <span className={classes.problem}>{problem.message}</span>}
      {!isHidden && !problem && <StudyValues study={study} controller={controller} />}
      <span className={classes.actions}>
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
