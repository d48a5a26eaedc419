import { Button, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { shortened } from '../../../lib/shortened.ts';
import { useValue } from '../../../stores/use-value.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { autosave } from '../preferences/preferences.ts';
import type { LayoutSaver } from '../saved/layout-saver.ts';
import classes from './PresentLayout.module.css';
import { savedText, useSavedState } from './use-saved-state.ts';

const LONGEST_NAME = 200;

type Props = { saver: LayoutSaver };

/** Name and state of the present chart, and saving it by hand. */
export function PresentLayout({ saver }: Props) {
  const saved = useSavedState();
  const isPhone = useIsPhone();
  const isAutosaved = useValue(autosave);
  const present = saved.layout?.name ?? '';
  const [edited, setEdited] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const name = edited ?? present;
  const isNamed = name.trim() !== '';
  const isBusy = saved.status === 'saving';
  const finish = (run: (name: string) => Promise<void>) => {
    setFailure(null);
    run(name.trim()).then(
      // A name typed meanwhile is not saved yet.
      () => setEdited((now) => (now === edited ? null : now)),
      (error: Error) => setFailure(error.message),
    );
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isNamed && !isBusy) finish((given) => saver.save(given));
  };
  return (
    <form className={classes.present} onSubmit={save}>
      <TextInput
        label="Name of this chart"
        placeholder="My chart"
        value={name}
        maxLength={LONGEST_NAME}
        // A chart without a name needs one; a phone's keyboard would cover the list.
        data-autofocus={(present === '' && !isPhone) || undefined}
        onChange={({ currentTarget: { value } }) => setEdited(value)}
      />
      <p className={classes.status} role="status" data-saved={saved.status}>
        {failure ?? savedText(saved)}
      </p>
      <div className={classes.actions}>
        <ActionButton type="submit" size="sm" isBusy={isBusy} disabled={!isNamed}>
          {saved.layout && name.trim() !== present ? 'Rename' : 'Save'}
        </ActionButton>
        {saved.layout && (
          <Button
            size="sm"
            variant="default"
            disabled={!isNamed || isBusy}
            onClick={() =>
              finish((copy) =>
                saver.saveCopy(copy === present ? `${shortened(copy, LONGEST_NAME - 2)} 2` : copy),
              )
            }
          >
            Save as a copy
          </Button>
        )}
        <Switch
          className={classes.automatic ?? ''}
          label="Save by itself"
          checked={isAutosaved}
          onChange={({ currentTarget: { checked } }) => {
            autosave.set(checked);
            if (checked) finish((given) => (isNamed ? saver.save(given) : saver.save()));
          }}
        />
      </div>
    </form>
  );
}
