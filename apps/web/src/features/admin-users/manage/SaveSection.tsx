import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import classes from './Section.module.css';
import { Section } from './Section.tsx';

type Props = {
  title: string;
  note?: string | null;
  action?: string;
  isChanged: boolean;
  isPending: boolean;
  isDisabled?: boolean;
  /** The reason why a change cannot be saved yet; null if it can. */
  problem?: string | null;
  onSave: () => void;
  onDiscard: () => void;
  children: ReactNode;
};

/** A section whose fields are all saved by its button, and by nothing else. */
export function SaveSection(props: Props) {
  const { title, note = null, action = 'Save', isChanged, isPending, isDisabled = false } = props;
  const { problem = null, onSave, onDiscard, children } = props;
  const canSave = isChanged && problem === null && !isDisabled;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave && !isPending) onSave();
  };
  return (
    <form onSubmit={submit} aria-label={title}>
      <Section title={title} note={note}>
        {children}
        {!isDisabled && (
          <div className={classes.line}>
            <ActionButton type="submit" color="orange" disabled={!canSave} isBusy={isPending}>
              {action}
            </ActionButton>
            {isChanged && !isPending && (
              <Button variant="subtle" onClick={onDiscard}>
                Discard
              </Button>
            )}
            {isChanged && problem !== null && <span className={classes.hint}>{problem}</span>}
          </div>
        )}
      </Section>
    </form>
  );
}
