import { Popover } from '@mantine/core';
import { useId } from 'react';
import { IN_MAIN } from '../../../ui/in-main.ts';
import type { AskedTerm } from './asked-term.ts';
import classes from './TermCard.module.css';
import { TermTexts, termsOf } from './TermTexts.tsx';

const WIDTH_PX = 280;

/** A card next to the term, with two sentences and a link to the guide for each. */
export function TermCard({ asked }: { asked: AskedTerm }) {
  const { names, box, side, isPressed } = asked;
  const id = useId();
  const [first, ...others] = termsOf(names);
  if (!first) return null;
  const label = [first, ...others].map(({ term }) => term.name).join(', ');
  return (
    <Popover
      key={asked.key}
      opened
      position={side}
      width={WIDTH_PX}
      offset={8}
      shadow="md"
      withRoles={false}
      trapFocus={isPressed}
      closeOnEscape={false}
      closeOnClickOutside={false}
      portalProps={IN_MAIN}
    >
      <Popover.Target>
        <span aria-hidden="true" className={classes.target} style={box} />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.card ?? ''}
        role={isPressed ? 'dialog' : 'tooltip'}
        aria-label={label}
        aria-describedby={id}
        data-term-card
      >
        <TermTexts names={names} id={id} />
      </Popover.Dropdown>
    </Popover>
  );
}
