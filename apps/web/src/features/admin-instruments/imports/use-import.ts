import {
  beginImport,
  dropImport,
  getImport,
  IMPORT_PART_BYTES,
  type ImportRequest,
  type ImportState,
  planImportedFile,
  sendImportPart,
  storeImportedFile,
} from '@moneytrail/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authorizedRequest } from '../../../api/session/session.ts';
import { useRefreshInstruments } from '../use-row-calls.ts';

/** Polling interval while the server reads or stores. */
const POLL_MS = 500;
const PART_TIMEOUT_MS = 60_000;

const isUnderWay = (state: ImportState | undefined) =>
  state?.state === 'reading' || state?.state === 'storing';

function importQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'imports', id],
    queryFn: ({ signal }) => authorizedRequest(getImport, { params: { id } }, { signal }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
    meta: { failure: 'in-place' },
  });
}

/** Sends a file in parts; a part whose answer was lost is sent again. */
async function sendFile(file: File, onSent: (bytes: number) => void): Promise<ImportState> {
  const begun = await authorizedRequest(beginImport, {
    body: { name: file.name.slice(-200), sizeBytes: file.size },
  });
  const { id } = begun;
  for (let from = 0, part = 0; from < file.size; from += IMPORT_PART_BYTES, part++) {
    const bytes = await file.slice(from, from + IMPORT_PART_BYTES).arrayBuffer();
    await authorizedRequest(
      sendImportPart,
      { params: { id, part }, body: new Uint8Array(bytes) },
      { isRepeatable: true, timeoutMs: PART_TIMEOUT_MS },
    );
    onSent(Math.min(file.size, from + IMPORT_PART_BYTES));
  }
  return begun;
}

/** A file on its way from the disk to stored bars: sent, planned, stored. */
export function useImport(file: File) {
  const queryClient = useQueryClient();
  const readAgain = useRefreshInstruments();
  const [sentBytes, setSentBytes] = useState(0);
  const sending = useMutation({
    mutationFn: () => sendFile(file, setSentBytes),
    meta: { failure: 'in-place' },
  });
  const id = sending.data?.id ?? '';
  const query = useQuery(importQuery(id));
  const keep = (state: ImportState) =>
    queryClient.setQueryData(importQuery(state.id).queryKey, state);
  const planning = useMutation({
    mutationFn: async (body: ImportRequest) => {
      const sent = sending.data ?? (await sending.mutateAsync());
      return authorizedRequest(planImportedFile, { params: { id: sent.id }, body });
    },
    onSuccess: keep,
    meta: { failure: 'in-place' },
  });
  const storing = useMutation({
    mutationFn: () => authorizedRequest(storeImportedFile, { params: { id } }),
    onSuccess: keep,
    meta: { failure: 'in-place' },
  });
  const state = query.data;
  return {
    /** Bytes that the server has, while the file is sent. */
    sentBytes: sending.isPending ? sentBytes : null,
    state,
    isBusy: planning.isPending || storing.isPending || isUnderWay(state),
    error: planning.error ?? storing.error ?? query.error,
    plan: (request: ImportRequest) => planning.mutate(request),
    store: () => storing.mutate(),
    /** Deletes the file at the server unless its bars are being stored, which goes on without the dialog. */
    end: () => {
      const isStoring = storing.isPending || state?.state === 'storing';
      if (state?.state === 'stored' || isStoring) readAgain();
      // It is deleted within a day in any case.
      if (id !== '' && !isStoring)
        authorizedRequest(dropImport, { params: { id } }).catch(() => {});
    },
  };
}
