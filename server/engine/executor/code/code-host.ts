import { Worker } from 'node:worker_threads'
import { limits } from '#core/limits.ts'
import type { CodeOutcome } from '#core/run/code/code-state.ts'
import type { Delivered } from '#core/run/code/replay.ts'
import type { QueryAnswer } from '#sdk/workflow/messages.ts'
import type { After } from '../../ports.ts'
import type { Delivery, DescribedWorkflow, FromThread, LoadedCode, Query, ToThread, WholeHistory } from './messages.ts'
import { placeOfLoop } from './place-of-loop.ts'
import { tuning } from './tuning.ts'

/** What a host asks its engine for. */
export interface CodeSource {
  /** The code of a hash; throws when there is none here. */
  code(hash: string): Promise<LoadedCode>
  /** The whole history of a run, up to an event. */
  history(runId: string, upToSeq: number): Promise<WholeHistory>
}

type Lost = Extract<CodeOutcome, { kind: 'lost' }>

/** The shortest pause between two looks at the processor time of a thread. */
const LOOK_MS = 50

/**
 * The engine's side of one thread of code. Requests are answered one after the other; a thread that takes longer than
 * the bound for one of them is ended, which loses the request and no other: those behind it go to the next thread, which
 * replays.
 */
export class CodeHost {
  private readonly source: CodeSource
  private readonly after: After
  private worker: Worker | null = null
  private turn: Promise<unknown> = Promise.resolve()
  private ids = 0
  private closed = false

  constructor(source: CodeSource, after: After) {
    this.source = source
    this.after = after
  }

  /** Gives a body its news. A delivery that the thread does not survive is `lost`. */
  deliver(request: Delivery): Promise<Delivered> {
    return this.inTurn(async () => {
      const answer = await this.ask({ deliver: request }, request, request.upToSeq)
      if ('delivered' in answer) return answer.delivered
      return lost(
        'error' in answer ? answer.error : { code: 'CODE_HOST_LOST', message: 'The code host gave no answer.' },
      )
    })
  }

  /** Asks a body; null when it has no handler of that name. Throws when the body cannot answer. */
  query(request: Query): Promise<QueryAnswer | null> {
    return this.inTurn(async () => {
      const answer = await this.ask({ query: request }, request, request.fromSeq)
      if ('answer' in answer) return answer.answer
      throw new Error('error' in answer ? answer.error.message : 'The code host gave no answer.')
    })
  }

  /** What the code declares, found by loading its modules. Throws where they do not load. */
  describe(code: LoadedCode): Promise<readonly DescribedWorkflow[]> {
    return this.inTurn(async () => {
      const answer = await this.send({ describe: code })
      if ('described' in answer) return answer.described
      throw new Error('error' in answer ? answer.error.message : 'The code host gave no answer.')
    })
  }

  /** Drops all instances. */
  forget(): void {
    if (this.worker === null) return
    void this.inTurn(() => this.send({ forget: true }))
  }

  async close(): Promise<void> {
    this.closed = true
    await this.worker?.terminate()
  }

  private inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(act)
    this.turn = result.catch(() => undefined)
    return result
  }

  /** Sends the request, and after it what the thread lacks: the code, or the history. */
  private async ask(
    what: { readonly deliver: Delivery } | { readonly query: Query },
    { run }: Pick<Delivery, 'run'>,
    upToSeq: number,
  ): Promise<FromThread> {
    let answer = await this.send(what as { readonly deliver: Delivery })
    if ('lacks' in answer && answer.lacks === 'code') {
      const loaded = await this.send({ load: await this.source.code(run.hash) })
      if ('error' in loaded) return loaded
      answer = await this.send(what as { readonly deliver: Delivery })
    }
    if (!('lacks' in answer)) return answer
    const history = await this.source.history(run.runId, upToSeq)
    const [[kind, request]] = Object.entries(what) as [[string, object]]
    return await this.send({ [kind]: { ...request, history } } as unknown as { readonly deliver: Delivery })
  }

  private send(
    message: ToThread extends infer Each ? (Each extends unknown ? Omit<Each, 'id'> : never) : never,
  ): Promise<FromThread> {
    this.ids += 1
    const id = this.ids
    const worker = this.open()
    return new Promise((resolve) => {
      let isAwaited = true
      const end = (answer: FromThread) => {
        isAwaited = false
        cancel()
        worker.off('message', onMessage)
        worker.off('error', onError)
        worker.off('exit', onExit)
        resolve(answer)
      }
      const fail = (code: string, text: string) => {
        if (this.worker === worker) this.worker = null
        void worker.terminate()
        end({ id, error: { code, message: text } })
      }
      const onMessage = (answer: FromThread) => {
        if (answer.id === id) end(answer)
      }
      const onError = (error: Error) => fail('CODE_HOST_LOST', `The code ended its thread: ${error.message}`)
      const onExit = () => fail('CODE_HOST_LOST', 'The thread of the code ended.')
      const seconds = limits.code.deliveryMs / 1_000
      const cancel = this.watch(worker, async () => {
        const at = await placeOfLoop(worker, this.after).catch(() => null)
        const where = at === null ? '' : ` at ${at}`
        // The answer may have come meanwhile, and the thread has gone on to the next request.
        if (!isAwaited) return
        fail('CODE_TASK_TIMEOUT', `The code ran for ${seconds} s${where} without waiting for anything.`)
      })
      worker.on('message', onMessage)
      worker.on('error', onError)
      worker.on('exit', onExit)
      worker.postMessage({ id, ...message })
    })
  }

  /** Calls `onOver` once the thread has used the processor for longer than a delivery may; returns the end of the watch. */
  private watch(worker: Worker, onOver: () => Promise<void>): () => void {
    const before = worker.cpuUsage().catch(() => unused)
    let isWatching = true
    let cancel = () => {}
    const look = async () => {
      const leftMs = limits.code.deliveryMs - (await spentBy(worker, before))
      if (!isWatching) return
      if (leftMs <= 0) await onOver()
      else cancel = this.after(Math.max(leftMs, LOOK_MS), () => void look())
    }
    cancel = this.after(limits.code.deliveryMs, () => void look())
    return () => {
      isWatching = false
      cancel()
    }
  }

  private open(): Worker {
    if (this.closed) throw new Error('The code host is closed.')
    this.worker ??= new Worker(new URL('./code-thread.ts', import.meta.url), {
      execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: tuning.heapMb },
      env: {},
    })
    return this.worker
  }
}

/** The processor time of a new thread. */
const unused: NodeJS.CpuUsage = { user: 0, system: 0 }

/** Milliseconds of processor time since `before`: time in which the thread got no processor does not count. */
async function spentBy(worker: Worker, before: Promise<NodeJS.CpuUsage>): Promise<number> {
  const usage = await worker.cpuUsage(await before).catch(() => unused)
  return (usage.user + usage.system) / 1_000
}

function lost(error: { readonly code: string; readonly message: string }): Delivered {
  const outcome: Lost = { kind: 'lost', error }
  return { commands: [], notes: [], outcome, unread: 0 }
}
