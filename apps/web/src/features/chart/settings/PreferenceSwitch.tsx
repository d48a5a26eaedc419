import { Switch } from '@mantine/core';
import type { ChartGuides } from '@moneytrail/chart';
import {
  type ChartPreferences,
  updatePreferences,
  usePreferences,
} from '../preferences/preferences.ts';

type SwitchName = {
  [Name in keyof ChartPreferences]: ChartPreferences[Name] extends boolean ? Name : never;
}[keyof ChartPreferences];

type Words = { label: string; description?: string };

/** A switch of one preference, applied at once. */
export function PreferenceSwitch({ name, ...words }: Words & { name: SwitchName }) {
  const preferences = usePreferences();
  return (
    <Switch
      {...words}
      checked={preferences[name]}
      onChange={({ currentTarget: { checked } }) => updatePreferences({ [name]: checked })}
    />
  );
}

/** A switch of one of the chart's guides. */
export function GuideSwitch({ name, ...words }: Words & { name: keyof ChartGuides }) {
  const { guides } = usePreferences();
  return (
    <Switch
      {...words}
      checked={guides[name]}
      onChange={({ currentTarget: { checked } }) =>
        updatePreferences({ guides: { ...guides, [name]: checked } })
      }
    />
  );
}
