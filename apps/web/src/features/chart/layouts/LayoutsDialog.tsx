import { Button, FileButton, Tabs } from '@mantine/core';
import { readLayout } from '@moneytrail/chart/model';
import { MAX_LAYOUT_BYTES } from '@moneytrail/contract';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAnew } from '../../../api/read-anew.ts';
import { downloadBlob, fileName } from '../../../lib/download.ts';
import { shortened } from '../../../lib/shortened.ts';
import { showToast } from '../../../stores/toasts.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import type { LayoutSaver } from '../saved/layout-saver.ts';
import { LayoutList } from './LayoutList.tsx';
import classes from './LayoutsDialog.module.css';
import { layoutsQuery } from './layout-queries.ts';
import { PresentLayout } from './PresentLayout.tsx';
import { ShareSection } from './ShareSection.tsx';
import { useSavedState } from './use-saved-state.ts';
import { VersionList } from './VersionList.tsx';

/** The present chart, all saved charts, its versions, its link, and files. */
export function LayoutsDialog() {
  const { openPanel, saver } = useChartScreen();
  const { layout, status } = useSavedState();
  const queryClient = useQueryClient();
  const close = () => openPanel(NOTHING_OPEN);
  useEffect(() => {
    if (status === 'saved') void readAnew(queryClient, layoutsQuery);
  }, [status, queryClient]);
  if (!saver) return null;
  return (
    <Dialog title="Saved charts" width={560} onClose={close} onPhone="full">
      <PresentLayout saver={saver} />
      <Tabs defaultValue="list" keepMounted={false} className={classes.tabs ?? ''}>
        <Tabs.List>
          <Tabs.Tab value="list">All charts</Tabs.Tab>
          <Tabs.Tab value="versions" disabled={!layout}>
            Versions
          </Tabs.Tab>
          <Tabs.Tab value="share" disabled={!layout}>
            Share
          </Tabs.Tab>
          <Tabs.Tab value="file">File</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list" className={classes.panel ?? ''}>
          <LayoutList saver={saver} onOpened={close} />
        </Tabs.Panel>
        {layout && (
          <>
            <Tabs.Panel value="versions" className={classes.panel ?? ''}>
              <VersionList saver={saver} id={layout.id} />
            </Tabs.Panel>
            <Tabs.Panel value="share" className={classes.panel ?? ''}>
              <ShareSection saver={saver} id={layout.id} />
            </Tabs.Panel>
          </>
        )}
        <Tabs.Panel value="file" className={classes.panel ?? ''}>
          <FileSection saver={saver} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}

/** Saves the chart as a file, and opens a file as a new chart. */
function FileSection({ saver }: { saver: LayoutSaver }) {
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
