import { Button } from '@mantine/core';
import { useState } from 'react';
import { beginCopy } from '../lib/copy-text.ts';
import classes from './JsonText.module.css';
import { ScrollRegion } from './ScrollRegion.tsx';

/** A stack as a list of its lines: within one text of JSON they would stand in a row. */
function linesOfStacks(name: string, value: unknown): unknown {
  if (name !== 'stack' || typeof value !== 'string') return value;
  return value.split('\n').map((line) => line.trim());
}

/** An object as formatted JSON, with a button that copies it and says so. */
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
