import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { beginCopy } from '../../../lib/copy-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import form from '../../../ui/form/form.module.css';
import classes from './ApiKeysCard.module.css';
import type { ToldSecret } from './api-keys.ts';
import { API_KEYS_TEXTS as TEXTS } from './texts.ts';

/** Shows a new secret; only its button closes it, because nothing shows the secret again. */
export function SecretDialog({ told, onClose }: { told: ToldSecret; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => setCopied(await beginCopy().finish(told.secret));
  return (
    <Dialog
      title={TEXTS.secretTitle}
      width={520}
      onClose={onClose}
      onPhone="dialog"
      isPersistent
      closeLabel={null}
    >
      <div className={form.fields}>
        <p>{TEXTS.secretOnce}</p>
        <div className={classes.secret}>
          <TextInput
            label={`${TEXTS.secretLabel} "${told.key.name}"`}
            value={told.secret}
            readOnly
            classNames={{ input: classes.secretText ?? '' }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="default" data-autofocus onClick={() => void copy()}>
            {isCopied ? TEXTS.copied : TEXTS.copy}
          </Button>
        </div>
        <div className={classes.dialogActions}>
          <Button color="orange" onClick={onClose}>
            {TEXTS.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
