import { Loader } from '@mantine/core';
import { checkSeatInvite } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { request } from '../../../api/request.ts';
import { paths } from '../../../paths.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { NoticeDialog } from '../../../ui/NoticeDialog.tsx';
import { AccountStanding } from '../AccountStanding.tsx';
import { AuthCard } from '../AuthCard.tsx';
import { AUTH_TEXTS } from '../texts.ts';
import { type Registered, RegisterForm } from './RegisterForm.tsx';

const TEXTS = AUTH_TEXTS.register;

export function RegisterPage() {
  const { invite } = useSearch({ strict: false });
  const [outcome, setOutcome] = useState<Registered | null>(null);
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
        <div className={form.fields}>
          <p className={form.hint}>
            What is free and what a plan costs: <a href={paths.plans}>Plans and prices</a>.
          </p>
          <RegisterForm invite={null} onRegistered={setOutcome} />
        </div>
      )}
      {outcome && (
        <NoticeDialog title={TEXTS.successTitle} onOk={() => void navigate({ to: paths.login })}>
          <p>{TEXTS.success}</p>
          <AccountStanding
            email={outcome.email}
            isEmailConfirmed={false}
            isApproved={!outcome.isPending}
            phoneEnding={outcome.phoneEnding}
            pendingText={TEXTS.pending}
          />
        </NoticeDialog>
      )}
    </AuthCard>
  );
}

type Props = { token: string; children: ReactNode };

/** Blocks the form if the invite is no longer valid. If the check itself fails, the form decides on submit. */
function InviteGate({ token, children }: Props) {
  const { data, isPending } = useQuery({
    queryKey: ['seatInvite', token],
    queryFn: ({ signal }) => request(checkSeatInvite, { query: { token } }, { signal }),
    retry: false,
    // The invite is used up while the form is open: check it once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { failure: 'silent' },
  });
  if (isPending) {
    return (
      <p className={form.pending} role="status">
        <Loader size={20} aria-hidden="true" /> {TEXTS.checking}
      </p>
    );
  }
  if (data?.isUsable !== false) return children;
  return (
    <div className={form.fields}>
      <FormAlert>{TEXTS.deadInvite}</FormAlert>
      <Link to={paths.register} search={{}} className={form.link}>
        {TEXTS.withoutInvite}
      </Link>
    </div>
  );
}
