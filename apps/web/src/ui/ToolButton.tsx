import { Tooltip } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { IN_MAIN } from './in-main.ts';
import classes from './ToolButton.module.css';

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Accessible name and tooltip. */
  label: string;
  /** The equivalent key, for the tooltip. */
  shortcut?: string;
  icon: ReactNode;
  /** Without text the button is square. */
  text?: ReactNode;
  isActive?: boolean;
  /** The tooltip's side. */
  tipSide?: 'bottom' | 'right' | 'top';
};

/** A toolbar button: an icon, an optional text, always a name. */
export function ToolButton(props: Props) {
  const { label, shortcut, icon, text, isActive, className, tipSide = 'bottom', ...rest } = props;
  return (
    <Tooltip
      label={shortcut ? `${label} (${shortcut})` : label}
      position={tipSide}
      disabled={rest['aria-expanded'] === true}
      portalProps={IN_MAIN}
    >
      <button
        type="button"
        aria-label={label}
        className={`${classes.button} ${className ?? ''}`}
        data-active={isActive || undefined}
        data-square={text === undefined || undefined}
        {...rest}
      >
        {icon}
        {text !== undefined && <span className={classes.text}>{text}</span>}
      </button>
    </Tooltip>
  );
}
