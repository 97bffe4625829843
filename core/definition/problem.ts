import type { Severity, TextRange } from '../text-range.ts'

/** A certain repair, as data: replace `range` by `text`. */
export interface QuickFix {
  readonly title: string
  readonly range: TextRange
  readonly text: string
}

/**
 * A located finding about a draft: shown on the node (`step`), at the field
 * (`path`), in the panel and on the text line (`range`), always the same one.
 */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly severity: Severity
  /** Keys and indexes from the document's root, e.g. `['steps', 2, 'routes', 0, 'condition']`. */
  readonly path: readonly (string | number)[]
  readonly range: TextRange
  /** The step it belongs to, by name, where there is one. */
  readonly step?: string
  readonly fix?: QuickFix
}
