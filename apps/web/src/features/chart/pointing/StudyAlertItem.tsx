import { Menu } from '@mantine/core';
import { studyProblem } from '@moneytrail/alerts';
import type { AlertCondition } from '@moneytrail/contract';
import { IconBellPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useChartScreen } from '../model/chart-context.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import classes from './ChartMenu.module.css';

type Props = { study: StudyOnChart; condition: AlertCondition; children: ReactNode };

/** The alert on a study, or the reason why there can be none. */
export function StudyAlertItem({ study, condition, children }: Props) {
  const { info, openPanel, resolution } = useChartScreen();
  const place = { resolution, isIndex: info.type === 'index' };
  const problem = studyProblem(study.id, study.chosenInputs, place);
  return (
    <Menu.Item
      leftSection={<IconBellPlus size={16} stroke={1.75} />}
      disabled={problem !== null}
      onClick={() => openPanel({ kind: 'alert', condition })}
    >
      {children}
      {problem !== null && <span className={classes.why}>{problem}</span>}
    </Menu.Item>
  );
}
