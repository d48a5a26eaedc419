import { Button, Group, Switch } from '@mantine/core';
import { STUDIES, type StudyId } from '@moneytrail/indicators';
import { type FormEvent, useState } from 'react';
import { Sheet } from '../../../ui/Sheet.tsx';
import { toggleStudy, updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import { NOTHING_OPEN } from '../screen/open-panel.ts';
import { InputControl } from './InputControl.tsx';
import classes from './InputsDialog.module.css';
import {
  defaultDraft,
  draftOf,
  draftProblems,
  type InputsDraft,
  inputsOf,
} from './inputs-draft.ts';

type Props = { studyId: StudyId };

/** The inputs of a study, with the range under each field; what two studies read is one setting. */
export function InputsDialog({ studyId }: Props) {
  const { openPanel, session } = useChartScreen();
  const { inputs, hiddenStudies } = usePreferences();
  const study = STUDIES.find(({ id }) => id === studyId);
  const fields = study?.inputs ?? [];
  const [draft, setDraft] = useState<InputsDraft>(() => draftOf(fields, inputs));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const problems = draftProblems(fields, draft, inputs);
  const close = () => openPanel(NOTHING_OPEN);
  const touchAll = () => setTouched(new Set(fields.map(({ name }) => name)));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    touchAll();
    const [first] = Object.keys(problems);
    if (first) return document.getElementById(`input-${first}`)?.focus();
    updatePreferences({ inputs: inputsOf(fields, draft, inputs) });
    const coverage = session?.coverage.get();
    if (coverage && !coverage.reachedBeginning) session?.engine.reload();
    close();
  };
  return (
    <Sheet title={study?.name} width={420} onClose={close}>
      <form onSubmit={apply} noValidate className={classes.form}>
        {fields.map((field, index) => (
          <InputControl
            key={field.name}
            field={field}
            isFirst={index === 0}
            value={draft[field.name] ?? ''}
            problem={touched.has(field.name) ? problems[field.name] : undefined}
            onChange={(value) => setDraft({ ...draft, [field.name]: value })}
            onLeave={() => setTouched(new Set([...touched, field.name]))}
          />
        ))}
        <Switch
          label="Visible on the chart"
          checked={!hiddenStudies.includes(studyId)}
          onChange={() => toggleStudy(studyId)}
        />
        <Group gap={8} className={classes.actions}>
          <Button variant="subtle" onClick={() => setDraft(defaultDraft(fields))}>
            Defaults
          </Button>
          <span className={classes.spacer} />
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Apply</Button>
        </Group>
      </form>
    </Sheet>
  );
}
