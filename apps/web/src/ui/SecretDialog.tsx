import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { beginCopy } from '../lib/copy-text.ts';
import { Dialog } from './Dialog.tsx';
import form from './form/form.module.css';
import classes from './SecretDialog.module.css';

type Props = {
  title: string;
  /** Says where to keep the secret. */
  about: string;
  label: string;
  secret: string;
  /** The words of the button that closes it. */
  done: string;
  onClose: () => void;
};

/** Shows a new secret; only its button closes it, because nothing shows the secret again. */
export function SecretDialog({ title, about, label, secret, done, onClose }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => setCopied(await beginCopy().finish(secret));
  return (
    <Dialog
      title={title}
      width={520}
      onClose={onClose}
      onPhone="dialog"
      isPersistent
      closeLabel={null}
    >
      <div className={form.fields}>
        <p>{about}</p>
        <div className={classes.secret}>
          <TextInput
            label={label}
            value={secret}
            readOnly
            classNames={{ input: classes.text ?? '' }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="default" data-autofocus onClick={() => void copy()}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        <div className={classes.actions}>
          <Button color="orange" onClick={onClose}>
            {done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
