/** A person's command, with the instant of the run's last event when the command arrived. */
export interface SeenAt {
  readonly seen_at?: number
}

/**
 * Whether a visit, hold or outcome began after the command had arrived: its sender had not seen it, and cannot have
 * meant it.
 */
export function isUnseen(began: number, { seen_at }: SeenAt): boolean {
  return seen_at !== undefined && began > seen_at
}
