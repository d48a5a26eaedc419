export declare function aptInstall(debianPackage: string, purpose: string): boolean;
