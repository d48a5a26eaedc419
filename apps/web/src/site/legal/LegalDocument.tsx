import { Prose } from '../prose/Prose.tsx';
import { BackToTop } from './BackToTop.tsx';
import { ContentsBeside, ContentsFolded } from './Contents.tsx';
import classes from './LegalDocument.module.css';
import { dateOfUpdate, type LegalText } from './legal-document.ts';
import { PrintButton } from './PrintButton.tsx';
import { useCurrentSection } from './use-current-section.ts';

type Props = { text: LegalText };

/** A legal text with its contents beside it, on a phone folded above it. */
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
