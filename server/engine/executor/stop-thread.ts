import { Session } from 'node:inspector'
import type { Stoppable } from './hold-back.ts'

/**
 * Stops a thread of this process as a debugger does: wherever it is in its JavaScript, and without the processor's noticing.
 * What it does outside of it, such as one long sort, it ends first.
 */
export function stoppableThread(threadId: number): Stoppable {
  const session = new Session()
  let sessionId: string | null = null
  let enabled = false
  let stopped = false

  const send = (method: string) => {
    if (sessionId === null) return
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id: 1, method }) })
  }
  session.on('NodeWorker.attachedToWorker', ({ params }) => {
    if (params.workerInfo.title.startsWith(`[worker ${threadId}]`)) sessionId = params.sessionId
  })
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    // It did not come to a stop before it was to go on again, or has a breakpoint of its own.
    if (!stopped && params.message.startsWith('{"method":"Debugger.paused"')) send('Debugger.resume')
  })
  session.connect()
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })

  const goOn = () => {
    stopped = false
    send('Debugger.resume')
  }
  const close = () => {
    process.off('exit', close)
    stopped = false
    send('Debugger.disable')
    session.disconnect()
  }
  // A thread that is stopped would not end with its process.
  process.on('exit', close)

  return {
    stop() {
      if (sessionId === null) return false
      if (!enabled) send('Debugger.enable')
      enabled = true
      stopped = true
      send('Debugger.pause')
      return true
    },
    goOn,
    close,
  }
}
