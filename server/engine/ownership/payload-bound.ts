import { limits } from '#core/limits.ts'
import type { Command } from '#core/run/command.ts'
import type { PendingCommand } from '../commit/decide-batch.ts'
import type { ActiveRun } from './active-run.ts'

const MEGABYTE = 1024 * 1024

/**
 * Counts the result of a step or a child among the large values that its run keeps apart from the log. A result beyond
 * the bound of a run becomes a failure without retry: another try would bring as many bytes. The input of a step counts
 * once it is stored: a run that has exceeded the bound that way accepts no more results.
 */
export function withinBound(run: Pick<ActiveRun, 'payloadBytes'>, command: Command): Command {
  const bytes = bytesIn(command)
  const isMore =
    bytes > 0 ? run.payloadBytes + bytes > limits.run.offloadedBytes : run.payloadBytes > limits.run.offloadedBytes
  if (!isMore) {
    run.payloadBytes += bytes
    return command
  }
  const has = `the run has ${inMegabytes(run.payloadBytes)} MB of large values`
  const most = `the limit is ${limits.run.offloadedBytes / MEGABYTE} MB. Return a reference instead.`
  const message =
    bytes > 0
      ? `The result has ${inMegabytes(bytes)} MB, and ${has} already; ${most}`
      : `There is no room for more: ${has}; ${most}`
  if (command.type === 'attempt_ended' && command.outcome.kind === 'completed') {
    const error = { code: 'RESULT_TOO_LARGE', message, step: command.step }
    return { ...command, outcome: { kind: 'failed', error, retryable: false } }
  }
  if (command.type === 'child_ended' && command.status === 'COMPLETED') {
    return { ...command, status: 'FAILED', state: {}, error: { code: 'RESULT_TOO_LARGE', message } }
  }
  return command
}

/** Bytes of the large values in these commands, which are not stored yet. */
export function pendingPayloadBytes(commands: readonly PendingCommand[]): number {
  return commands.reduce((sum, { command }) => sum + bytesIn(command), 0)
}

function bytesIn(command: Command): number {
  return command.type === 'attempt_ended' && command.outcome.kind === 'completed' ? (command.outcome.bytes ?? 0) : 0
}

const inMegabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(1)
