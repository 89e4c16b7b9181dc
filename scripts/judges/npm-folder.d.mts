/** What ./npm-folder.mjs has for the tests. */
export function npmFolder(
  folder: string,
  wanted: Readonly<Record<string, string>>,
): Promise<{ bin: (name: string) => string; load: NodeJS.Require }>
