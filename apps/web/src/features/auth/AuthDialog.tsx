import { BRAND } from '@moneytrail/contract';
import { IconArrowLeft, IconMoon, IconSun } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { toggleTheme, useTheme } from '../../stores/theme.ts';
import { Logo } from '../../ui/Logo.tsx';
import classes from './AuthDialog.module.css';

/** Full-screen dialog of registration, sign-in and passwords; the arrow returns to Home. */
export function AuthDialog() {
  const theme = useTheme();
  const ThemeIcon = theme === 'dark' ? IconMoon : IconSun;
  return (
    <>
      <div className={classes.backdrop} inert>
        <Logo variant="light" />
        <p>{BRAND.tagline}</p>
      </div>
      <div className={classes.dialog} role="dialog" aria-modal="true" aria-label="Account access">
        <div className={classes.top}>
          <a href={paths.home} className={classes.button} aria-label="Back to Home">
            <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
          </a>
          <button
            type="button"
            role="switch"
            aria-checked={theme === 'dark'}
            aria-label="Dark theme"
            className={classes.button}
            onClick={toggleTheme}
          >
            <ThemeIcon size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
        <Logo variant="dark" />
        <Outlet />
      </div>
    </>
  );
}
