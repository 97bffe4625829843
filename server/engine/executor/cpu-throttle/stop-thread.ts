import { Session } from 'node:inspector'
import type { Stoppable } from './cpu-throttle.ts'

/**
 * Stops a thread of this process as a debugger does: at any place in its JavaScript, and without use of the processor.
 * The thread first ends native work, such as one long sort.
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
    // The thread paused only after it was resumed, or at a `debugger` statement of its own.
    if (!stopped && params.message.startsWith('{"method":"Debugger.paused"')) send('Debugger.resume')
  })
  session.connect()
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })

  const resume = () => {
    stopped = false
    send('Debugger.resume')
  }
  const close = () => {
    process.off('exit', close)
    stopped = false
    send('Debugger.disable')
    session.disconnect()
  }
  // A stopped thread would not end with its process.
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
    resume,
    close,
  }
}
