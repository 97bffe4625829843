import type { Severity, TextRange } from '../text-range.ts'

/** A certain repair, as data: replace `range` by `text`. */
export interface QuickFix {
  readonly title: string
  readonly range: TextRange
  readonly text: string
}

/**
 * A located finding about a draft. The node (`step`), the field (`path`), the problems panel and the text line
 * (`range`) show the same finding.
 */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly severity: Severity
  /** Keys and indexes from the document's root, e.g. `['steps', 2, 'routes', 0, 'condition']`. */
  readonly path: readonly (string | number)[]
  readonly range: TextRange
  /** Name of the step that the problem belongs to, if any. */
  readonly step?: string
  readonly fix?: QuickFix
}
