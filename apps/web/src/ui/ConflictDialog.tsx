import { Button, Radio } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from './ConflictDialog.module.css';
import { Dialog } from './Dialog.tsx';
import { FORM_TEXTS } from './form/texts.ts';

type Props = {
  /** The record's name. */
  what: string;
  fields: readonly { label: string; theirs: string; mine: string }[];
  onChoose: (keepsMine: readonly boolean[]) => void;
  onCancel: () => void;
};

/** Shows both values of each field that somebody else has changed in the meantime, and asks for one of them. */
export function ConflictDialog({ what, fields, onChoose, onCancel }: Props) {
  const [chosen, setChosen] = useState<readonly (boolean | null)[]>(() => fields.map(() => null));
  const isReady = chosen.every((keepsMine) => keepsMine !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onChoose(chosen.map((keepsMine) => keepsMine === true));
  };
  return (
    <Dialog title="Somebody else has changed this" width={520} onPhone="dialog" onClose={onCancel}>
      <form className={classes.form} onSubmit={submit}>
        <p>While you were editing {what}, another administrator saved other values. Which stay?</p>
        {fields.map(({ label, theirs, mine }, index) => (
          <Radio.Group
            key={label}
            label={label}
            value={{ true: 'mine', false: 'theirs', null: '' }[`${chosen[index] ?? null}`]}
            onChange={(value) =>
              setChosen(chosen.map((each, at) => (at === index ? value === 'mine' : each)))
            }
          >
            <div className={classes.values}>
              <Radio value="theirs" label={theirs} description="Saved by somebody else" />
              <Radio value="mine" label={mine} description="Yours" />
            </div>
          </Radio.Group>
        ))}
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            {FORM_TEXTS.cancel}
          </Button>
          <Button type="submit" color="orange" disabled={!isReady}>
            Save these
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
