import { Button, FileButton } from '@mantine/core';
import { MAX_IMPORT_BYTES } from '@moneytrail/contract';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import classes from './ImportDialog.module.css';
import { ImportDialog } from './ImportDialog.tsx';

const TOO_LARGE = 'The file is larger than 64 MB. The import command takes it.';

/** Takes a file that is dropped or chosen, and opens its import. */
export function ImportDrop() {
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const take = (chosen: File | null | undefined) => {
    if (!chosen) return;
    if (chosen.size > MAX_IMPORT_BYTES) showToast({ kind: 'error', text: TOO_LARGE });
    else if (chosen.size === 0) showToast({ kind: 'error', text: 'The file is empty.' });
    else setFile(chosen);
  };
  return (
    <section
      className={classes.drop}
      aria-label="Import a file"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <IconFileImport size={28} stroke={1.5} aria-hidden="true" />
      <span>
        Drop a CSV file of bars here: the export of a vendor, a terminal or a spreadsheet. Nothing
        is stored before you have seen the preview.
      </span>
      <FileButton accept=".csv,.txt,.tsv,.prn,text/csv,text/plain" onChange={take}>
        {(props) => (
          <Button size="xs" variant="default" {...props}>
            Choose a file
          </Button>
        )}
      </FileButton>
      {file && <ImportDialog file={file} onClose={() => setFile(null)} />}
    </section>
  );
}
