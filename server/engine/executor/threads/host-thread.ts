import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { limits } from '#core/limits.ts'
import { functionEnvironment } from '../host/function-environment.ts'
import { controlBlock } from './control-block.ts'
import { heapBound } from './memory-bound.ts'
import type { HostData } from './messages.ts'

/** A host thread, as the engine holds it. */
export interface HostThread {
  readonly worker: Worker
  /** The engine's end of the channel to the thread. */
  readonly port: MessagePort
  /** The engine's end of the channel by which the thread asks for secrets. */
  readonly secrets: MessagePort
  /** The control block. */
  readonly control: Int32Array
}

export type HostThreadSettings = Pick<HostData, 'functionsFolders' | 'lowPriority' | 'callNote'>

export function startHostThread(settings: HostThreadSettings): HostThread {
  const shared = new SharedArrayBuffer(controlBlock.bytes)
  const { port1: port, port2 } = new MessageChannel()
  const { port1: secrets, port2: threadSecrets } = new MessageChannel()
  const data: HostData = {
    ...settings,
    port: port2,
    secrets: threadSecrets,
    control: shared,
    resultBytes: limits.run.resultBytes,
    resultDepth: limits.run.jsonDepth,
  }
  const worker = new Worker(new URL('../host/host.ts', import.meta.url), {
    workerData: data,
    transferList: [port2, threadSecrets],
    env: functionEnvironment(),
    resourceLimits: heapBound,
    // The flags of the process are not inherited: a thread may not have some of them.
    execArgv: ['--disable-warning=ExperimentalWarning', '--enable-source-maps'],
  })
  return { worker, port, secrets, control: new Int32Array(shared) }
}
