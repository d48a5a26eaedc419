import { Group, Tabs } from '@mantine/core';
import type { FormEventHandler, KeyboardEvent, ReactNode } from 'react';
import classes from './TabbedForm.module.css';

/** `Enter` in a select or a switch submits its form, as it does in a field of text. Buttons and tabs keep their own. */
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event;
  const isChoice =
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type === 'checkbox');
  if (key !== 'Enter' || !isChoice) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}

/** The fields of a tab, one below the other. */
export type FormTab = { value: string; label: string; fields: ReactNode };

type Props = {
  tabs: readonly FormTab[];
  tab: string | null;
  onTab: (tab: string | null) => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The buttons at the foot, which stay in sight while the fields scroll. */
  buttons: ReactNode;
  /** Height of every tab's fields where the form is a sheet, in hundredths of the window. */
  sheetHeight: number;
};

/** The form of a dialog whose fields stand in tabs. */
export function TabbedForm({ tabs, tab, onTab, onSubmit, buttons, sheetHeight }: Props) {
  return (
    <form className={classes.form} onSubmit={onSubmit} onKeyDown={submitOnEnter} noValidate>
      <Tabs value={tab} onChange={onTab} color="orange" className={classes.tabs ?? ''}>
        <Tabs.List mb="md">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, fields }) => (
          <Tabs.Panel
            key={value}
            value={value}
            className={classes.panel ?? ''}
            __vars={{ '--sheet-height': `${sheetHeight}svh` }}
          >
            {fields}
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group gap={8} justify="flex-end" className={classes.actions}>
        {buttons}
      </Group>
    </form>
  );
}

/** A quiet sentence between the fields. */
export function FormNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}
