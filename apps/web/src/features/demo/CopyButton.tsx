import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

type Props = { text: string; what: 'code' | 'link' };

/** Copies a text; the button says that it did. */
export function CopyButton({ text, what }: Props) {
  const { copy, copied } = useClipboard();
  return (
    <Button size="compact-sm" variant="default" onClick={() => copy(text)}>
      {copied ? 'Copied' : 'Copy'}
      <span className="visually-hidden"> {what}</span>
    </Button>
  );
}
