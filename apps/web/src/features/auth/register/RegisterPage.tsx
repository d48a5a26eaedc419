import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { NoticeDialog } from '../../../ui/NoticeDialog.tsx';
import { AuthCard } from '../AuthCard.tsx';
import { AUTH_TEXTS } from '../texts.ts';
import { InviteGate } from './InviteGate.tsx';
import { RegisterForm } from './RegisterForm.tsx';

const TEXTS = AUTH_TEXTS.register;

/** Making an account, of one's own or on the invitation in the address. */
export function RegisterPage() {
  const { invite } = useSearch({ strict: false });
  const [outcome, setOutcome] = useState<{ isPending: boolean } | null>(null);
  const navigate = useNavigate();
  return (
    <AuthCard
      title={TEXTS.title}
      pageTitle="Sign up"
      size="wide"
      below={<Link to={paths.login}>{AUTH_TEXTS.signInLink}</Link>}
    >
      {typeof invite === 'string' ? (
        <InviteGate token={invite}>
          <RegisterForm invite={invite} onRegistered={setOutcome} />
        </InviteGate>
      ) : (
        <RegisterForm invite={null} onRegistered={setOutcome} />
      )}
      {outcome && (
        <NoticeDialog title={TEXTS.successTitle} onOk={() => void navigate({ to: paths.login })}>
          <p>{TEXTS.success}</p>
          {outcome.isPending && <p>{TEXTS.pending}</p>}
        </NoticeDialog>
      )}
    </AuthCard>
  );
}
