import type { ParseResult } from '#core/definition/parse.ts'
import { freeNotes } from '#core/graph/notes.ts'

/** A canvas element other than steps and edges: a free note, or the frame of a group. Ids are keys of `layout`. */
export interface Annotation {
  readonly kind: 'note' | 'group'
  readonly id: string
}

/** The place where an annotation is shown and edited: both places have the same keys. */
export type AnnotationView = 'canvas' | 'outline'

/** In the order in which the keyboard goes through them. A folded group is a node of the canvas, and walked to as one. */
export function annotationsIn(
  { text, parsed }: { readonly text: string; readonly parsed: Pick<ParseResult, 'groups'> },
  place: AnnotationView,
): readonly Annotation[] {
  const groups = parsed.groups.filter(({ collapsed }) => place === 'outline' || !collapsed)
  return [
    ...groups.map(({ id }) => ({ kind: 'group' as const, id })),
    ...freeNotes(text).map(({ id }) => ({ kind: 'note' as const, id })),
  ]
}

/** The one in the Tab order: where the keyboard last was, else the first. */
export function tabStopOf(shown: readonly Annotation[], last: string | null): string | undefined {
  return shown.find(({ id }) => id === last)?.id ?? shown[0]?.id
}
