import { BRAND } from '@moneytrail/contract/brand';
import { type ReactNode, useEffect, useState } from 'react';
import { copyrightLine, VERSION } from '../../lib/brand.ts';
import { paths } from '../../paths.ts';
import { Logo } from '../../ui/Logo.tsx';
import classes from './PublicLayout.module.css';
import { TopBar } from './TopBar.tsx';

type Props = { path: string; children: ReactNode };

/** The frame of every public page. */
export function PublicLayout({ path, children }: Props) {
  return (
    <>
      <a className={classes.skip} href="#main">
        To the content
      </a>
      <TopBar path={path} />
      <main id="main" className={classes.main}>
        {children}
      </main>
      <Footer />
    </>
  );
}

function Footer() {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <footer className={classes.footer}>
      <div className={classes.columns}>
        <div className={classes.brand}>
          <Logo variant="light" />
          <p className={classes.tagline}>{BRAND.tagline}</p>
        </div>
        <div className={classes.column}>
          <h2 className={classes.heading}>Get in Touch with us:</h2>
          <a href={`mailto:${BRAND.contactAddress}`}>{BRAND.contactAddress}</a>
          <a href={BRAND.social.address} target="_blank" rel="noreferrer">
            {BRAND.social.name}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </div>
        <nav className={classes.column} aria-label="Legal and API">
          <a href={paths.termsOfService}>Terms of Service</a>
          <a href={paths.privacyPolicy}>Privacy Policy</a>
          <a href={paths.apiDocs}>API</a>
        </nav>
      </div>
      <div className={classes.bottom}>
        {/* Rendered with the year of the build; remounted with the current year after hydration. */}
        <span key={String(isAlive)} suppressHydrationWarning>
          {copyrightLine(Date.now())}
        </span>
        <span>Version {VERSION}</span>
      </div>
    </footer>
  );
}
