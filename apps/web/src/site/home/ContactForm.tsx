import { BRAND } from '@moneytrail/contract/brand';
import { CONTACT_LENGTHS } from '@moneytrail/contract/contact-rules';
import buttons from '../ui/Button.module.css';
import { Snackbar } from '../ui/Snackbar.tsx';
import { WithoutScript } from '../ui/WithoutScript.tsx';
import { ContactField } from './ContactField.tsx';
import classes from './ContactForm.module.css';
import { useContactForm } from './use-contact-form.ts';

const MESSAGE_ROWS = 5;

/** A message to whoever runs the product. */
export function ContactForm() {
  const { form, field, website, isValid, isSending, notice, submit } = useContactForm();
  return (
    <form
      ref={form}
      className={classes.form}
      aria-labelledby="contact-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2 id="contact-title" className={classes.title}>
        Write to us
      </h2>
      <WithoutScript>
        <p>
          This form needs JavaScript. Write to{' '}
          <a href={`mailto:${BRAND.contactAddress}`}>{BRAND.contactAddress}</a> instead.
        </p>
      </WithoutScript>
      <ContactField
        {...field('name')}
        label="Name"
        autoComplete="name"
        maxLength={CONTACT_LENGTHS.name}
      />
      <ContactField {...field('email')} label="Email" type="email" autoComplete="email" />
      <ContactField {...field('phone')} label="Phone" type="tel" autoComplete="tel" isOptional />
      <ContactField
        {...field('message')}
        label="Message"
        rows={MESSAGE_ROWS}
        maxLength={CONTACT_LENGTHS.message}
      />
      <div className={classes.hidden} aria-hidden="true">
        <label htmlFor="contact-website">Website</label>
        <input ref={website} id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <button
        type="submit"
        className={`${buttons.button} ${classes.submit}`}
        data-kind="navy"
        disabled={!isValid}
        aria-busy={isSending}
      >
        {isSending ? 'Sending…' : 'Submit'}
      </button>
      <Snackbar notice={notice} />
    </form>
  );
}
