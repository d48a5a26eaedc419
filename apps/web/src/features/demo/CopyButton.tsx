import { Button } from '@mantine/core';
import { useState } from 'react';

type Props = { text: string; what: 'code' | 'link' };

/** Copies a text; the button says that it did. */
export function CopyButton({ text, what }: Props) {
  const [hasCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The browser denies it: the text can still be marked by hand.
      setCopied(false);
    }
  };
  return (
    <Button size="compact-sm" variant="default" onClick={copy}>
      {hasCopied ? 'Copied' : 'Copy'}
      <span className="visually-hidden"> {what}</span>
    </Button>
  );
}
