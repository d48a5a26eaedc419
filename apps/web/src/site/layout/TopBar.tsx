import { paths } from '../../paths.ts';
import { Logo } from '../../ui/Logo.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { useHash } from '../ui/hash.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { BySession } from './BySession.tsx';
import classes from './TopBar.module.css';

type Props = { path: string };

const TABS = [
  { href: paths.home, label: 'Home' },
  { href: paths.education, label: 'Educational' },
  { href: paths.contact, label: 'Need Help?' },
] as const;

/** Which tab a place belongs to; none on legal pages. */
function activeTab(path: string, hash: string): string | null {
  if (path === paths.home) return hash === '#contact' ? paths.contact : paths.home;
  return path.startsWith(paths.education) ? paths.education : null;
}

/** The bar of the public pages. */
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
          <ButtonLink href={paths.login} kind="act">
            <BySession signedOut="Get Started" signedIn="Go To Dashboard" />
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}
