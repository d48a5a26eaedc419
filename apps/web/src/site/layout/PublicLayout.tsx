import type { ReactNode } from 'react';
import { Footer } from './Footer.tsx';
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
