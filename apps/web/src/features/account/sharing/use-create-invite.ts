import { SECOND_MS } from '@moneytrail/calendar';
import { createSeatInvite } from '@moneytrail/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { readAnew } from '../../../api/read-anew.ts';
import { withReauthentication } from '../../../api/session/reauthentication.ts';
import { beginCopy, type PendingCopy } from '../../../lib/copy-text.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { SEATS } from './seat-queries.ts';

const TEXTS = ACCOUNT_TEXTS.sharing;

/** What came of an invite: its link, and whether it is on the clipboard. */
type Made = { url: string; isCopied: boolean };

async function createInvite(copy: PendingCopy): Promise<Made> {
  try {
    const { url } = await withReauthentication(() => authorizedRequest(createSeatInvite, {}));
    return { url, isCopied: url !== '' && (await copy.finish(url)) };
  } finally {
    copy.abandon();
  }
}

function tell({ url, isCopied }: Made): void {
  if (url === '') showToast({ kind: 'error', text: TEXTS.noUrl });
  else if (isCopied) showToast({ kind: 'success', text: TEXTS.copied });
  else showToast({ kind: 'error', text: TEXTS.notCopied });
}

/** Makes invites and copies their links; `uncopiedUrl` is the link of the last one where the clipboard did not take it. */
export function useCreateInvite(): {
  create: () => void;
  isPending: boolean;
  uncopiedUrl: string | null;
} {
  const queryClient = useQueryClient();
  const [uncopiedUrl, setUncopiedUrl] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: createInvite,
    onSuccess: (made) => {
      tell(made);
      setUncopiedUrl(made.isCopied || made.url === '' ? null : made.url);
    },
    onSettled: () => {
      setTimeout(() => void readAnew(queryClient, { queryKey: SEATS }), SECOND_MS);
    },
    meta: { failureText: TEXTS.failures.create },
  });
  return { create: () => mutate(beginCopy()), isPending, uncopiedUrl };
}
