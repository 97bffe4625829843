/**
 * The outcome for a part of a foreign workflow. `understood`: the meaning is equal here. `changed`: the meaning is
 * similar, and the message names the difference. `kept`: the part is in the text unchanged, and the author has to
 * repair it. `lost`: the part is gone, or has no effect yet.
 */
export type Fate = 'understood' | 'changed' | 'kept' | 'lost'

export interface ImportNote {
  readonly fate: Fate
  /** Name of the part in the source. */
  readonly part: string
  /** The resulting step. */
  readonly step?: string
  /** The resulting workflow, where a file holds several. */
  readonly workflow?: string
  readonly message: string
  /** The text has a problem of its own for this, such as an unknown function. */
  readonly isProblem?: true
}

export type Imported =
  | { readonly ok: true; readonly name: string; readonly text: string; readonly notes: readonly ImportNote[] }
  | { readonly ok: false; readonly message: string }

/** A converter's data about the file of a workflow. */
export interface AboutFile {
  /** Name of the file. */
  readonly fileName?: string | undefined
  /** Notes about the file as a whole, which are reported as well. */
  readonly notes: readonly ImportNote[]
}
