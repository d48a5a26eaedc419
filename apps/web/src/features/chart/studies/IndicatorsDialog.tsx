import { Tabs } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { StudyTemplates } from '../templates/StudyTemplates.tsx';
import classes from './IndicatorsDialog.module.css';
import { StudyCatalogue } from './StudyCatalogue.tsx';

/** The catalogue of studies, and their templates. */
export function IndicatorsDialog() {
  const { openPanel } = useChartScreen();
  return (
    <Dialog title="Indicators" width={560} onClose={() => openPanel(NOTHING_OPEN)}>
      <Tabs defaultValue="studies" keepMounted={false} color="orange">
        <Tabs.List mb="xs">
          <Tabs.Tab value="studies">Studies</Tabs.Tab>
          <Tabs.Tab value="templates">Templates</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="studies" className={classes.panel ?? ''}>
          <StudyCatalogue />
        </Tabs.Panel>
        <Tabs.Panel value="templates" className={classes.panel ?? ''}>
          <StudyTemplates />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}
