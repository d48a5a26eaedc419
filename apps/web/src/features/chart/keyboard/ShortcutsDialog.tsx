import { Switch } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { updatePreferences, usePreferences } from '../preferences/preferences.ts';
import { CHART_KEYS } from './chart-keys.ts';
import classes from './ShortcutsDialog.module.css';

export function ShortcutsDialog() {
  const { openPanel } = useChartScreen();
  const { hasSingleKeys } = usePreferences();
  return (
    <Dialog title="Keyboard" width={480} onClose={() => openPanel(NOTHING_OPEN)}>
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
