import { Loader } from '@mantine/core';
import { checkSeatInvite } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { request } from '../../../api/request.ts';
import { paths } from '../../../paths.ts';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { AUTH_TEXTS } from '../texts.ts';

type Props = { token: string; children: ReactNode };

const TEXTS = AUTH_TEXTS.register;

/** Lets nobody fill in a form that an invite does not open any more; where that cannot be told, the form decides. */
export function InviteGate({ token, children }: Props) {
  const { data, isPending } = useQuery({
    queryKey: ['seatInvite', token],
    queryFn: ({ signal }) => request(checkSeatInvite, { query: { token } }, { signal }),
    retry: false,
    // It is taken up while the form stands: what was asked once is not asked again.
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
