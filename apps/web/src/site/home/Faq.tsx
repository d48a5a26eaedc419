import { ContactForm } from './ContactForm.tsx';
import classes from './Faq.module.css';
import { QUESTIONS } from './faq.ts';
import section from './Section.module.css';

export function Faq() {
  return (
    <section
      id="contact"
      tabIndex={-1}
      className={`${section.section} ${classes.section}`}
      aria-labelledby="faq"
    >
      <div className={`${section.inner} ${classes.inner}`}>
        <div>
          <h2 id="faq" className={section.title}>
            Questions and answers
          </h2>
          <div className={classes.list}>
            {QUESTIONS.map(({ question, answer }) => (
              <details key={question} className={classes.item} name="faq">
                <summary className={classes.question}>{question}</summary>
                <p className={classes.answer}>{answer}</p>
              </details>
            ))}
          </div>
        </div>
        <ContactForm />
      </div>
    </section>
  );
}
