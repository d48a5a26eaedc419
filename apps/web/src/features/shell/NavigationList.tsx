import { IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toggleTheme, useTheme } from '../../stores/theme.ts';
import classes from './NavigationList.module.css';
import { NAVIGATION_ITEMS } from './navigation-items.ts';

type Props = {
  /** Called when a page was chosen. */
  onChoose?: () => void;
};

/** The items of the navigation, the theme at the bottom. */
export function NavigationList({ onChoose }: Props) {
  const theme = useTheme();
  const ThemeIcon = theme === 'dark' ? IconMoon : IconSun;
  return (
    <>
      <ul className={classes.list}>
        {NAVIGATION_ITEMS.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.item}
              activeProps={{ 'data-active': true }}
              activeOptions={{ includeSearch: false }}
              {...(onChoose ? { onClick: onChoose } : {})}
            >
              <Icon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
              <span className={classes.label}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <button
        type="button"
        role="switch"
        aria-checked={theme === 'dark'}
        aria-label="Dark theme"
        className={classes.item}
        onClick={toggleTheme}
      >
        <ThemeIcon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
        <span className={classes.label}>{theme === 'dark' ? 'Dark theme' : 'Light theme'}</span>
      </button>
    </>
  );
}
