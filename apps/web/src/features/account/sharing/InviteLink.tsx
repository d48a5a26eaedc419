import { TextInput } from '@mantine/core';
import { ACCOUNT_TEXTS } from '../texts.ts';

/** The link of an invite that the clipboard did not take, to be copied by hand: it is told this once. */
export function InviteLink({ url }: { url: string }) {
  return (
    <TextInput
      label={ACCOUNT_TEXTS.sharing.link}
      description={ACCOUNT_TEXTS.sharing.linkOnce}
      value={url}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
