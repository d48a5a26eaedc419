import { Button, Loader } from '@mantine/core';
import { confirmEmail } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, serverMessage } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { paths } from '../../paths.ts';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import form from '../../ui/form/form.module.css';
import { AccountStanding } from './AccountStanding.tsx';
import { AuthCard } from './AuthCard.tsx';
import { confirmationToken } from './link-token.ts';
import { withAdvice } from './no-answer.ts';
import { AUTH_TEXTS } from './texts.ts';

const TEXTS = AUTH_TEXTS.confirmEmail;

/** A refused link stays refused; only other failures are worth a retry. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 429;
}

/** Confirms an address by the link from the first mail. Idempotent. */
export function ConfirmEmailPage() {
  const [token] = useState(confirmationToken.read);
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['confirmEmail', token],
    queryFn: ({ signal }) => request(confirmEmail, { body: { token: token ?? '' } }, { signal }),
    enabled: token !== null,
    retry: false,
    meta: { failure: 'in-place' },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isDead = token === null || isRefused(error);
  return (
    <AuthCard title={TEXTS.title} pageTitle={TEXTS.title} size="narrow">
      <div className={form.fields}>
        {isFetching && (
          <p className={form.pending} role="status">
            <Loader size={20} aria-hidden="true" /> {TEXTS.pending}
          </p>
        )}
        {data && (
          <div role="status">
            <AccountStanding
              email={null}
              isEmailConfirmed
              isApproved={data.isApproved}
              phoneEnding={null}
              pendingText={AUTH_TEXTS.register.pending}
            />
          </div>
        )}
        {isDead && <FormAlert>{TEXTS.invalid}</FormAlert>}
        {error && !isDead && !isFetching && (
          <>
            <FormAlert>{serverMessage(error) ?? withAdvice(TEXTS.failed, error)}</FormAlert>
            <Button color="orange" fullWidth onClick={() => void refetch()}>
              {TEXTS.retry}
            </Button>
          </>
        )}
        {!isFetching && (
          <Link to={paths.login} className={form.link}>
            {TEXTS.toSignIn}
          </Link>
        )}
      </div>
    </AuthCard>
  );
}
