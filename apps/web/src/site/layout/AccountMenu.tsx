import { IconMoon, IconShieldCheck, IconSun } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import classes from './AccountMenu.module.css';
import { BySession } from './BySession.tsx';
import { readUsername } from './read-username.ts';
import { toggleTheme } from './theme.ts';

/** Closes an open `details` where something else is pressed, and with Esc, which gives its button the focus back. */
function useClosing(ref: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const onPointer = ({ target }: PointerEvent) => {
      const menu = ref.current;
      if (menu?.open && target instanceof Node && !menu.contains(target)) menu.open = false;
    };
    const onKey = ({ key }: KeyboardEvent) => {
      const menu = ref.current;
      if (key !== 'Escape' || !menu?.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [ref]);
}

/** Who is signed in, or the way to sign in, and the theme. It opens without a script too. */
export function AccountMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const [username, setUsername] = useState<string | null>(null);
  useClosing(menu);
  const onToggle = () => {
    if (menu.current?.open && username === null) void readUsername().then(setUsername);
  };
  return (
    <details ref={menu} className={classes.menu} onToggle={onToggle}>
      <summary className={classes.button} aria-label="Account and theme">
        <IconShieldCheck size={22} stroke={1.75} aria-hidden="true" />
      </summary>
      <div className={classes.list}>
        <a className={classes.item} href={paths.login}>
          <BySession signedOut="Sign In" signedIn={username ?? 'Your account'} />
        </a>
        <button type="button" className={classes.item} onClick={toggleTheme}>
          <span>Theme</span>
          <span className={classes.theme} aria-hidden="true">
            <IconSun size={18} stroke={1.75} className={classes.sun} />
            <IconMoon size={18} stroke={1.75} className={classes.moon} />
          </span>
          <span className="visually-hidden">, switch between light and dark</span>
        </button>
      </div>
    </details>
  );
}
