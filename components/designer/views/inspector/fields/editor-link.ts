/** The address that opens a file at a line in Visual Studio Code, and in the editors that take over its links. */
export function editorLink({ path, line }: { readonly path: string; readonly line: number }): string {
  const rooted = path.startsWith('/') ? path : `/${path.replaceAll('\\', '/')}`
  return `vscode://file${encodeURI(rooted)}:${line}`
}
