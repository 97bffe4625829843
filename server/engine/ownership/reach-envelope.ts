import type { Append } from '../commit/append.ts'
import type { Decided } from '../commit/decide-batch.ts'
import { reach } from '../crash-points.ts'

/** Crash points of decisions about an envelope, of a run in memory or of one that is taken up. */
export function reachEnvelope({ before, after }: Pick<Decided, 'before' | 'after'>, { rows }: Append): void {
  if (after.envelope === undefined) return
  if ((rows?.locksEnded ?? []).length > 0) reach('lock_release.before')
  if (after.acknowledged && !before.acknowledged) reach('ack.before')
}
