import { Button, Group, Tabs } from '@mantine/core';
import { barsNeeded, STUDIES, type StudyDefinition, type StudyId } from '@moneytrail/indicators';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../../ui/Dialog.tsx';
import { presentPreferences } from '../preferences/preferences.ts';
import { NOTHING_OPEN, useChartScreen } from '../screen/chart-context.ts';
import { InputControl } from './InputControl.tsx';
import classes from './StudyDialog.module.css';
import { StyleFields } from './StyleFields.tsx';
import { sharedWith } from './shared-inputs.ts';
import { useStudyDraft } from './use-study-draft.ts';
import { VisibilityFields } from './VisibilityFields.tsx';

type Props = { studyId: StudyId };

/** The settings of a study: what it computes from, how its lines look, what of it is in sight. */
export function StudyDialog({ studyId }: Props) {
  const { openPanel } = useChartScreen();
  const study = STUDIES.find(({ id }) => id === studyId);
  const close = () => openPanel(NOTHING_OPEN);
  return (
    <Dialog title={study?.name} width={420} onClose={close}>
      {study && <StudyForm study={study} onClose={close} />}
    </Dialog>
  );
}

/** What two studies read is one setting: it changes in both. */
function StudyForm({ study, onClose }: { study: StudyDefinition; onClose: () => void }) {
  const { controller } = useChartScreen();
  const [tab, setTab] = useState<string | null>('inputs');
  const draft = useStudyDraft(study);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const wrong = draft.apply();
    if (wrong) {
      // The field must be in sight before it can take the focus.
      flushSync(() => setTab('inputs'));
      return document.getElementById(`input-${wrong}`)?.focus();
    }
    const coverage = controller?.coverage.get();
    const isShort = coverage && coverage.barCount < barsNeeded(presentPreferences().inputs);
    if (isShort && !coverage.reachedBeginning) controller?.engine.reload();
    onClose();
  };
  return (
    <form onSubmit={apply} noValidate>
      <Tabs value={tab} onChange={setTab} color="orange">
        <Tabs.List mb="md">
          <Tabs.Tab value="inputs">Inputs</Tabs.Tab>
          <Tabs.Tab value="style">Style</Tabs.Tab>
          <Tabs.Tab value="visibility">Visibility</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="inputs" className={classes.fields ?? ''}>
          {study.inputs.map((field, index) => (
            <InputControl
              key={field.name}
              field={field}
              shares={sharedWith(study.id, field.name)}
              isFirst={index === 0}
              value={draft.textOf(field.name)}
              problem={draft.problemOf(field.name)}
              onChange={(text) => draft.setInput(field.name, text)}
              onLeave={() => draft.leave(field.name)}
            />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="style">
          <StyleFields study={study} styles={draft.styles} onChange={draft.setStyles} />
        </Tabs.Panel>
        <Tabs.Panel value="visibility" className={classes.fields ?? ''}>
          <VisibilityFields study={study} draft={draft} />
        </Tabs.Panel>
      </Tabs>
      <Group gap={8} className={classes.actions}>
        <Button variant="subtle" onClick={draft.reset}>
          Defaults
        </Button>
        <span className={classes.spacer} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Apply</Button>
      </Group>
    </form>
  );
}
