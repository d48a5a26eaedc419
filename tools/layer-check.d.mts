/** How many source files the layer checker read, and every arrow that was followed backwards. */
export function checkLayers(root?: string): Promise<{ filesRead: number; violations: string[] }>;
