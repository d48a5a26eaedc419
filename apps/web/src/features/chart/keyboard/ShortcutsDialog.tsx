import { Button, Switch } from '@mantine/core';
import { IconCommand } from '@tabler/icons-react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { CHART_KEYS } from './key-list.ts';
import classes from './ShortcutsDialog.module.css';

export function ShortcutsDialog() {
  const { openPanel } = useChartScreen();
  const { hasSingleKeys } = usePreferences();
  return (
    <Dialog title="Keyboard" width={480} onClose={() => openPanel(NOTHING_OPEN)}>
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
          </tr>
        </thead>
        <tbody>
          {CHART_KEYS.map(({ keys, does }) => (
            <tr key={keys}>
              <th scope="row">{keys}</th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Switch
        className={classes.switch}
        label="Single-key shortcuts"
        checked={hasSingleKeys}
        onChange={({ currentTarget: { checked } }) => updatePreferences({ hasSingleKeys: checked })}
      />
    </Dialog>
  );
}
