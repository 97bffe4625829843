/**
 * What became of a part of something written for another system. `understood`:
 * it means the same here. `changed`: it means much the same, and the message
 * says what is different. `kept`: it stands there as it was, and has to be
 * mended. `lost`: it is not there any more, or does nothing yet.
 */
export type Fate = 'understood' | 'changed' | 'kept' | 'lost'

export interface ImportNote {
  readonly fate: Fate
  /** What it was called there. */
  readonly part: string
  /** The step that it became. */
  readonly step?: string
  /** The workflow that it became a part of, where a file holds several. */
  readonly workflow?: string
  readonly message: string
  /** The text has a problem of its own that says so, such as a function that is not known. */
  readonly isProblem?: true
}

export type Imported =
  | { readonly ok: true; readonly name: string; readonly text: string; readonly notes: readonly ImportNote[] }
  | { readonly ok: false; readonly message: string }

/** What a converter is told of the file that a workflow stands in. */
export interface AboutFile {
  /** Where it was read from. */
  readonly fileName?: string | undefined
  /** What is to be said of the file as a whole, as well. */
  readonly notes: readonly ImportNote[]
}
