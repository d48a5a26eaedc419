import { IconMenu2, IconMoon, IconShieldCheck, IconSun } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { Logo } from '../../ui/Logo.tsx';
import { useHash } from '../ui/hash.ts';
import { BySession } from './BySession.tsx';
import { StartButton } from './StartButton.tsx';
import classes from './TopBar.module.css';
import { toggleTheme } from './theme.ts';

/** The signed-in user, read with code that visitors never load; null for visitors. */
async function readUsername(): Promise<string | null> {
  if (document.documentElement.dataset.signedIn === undefined) return null;
  try {
    const { readUser } = await import('../../api/session/read-user.ts');
    const { username } = await readUser(AbortSignal.timeout(10_000));
    return username;
  } catch {
    // The menu then shows an account without a name.
    return null;
  }
}

type Props = { path: string };

const TABS = [
  { href: paths.home, label: 'Home' },
  { href: paths.education, label: 'Educational' },
  { href: paths.contact, label: 'Need Help?' },
] as const;

/** The tab of a path and hash; none on legal pages. */
function activeTab(path: string, hash: string): string | null {
  if (path === paths.home) return hash === '#contact' ? paths.contact : paths.home;
  return path.startsWith(paths.education) ? paths.education : null;
}

export function TopBar({ path }: Props) {
  const active = activeTab(path, useHash());
  return (
    <header className={classes.bar}>
      <div className={classes.row}>
        <a href={paths.home} className={classes.logo}>
          <Logo variant="light" />
          <span className="visually-hidden">, to Home</span>
        </a>
        <nav className={classes.tabs} aria-label="Site">
          {TABS.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className={classes.tab}
              aria-current={active === href ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <div className={classes.actions}>
          <AccountMenu />
          <StartButton />
        </div>
      </div>
    </header>
  );
}

/** Closes an open `details` on a press outside or Esc; Esc returns the focus to its button. */
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

/** Account or sign-in, and the theme. Opens without scripts too. */
function AccountMenu() {
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
        <IconMenu2 size={22} stroke={1.75} aria-hidden="true" className={classes.sign} />
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
