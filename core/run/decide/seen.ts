/** A command of a person, with the instant of the last event of the run that there was when the command arrived. */
export interface Seen {
  readonly seen_at?: number
}

/** Something that began after the command had arrived: its sender had not seen it, and cannot have meant it. */
export function isUnseen(began: number, { seen_at }: Seen): boolean {
  return seen_at !== undefined && began > seen_at
}
