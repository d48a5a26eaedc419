import { Button, FileButton } from '@mantine/core';
import { readLayout } from '@moneytrail/chart/model';
import { MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import { shortened } from '../../../lib/shortened.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { LayoutSaver } from '../saved/layout-saver.ts';
import classes from './LayoutsDialog.module.css';
import { useSavedState } from './use-saved-state.ts';

type Props = { saver: LayoutSaver };

/** The chart as a file, and a file as the chart. */
export function FileSection({ saver }: Props) {
  const { layout } = useSavedState();
  const save = () => {
    const content = saver.content();
    if (content === null) return;
    const name = fileName(['chart', layout?.name ?? 'unnamed'], 'json');
    downloadBlob(new Blob([content], { type: 'application/json' }), name);
  };
  const take = async (file: File | null) => {
    if (!file) return;
    try {
      if (file.size > MAX_LAYOUT_BYTES) throw new Error('A chart has at most 1 MB.');
      const content = await file.text();
      readLayout(content);
      await saver.saveCopy(
        shortened(file.name.replace(/\.json$/i, ''), 200) || 'Imported chart',
        content,
      );
      showToast({ kind: 'success', text: `${file.name} is opened as a chart of its own.` });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'It cannot be read.';
      showToast({ kind: 'error', text: `${file.name} was not taken. ${reason}` });
    }
  };
  return (
    <>
      <p className={classes.quiet}>
        A file holds the studies, drawings and settings of the chart, and no prices. A file that is
        opened becomes a chart of its own.
      </p>
      <div className={classes.actions}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={save}
        >
          Save as a file
        </Button>
        <FileButton accept="application/json,.json" onChange={(file) => void take(file)}>
          {(props) => (
            <Button
              {...props}
              size="sm"
              variant="default"
              leftSection={<IconUpload size={16} stroke={1.75} />}
            >
              Open a file
            </Button>
          )}
        </FileButton>
      </div>
    </>
  );
}
