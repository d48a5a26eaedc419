import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { NoticeDialog } from '../../../ui/NoticeDialog.tsx';
import { AuthCard } from '../AuthCard.tsx';
import { AUTH_TEXTS } from '../texts.ts';
import { CodeForm } from './CodeForm.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Where the guards lead as soon as the session has begun. */
const letGuardsLead = () => {};

/** Signing in: the password, then a code where one is due. */
export function SignInPage() {
  const signIn = useSignIn(letGuardsLead);
  const { step } = signIn;
  const texts = AUTH_TEXTS.signIn;
  return (
    <AuthCard
      title={step.kind === 'code' ? texts.codeTitle : texts.title}
      pageTitle="Sign in"
      size="narrow"
      below={<Link to={paths.register}>{AUTH_TEXTS.signUpLink}</Link>}
    >
      {step.kind === 'code' ? (
        <CodeForm signIn={signIn} step={step} />
      ) : (
        <CredentialsForm
          error={signIn.error}
          isBusy={signIn.isBusy}
          onSubmit={signIn.submitCredentials}
        />
      )}
      {signIn.isPendingShown && (
        <NoticeDialog title={texts.pendingTitle} onOk={signIn.closePending}>
          <p>{texts.pending}</p>
        </NoticeDialog>
      )}
    </AuthCard>
  );
}
