import { Button, Switch } from '@mantine/core';
import { IconCommand } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { FREE_KEYS, whyRefused, withKeys, withoutChange } from './change-keys.ts';
import {
  type Combination,
  combinationOf,
  commandWith,
  isSingle,
  keyMapOf,
  NO_CHANGED_KEYS,
  writtenKeys,
} from './changed-keys.ts';
import { INITIAL_KEYS } from './chart-keys.ts';
import { chartKeyList, type ListedKey } from './key-list.ts';
import classes from './ShortcutsDialog.module.css';
import { changedKeys, useChangedKeys } from './use-keys.ts';

const SINGLE_KEYS_OFF = 'Single-key shortcuts are turned off below.';

/** Held for another key that is still to come. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];

export function ShortcutsDialog() {
  const { openPanel } = useChartScreen();
  const { hasSingleKeys } = usePreferences();
  const changed = useChangedKeys();
  const rows = chartKeyList(changed);
  /** The command whose keys are being changed. */
  const [changing, setChanging] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  return (
    <Dialog title="Keyboard" width={640} onClose={() => openPanel(NOTHING_OPEN)}>
      <Button
        variant="default"
        size="sm"
        className={classes.palette ?? ''}
        leftSection={<IconCommand size={16} stroke={1.75} />}
        onClick={() => openPanel({ kind: 'palette' })}
      >
        Search all commands
      </Button>
      <table className={classes.table}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Keys</th>
            <th scope="col">Does</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <KeyRow
              key={row.does}
              row={row}
              rows={rows}
              isChanging={row.id !== null && changing === row.id}
              isLast={row.id !== null && last === row.id}
              onChanging={(isOn) => {
                setChanging(isOn ? row.id : null);
                setLast(row.id);
              }}
            />
          ))}
        </tbody>
      </table>
      <Switch
        className={classes.switch}
        label="Single-key shortcuts"
        checked={hasSingleKeys}
        onChange={({ currentTarget: { checked } }) => updatePreferences({ hasSingleKeys: checked })}
      />
      {Object.keys(changed).length > 0 && (
        <Button
          variant="default"
          size="sm"
          className={classes.switch ?? ''}
          onClick={() => changedKeys.set(NO_CHANGED_KEYS)}
        >
          Reset all keys
        </Button>
      )}
    </Dialog>
  );
}

type RowProps = {
  row: ListedKey;
  rows: readonly ListedKey[];
  isChanging: boolean;
  /** Was changed last: its button takes the focus back. */
  isLast: boolean;
  onChanging: (isOn: boolean) => void;
};

function KeyRow({ row, rows, isChanging, isLast, onChanging }: RowProps) {
  const { id, keys, does } = row;
  const changed = useChangedKeys();
  const isChanged = id !== null && id in changed;
  return (
    <tr>
      <th scope="row">{keys}</th>
      <td>
        {does}
        {isChanging && id !== null && (
          <KeyChange id={id} rows={rows} onDone={() => onChanging(false)} />
        )}
      </td>
      <td className={classes.actions}>
        {id !== null && !isChanging && (
          <>
            {isChanged && (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={`Reset the keys of ${does}`}
                onClick={() =>
                  changedKeys.change((changed) => withoutChange(INITIAL_KEYS, changed, id))
                }
              >
                Reset
              </Button>
            )}
            <Button
              variant="subtle"
              size="compact-xs"
              autoFocus={isLast}
              aria-label={`Change the keys of ${does}`}
              onClick={() => onChanging(true)}
            >
              Change
            </Button>
          </>
        )}
      </td>
    </tr>
  );
}

type ChangeProps = { id: string; rows: readonly ListedKey[]; onDone: () => void };

/** Takes the next pressed keys for a command; keys of another command are exchanged on request. */
function KeyChange({ id, rows, onDone }: ChangeProps) {
  const keys = keyMapOf(INITIAL_KEYS, useChangedKeys());
  const { hasSingleKeys } = usePreferences();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [taken, setTaken] = useState<{ combination: Combination; by: string } | null>(null);
  const give = (combination: Combination) => {
    changedKeys.change((changed) => withKeys(INITIAL_KEYS, changed, { id, combination }));
    onDone();
  };
  const take = (event: KeyboardEvent) => {
    if (event.key === 'Tab' || MODIFIERS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onDone();
    const pressed = { ...pick(event.nativeEvent) };
    const combination = combinationOf(pressed);
    const other = commandWith(keys, combination);
    if (other !== null && other !== id) {
      setRefusal(null);
      return setTaken({ combination, by: other });
    }
    const offReason = isSingle(combination) && !hasSingleKeys ? SINGLE_KEYS_OFF : null;
    const reason = combination === INITIAL_KEYS[id] ? null : (offReason ?? whyRefused(pressed));
    setTaken(null);
    setRefusal(reason);
    if (reason === null) give(combination);
  };
  if (taken) {
    const name = rows.find((row) => row.id === taken.by)?.does ?? '';
    // Escape cancels the question and leaves the dialog open.
    const cancelling = {
      'data-mantine-stop-propagation': 'true',
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') onDone();
      },
    };
    return (
      <div className={classes.change}>
        <span role="alert">{`${writtenKeys(taken.combination)} is “${name}”.`}</span>
        <Button size="compact-xs" autoFocus {...cancelling} onClick={() => give(taken.combination)}>
          Swap keys
        </Button>
        <Button size="compact-xs" variant="default" {...cancelling} onClick={onDone}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.change}>
      <Button
        size="compact-xs"
        variant="default"
        autoFocus
        data-mantine-stop-propagation="true"
        onKeyDown={take}
      >
        Press keys, Esc cancels
      </Button>
      {refusal ? (
        <span role="alert" className={classes.refusal}>
          {refusal}
        </span>
      ) : (
        <span className={classes.hint}>{FREE_KEYS}</span>
      )}
    </div>
  );
}

function pick({ key, code, altKey, ctrlKey, metaKey, shiftKey }: globalThis.KeyboardEvent) {
  return { key, code, altKey, ctrlKey, metaKey, shiftKey };
}
