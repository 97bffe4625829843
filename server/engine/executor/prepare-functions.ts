import { environmentSource, noSecrets, type SecretSource } from '../../secrets.ts'
import type { ExecutorEvents } from '../ports.ts'
import { localClock } from '../world/local-clock.ts'
import { createFunctionExecutor, type FunctionExecutor, type FunctionExecutorOptions } from './function-executor.ts'

/** Hands the executor over, once, to the receiver of the outcomes of its attempts. */
export type PreparedFunctions = (
  events: ExecutorEvents,
  onThreadLost: () => void,
  secrets?: SecretSource,
) => FunctionExecutor

/** Starts function threads before there is an engine that has anything to call: a thread takes a while to come up. */
export function prepareFunctions(
  options: Omit<FunctionExecutorOptions, 'monotonic' | 'onThreadLost' | 'secrets'>,
): PreparedFunctions {
  let receiver: ExecutorEvents | null = null
  let onThreadLost: () => void = () => undefined
  let secrets = environmentSource(noSecrets)
  const executor = createFunctionExecutor(
    {
      ...options,
      secrets: {
        fresh: (ownerId) => secrets.fresh(ownerId),
        known: (ownerId) => secrets.known(ownerId),
        all: () => secrets.all(),
      },
      monotonic: localClock.monotonic,
      onThreadLost: () => onThreadLost(),
    },
    {
      isIdle: () => receiver?.isIdle?.() ?? false,
      onOutcome: (id, outcome) => receiver?.onOutcome(id, outcome),
      onProgress: (id, progress) => receiver?.onProgress(id, progress),
    },
  )
  return (events, onLost, source) => {
    if (source) secrets = source
    receiver = events
    onThreadLost = onLost
    return executor
  }
}
