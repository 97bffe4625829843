import { messageOf } from '#core/message-of.ts'
import type { ActiveRun } from '../ownership/active-run.ts'
import { type PollingLoop, startPolling } from '../polling.ts'
import type { After, DrainedMail, EngineIdentity, Store } from '../ports.ts'
import { tuning } from '../tuning.ts'

/**
 * The mail reader drains the mailboxes of the runs that this engine holds: at once for runs known to have mail, and by
 * polling for all runs.
 */
export interface MailReader extends PollingLoop {
  ask(runId: string): void
}

export interface MailReaderWorld {
  readonly engine: EngineIdentity
  readonly store: Pick<Store, 'drain'>
  readonly after: After
  readonly holdsAny: () => boolean
  /** `asked` is null when the mail of all runs was read. True: some of it was new. */
  heldNow(): ReadonlySet<ActiveRun>
  deliver(drained: DrainedMail, asked: readonly string[] | null, held: ReadonlySet<ActiveRun>): boolean
  log(line: string): void
}

const AGAIN_MS = 200

export function startMailReader(world: MailReaderWorld): MailReader {
  let asked = new Set<string>()
  let stopped = false
  let reading: Promise<void> | null = null
  const onError = (error: unknown) => world.log(`mail cannot be read: ${messageOf(error)}`)

  const polling = startPolling({
    after: world.after,
    busyMs: tuning.pollBusyMs,
    idleMs: tuning.pollIdleMs,
    async work() {
      if (!world.holdsAny()) return false
      const held = world.heldNow()
      const drained = await world.store.drain(world.engine, null)
      // Mail that was read before and is not handled yet is no reason to poll again at once.
      return world.deliver(drained, null, held)
    },
    onError,
  })

  const readAsked = async (): Promise<void> => {
    while (asked.size > 0 && !stopped) {
      const runIds = [...asked]
      asked = new Set()
      try {
        const held = world.heldNow()
        world.deliver(await world.store.drain(world.engine, runIds), runIds, held)
      } catch (error) {
        onError(error)
        // The runs are asked for again here: a run that waits for its release may have no mail that a poll would find.
        for (const runId of runIds) asked.add(runId)
        await new Promise<void>((resolve) => void world.after(AGAIN_MS, resolve))
      }
    }
    reading = null
  }

  return {
    poke: polling.poke,
    ask(runId) {
      asked.add(runId)
      // One read at the end of the turn covers all runs that were asked for in the turn.
      reading ??= Promise.resolve().then(readAsked)
    },
    async stop() {
      stopped = true
      await Promise.all([polling.stop(), reading])
    },
  }
}
