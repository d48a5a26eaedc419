import { createContext, useContext, useEffect } from 'react';

/** Receives from each section whether it has unsaved changes. */
export const UnsavedContext = createContext<(section: string, isUnsaved: boolean) => void>(
  () => undefined,
);

export function useUnsaved(section: string, isUnsaved: boolean): void {
  const report = useContext(UnsavedContext);
  useEffect(() => {
    report(section, isUnsaved);
    return () => report(section, false);
  }, [report, section, isUnsaved]);
}
