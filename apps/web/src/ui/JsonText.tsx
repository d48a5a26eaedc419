import { Button } from '@mantine/core';
import { useState } from 'react';
import { beginCopy } from '../lib/copy-text.ts';
import classes from './JsonText.module.css';
import { ScrollRegion } from './ScrollRegion.tsx';

/** Splits a stack into lines; within one JSON string it would be a single line. */
function linesOfStacks(name: string, value: unknown): unknown {
  if (name !== 'stack' || typeof value !== 'string') return value;
  return value.split('\n').map((line) => line.trim());
}

/** Formatted JSON with a copy button. */
export function JsonText({ label, value }: { label: string; value: object }) {
  const [isCopied, setCopied] = useState(false);
  const text = JSON.stringify(value, linesOfStacks, 2);
  const copy = async () => setCopied(await beginCopy().finish(text));
  return (
    <>
      <ScrollRegion className={classes.json} label={label}>
        <pre>{text}</pre>
      </ScrollRegion>
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </>
  );
}
