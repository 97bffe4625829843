import type { Path } from './field-props.ts'

/** The field on the screen whose path, in `data-field`, is the longest prefix of a path. */
export function findField(root: Element | null, path: Path): HTMLElement | null {
  for (let length = path.length; length > 0; length -= 1) {
    const key = CSS.escape(path.slice(0, length).join('.'))
    const field = root?.querySelector<HTMLElement>(`[data-field="${key}"]`)
    if (field) return field
  }
  return null
}
