import { workflowNameOf } from '../workflow-name.ts'

/** `owner/repo/.github/workflows/build.yml@v1` is the workflow `build`: the name that the import of the file gives. */
export function workflowOfFile(path: string): string {
  return workflowNameOf(fileOf(path).replace(/\.ya?ml$/i, ''))
}

/** `owner/repo/path/name.yml@v1` is `name.yml`. */
export const fileOf = (path: string): string => path.replace(/@.*$/, '').replace(/^.*[/\\]/, '')
