import { createContext, useContext, useEffect } from 'react';

/** Told by each section whether it has changes that are not saved. */
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
