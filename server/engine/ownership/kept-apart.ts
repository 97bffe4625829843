import { limits } from '#core/limits.ts'
import type { Command } from '#core/run/command.ts'
import type { OwnedRun } from './owned-run.ts'

const MEGABYTE = 1024 * 1024

/**
 * What a step gave, counted among what its run keeps apart from the log. Beyond
 * the bound of a run it is a failure instead: trying again would bring as much again.
 */
export function withinBound(run: Pick<OwnedRun, 'keptBytes'>, command: Command): Command {
  if (command.type !== 'attempt_ended' || command.outcome.kind !== 'completed') return command
  const { bytes = 0 } = command.outcome
  if (bytes === 0) return command
  if (run.keptBytes + bytes <= limits.run.keptApartBytes) {
    run.keptBytes += bytes
    return command
  }
  const message =
    `The result has ${(bytes / MEGABYTE).toFixed(1)} MB, and the run has ${(run.keptBytes / MEGABYTE).toFixed(1)} MB of large values already; ` +
    `at most ${limits.run.keptApartBytes / MEGABYTE} MB are kept. Return where it is instead.`
  return {
    ...command,
    outcome: { kind: 'failed', error: { code: 'RESULT_TOO_LARGE', message, step: command.step }, retryable: false },
  }
}
