import { useEffect, useState } from 'react';
import { Prose } from '../prose/Prose.tsx';
import classes from './LegalDocument.module.css';
import { dateOfUpdate, type LegalSection, type LegalText } from './legal-document.ts';

type Props = { text: LegalText };

/** A legal text with its contents on the left, on phones folded above it. */
export function LegalDocument({ text: { title, updated, introduction, sections } }: Props) {
  const current = useCurrentSection(sections);
  return (
    <div id="top" tabIndex={-1} className={classes.page}>
      <div className={classes.columns}>
        <ContentsBeside sections={sections} current={current} />
        <article className={classes.text} aria-labelledby="title">
          <header className={classes.head}>
            <h1 id="title" className={classes.title}>
              {title}
            </h1>
            <PrintButton />
            <p className={classes.updated}>
              Last updated <time dateTime={updated}>{dateOfUpdate(updated)}</time>
            </p>
          </header>
          <ContentsFolded sections={sections} current={current} />
          <Prose>
            {introduction}
            {sections.map(({ id, title: heading, body }, index) => (
              <section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`}>
                  {index + 1}. {heading}
                </h2>
                {body}
              </section>
            ))}
          </Prose>
        </article>
      </div>
      <BackToTop />
    </div>
  );
}

type ContentsProps = {
  sections: readonly LegalSection[];
  /** The section being read; null before the first. */
  current: string | null;
};

function Links({ sections, current }: ContentsProps) {
  return (
    <ol className={classes.list}>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a
            className={classes.link}
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
          >
            <span className={classes.number}>{index + 1}.</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}

function ContentsBeside(props: ContentsProps) {
  return (
    <nav className={classes.beside} aria-label="Contents">
      <p className={classes.heading}>Contents</p>
      <Links {...props} />
    </nav>
  );
}

function ContentsFolded(props: ContentsProps) {
  return (
    <details className={classes.folded}>
      <summary className={classes.summary}>Contents</summary>
      <nav aria-label="Contents">
        <Links {...props} />
      </nav>
    </details>
  );
}

/** Appears after one screen and never overlaps the footer. */
function BackToTop() {
  return (
    <div className={classes.rail}>
      <a className={classes.backToTop} href="#top" title="Back to top">
        <span className="visually-hidden">Back to top</span>
        <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 19V5M6 11l6-6 6 6" />
        </svg>
      </a>
    </div>
  );
}

/** The print style sheet prints the text alone. */
function PrintButton() {
  return (
    <button type="button" className={classes.button} onClick={() => window.print()}>
      <svg className={classes.printIcon} viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 9V3h10v6M7 17H5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-2" />
        <path d="M7 14h10v7H7z" />
      </svg>
      Print
    </button>
  );
}

/** The section near the top of the window counts as being read. */
const READ_PART = '-96px 0px -60% 0px';

/** The id of the section being read; null before the first. */
function useCurrentSection(sections: readonly { id: string }[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        const first = sections.find(({ id }) => inView.has(id));
        if (first) setCurrent(first.id);
      },
      { rootMargin: READ_PART },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return current;
}
