import { Button, Group, Tabs } from '@mantine/core';
import { STUDIES, type StudyDefinition } from '@moneytrail/indicators';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';
import { InputControl } from './InputControl.tsx';
import { PaneField } from './PaneField.tsx';
import classes from './StudyDialog.module.css';
import { StyleFields } from './StyleFields.tsx';
import { marksNote, sharedWith } from './shared-inputs.ts';
import { useStudyDraft } from './use-study-draft.ts';
import { VisibilityFields } from './VisibilityFields.tsx';

type Props = { studyKey: string };

/** `definition`: the study as the catalogue has it, without what was changed of it. */
type SettingsProps = { study: StudyOnChart; definition: StudyDefinition };

/** The settings of a study: what it computes from, how its lines look, what of it is in sight. */
export function StudyDialog({ studyKey }: Props) {
  const study = useStudiesOnChart().find(({ key }) => key === studyKey);
  const definition = STUDIES.find(({ id }) => id === study?.id);
  return study && definition && <SettingsOf study={study} definition={definition} />;
}

/**
 * What is changed is on the chart at once, which stays in sight; all ways out but one take it back. What two studies
 * of the first studies read is one setting: it changes in both.
 */
function SettingsOf({ study, definition }: SettingsProps) {
  const { controller, openPanel } = useChartScreen();
  const [tab, setTab] = useState<string | null>('inputs');
  const draft = useStudyDraft(study);
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
      // The field must be in sight before it can take the focus.
      flushSync(() => setTab('inputs'));
      return document.getElementById(`input-${wrong}`)?.focus();
    }
    draft.keep();
    const coverage = controller?.coverage.get();
    const isShort = coverage && coverage.barCount < study.neededBars(study.chosenInputs);
    if (isShort && !coverage.reachedBeginning) controller?.engine.reload();
    close();
  };
  return (
    <Dialog title={study.name} width={360} isAside closeLabel="Cancel and close" onClose={cancel}>
      <form onSubmit={keep} noValidate>
        <Tabs value={tab} onChange={setTab} color="orange">
          <Tabs.List mb="md">
            <Tabs.Tab value="inputs">Inputs</Tabs.Tab>
            <Tabs.Tab value="style">Style</Tabs.Tab>
            <Tabs.Tab value="visibility">Visibility</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="inputs" className={`${classes.panel} ${classes.fields}`}>
            {note && <p className={classes.note}>{note}</p>}
            {study.inputs.map((field, index) => (
              <InputControl
                key={field.name}
                field={field}
                shares={sharedWith(study, field.name)}
                isFirst={index === 0}
                value={draft.textOf(field.name)}
                problem={draft.problemOf(field.name)}
                onChange={(text) => draft.setInput(field.name, text)}
                onLeave={() => draft.leave(field.name)}
              />
            ))}
          </Tabs.Panel>
          <Tabs.Panel value="style" className={classes.panel ?? ''}>
            <StyleFields study={definition} styles={draft.styles} onChange={draft.setStyles} />
          </Tabs.Panel>
          <Tabs.Panel value="visibility" className={`${classes.panel} ${classes.fields}`}>
            <VisibilityFields study={definition} draft={draft} />
            {study.pane !== 'main' && <PaneField study={study} onChange={draft.setPane} />}
          </Tabs.Panel>
        </Tabs>
        <Group gap={8} className={classes.actions}>
          <Button variant="subtle" onClick={draft.reset}>
            Defaults
          </Button>
          <span className={classes.spacer} />
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit">Done</Button>
        </Group>
      </form>
    </Dialog>
  );
}
