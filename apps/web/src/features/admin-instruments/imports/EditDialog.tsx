import { Button } from '@mantine/core';
import {
  type EnabledInstrument,
  type ExchangeInstruments,
  IMPORTED,
  updateImportedInstrument,
} from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';
import { SaveCancelled, type Seen, saveShared } from '../../../api/shared-record.ts';
import { showToast } from '../../../stores/toasts.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import { exchangeInstrumentsQuery } from '../instrument-queries.ts';
import { useRefreshInstruments } from '../use-row-calls.ts';
import classes from './ImportDialog.module.css';
import { describeImported, type ImportedFields, InstrumentFields } from './InstrumentFields.tsx';

const NAMES = ['description', 'type', 'marketHours', 'access'] as const;
const GONE = 'The instrument is not enabled any more.';

function seenIn({ revision, enabled }: ExchangeInstruments, code: string): Seen<ImportedFields> {
  const found = enabled.find((each) => each.code === code);
  if (!found?.imported) throw new Error(GONE);
  const { description, type, imported } = found;
  return { revision, fields: { description, type, ...imported } };
}

/** Saves the changed fields; null if others have made the same changes. */
function useEdit(code: string, seen: Seen<ImportedFields>, onDone: () => void) {
  const queryClient = useQueryClient();
  const readAgain = useRefreshInstruments();
  const readList = async () => {
    const all = await queryClient.fetchQuery({ ...exchangeInstrumentsQuery, staleTime: 0 });
    const found = all.exchanges.find(({ exchange }) => exchange === IMPORTED);
    if (!found) throw new Error(GONE);
    return found;
  };
  return useMutation({
    mutationFn: (changes: Partial<ImportedFields>) =>
      saveShared<ImportedFields, ExchangeInstruments>({
        what: code,
        seen,
        changes,
        describe: describeImported,
        read: async () => seenIn(await readList(), code),
        send: ({ seen: { revision }, changes: left }) =>
          authorizedRequest(updateImportedInstrument, {
            params: { code },
            body: { ...left, revision },
          }),
      }),
    onSuccess: () => {
      readAgain();
      showToast({ kind: 'success', text: 'Instrument updated', subject: `${code} @ ${IMPORTED}` });
      onDone();
    },
    meta: { failure: 'in-place' },
  });
}

type Props = { list: ExchangeInstruments; instrument: EnabledInstrument; onClose: () => void };

/** Changes name, type, hours and access of an instrument made from files. */
export function EditDialog({ list, instrument: { code }, onClose }: Props) {
  const [seen] = useState(() => seenIn(list, code));
  const [fields, setFields] = useState(seen.fields);
  const saving = useEdit(code, seen, onClose);
  const changed = NAMES.filter((name) => fields[name] !== seen.fields[name]);
  const { error } = saving;
  return (
    <Dialog
      title={`${code} @ ${IMPORTED}`}
      width={560}
      onClose={onClose}
      onPhone="full"
      isPersistent={changed.length > 0 ? 'outside' : false}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(Object.fromEntries(changed.map((name) => [name, fields[name]])));
        }}
      >
        <fieldset className={classes.fields} disabled={saving.isPending}>
          <InstrumentFields
            fields={fields}
            change={(changes) => setFields({ ...fields, ...changes })}
          />
        </fieldset>
        {fields.marketHours !== seen.fields.marketHours && (
          <p className={classes.note}>
            Longer bars are built anew in the background. Bars of the files stay as they are.
          </p>
        )}
        <FormAlert>{error instanceof SaveCancelled ? null : error?.message}</FormAlert>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={changed.length === 0}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
