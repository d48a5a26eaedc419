import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { createApiKey, KEY_SCOPES, type KeyScope, type RequestOf } from '@moneytrail/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, serverMessage } from '../../../api/api-error.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { useFormRequest } from '../../../api/use-form-request.ts';
import { readTypedDay } from '../../../lib/typed-day.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { FORM_TEXTS } from '../../../ui/form/texts.ts';
import classes from './ApiKeysCard.module.css';
import { apiKeysQuery, type ToldSecret } from './api-keys.ts';
import { SCOPE_TEXTS, API_KEYS_TEXTS as TEXTS } from './texts.ts';

type Values = { name: string; scopes: KeyScope[]; networks: string; lastDay: string };
type Body = RequestOf<typeof createApiKey>['body'];

const START: Values = { name: '', scopes: ['prices:read'], networks: '', lastDay: '' };

const problemOfDay = (typed: string) => {
  const read = typed.trim() === '' ? null : readTypedDay(typed);
  return read && 'problem' in read ? read.problem : null;
};

function bodyOf({ name, scopes, networks, lastDay }: Values): Body {
  const read = lastDay.trim() === '' ? null : readTypedDay(lastDay);
  return {
    name: name.trim(),
    scopes,
    networks: networks.split(/[\s,;]+/).filter((each) => each !== ''),
    ...(read && 'day' in read ? { lastDay: read.day } : {}),
  };
}

type Props = { onClose: () => void; onMade: (made: ToldSecret) => void };

export function NewKeyDialog({ onClose, onMade }: Props) {
  const queryClient = useQueryClient();
  const fields = useForm({
    initialValues: START,
    validate: {
      name: (name) => (name.trim() === '' ? 'This field is required' : null),
      scopes: (scopes) => (scopes.length === 0 ? 'Choose at least one' : null),
      lastDay: problemOfDay,
    },
  });
  const { submit, isPending, error } = useFormRequest<Body, ToldSecret>(fields, {
    send: (body) => withReauthentication(() => authorizedRequest(createApiKey, { body })),
    onDone: (made) => {
      void readAnew(queryClient, { queryKey: apiKeysQuery.queryKey });
      onMade(made);
    },
    textOf: (cause) => (cause instanceof ApiError ? serverMessage(cause) : TEXTS.failures.make),
  });
  return (
    <Dialog title={TEXTS.makeTitle} width={480} onClose={onClose} isPersistent={isPending}>
      <form
        className={form.fields}
        noValidate
        onSubmit={fields.onSubmit((values) => submit(bodyOf(values)))}
      >
        <TextInput
          {...fields.getInputProps('name')}
          label={TEXTS.name}
          description={TEXTS.nameHint}
          maxLength={60}
          data-autofocus
        />
        <Checkbox.Group {...fields.getInputProps('scopes')} label={TEXTS.scopes}>
          <div className={classes.choices}>
            {KEY_SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={SCOPE_TEXTS[scope].meaning}
                description={<code>{scope}</code>}
              />
            ))}
          </div>
        </Checkbox.Group>
        <TextInput
          {...fields.getInputProps('networks')}
          label={TEXTS.networks}
          description={TEXTS.networksHint}
          autoComplete="off"
        />
        <TextInput
          {...fields.getInputProps('lastDay')}
          label={TEXTS.lastDay}
          description={TEXTS.lastDayHint}
          autoComplete="off"
        />
        <FormAlert>{error}</FormAlert>
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {FORM_TEXTS.cancel}
          </Button>
          <ActionButton color="orange" type="submit" isBusy={isPending}>
            {TEXTS.create}
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
