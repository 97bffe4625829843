import { readableName } from '#core/definition/readable-name.ts'

/** The title of a step as it is edited: as written, or the readable id. */
export function titleText({ title, name }: { readonly title?: string; readonly name: string }): string {
  return title === undefined || title.trim() === '' ? readableName(name) : title
}
