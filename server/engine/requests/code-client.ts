import type { Pool } from 'pg'
import { type CodeDefinition, isCode } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { endsAfter, historyOf } from '#core/run/code/history.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'
import type { QueryAnswer } from '#sdk/workflow/messages.ts'
import type { Definitions } from '../definitions.ts'
import { CodeHost } from '../executor/code/code-host.ts'
import { runOfCode } from '../executor/code/code-runner.ts'
import { loadedCode } from '../executor/code/loaded-code.ts'
import type { DescribedWorkflow } from '../executor/code/messages.ts'
import { readEvents } from '../store/read-events.ts'
import { localClock } from '../world/local-clock.ts'

export type { DescribedWorkflow } from '../executor/code/messages.ts'

/** A question to the body of a run. */
export interface CodeQuestion {
  readonly runId: string
  readonly name: string
  readonly args: readonly Json[]
}

/** `not_registered`: the body has no handler of that name. `unanswered`: the body cannot be replayed, or takes too long. */
export type CodeAnswer = QueryAnswer | 'not_registered' | { readonly unanswered: string }

/**
 * Code in a process that is no engine: what a module declares, and questions to bodies. Bodies are replayed here over the
 * logs of their runs, in a thread that is started with the first request; nothing that they ask for is recorded.
 */
export class CodeClient {
  private readonly definitionsOf: () => Definitions
  private readonly loaded = new Map<string, CodeDefinition>()
  private host: CodeHost | null = null
  private replays = 0

  constructor(definitionsOf: () => Definitions) {
    this.definitionsOf = definitionsOf
  }

  /** The workflows that a module exports. Throws where the code does not load. */
  describe(
    code: Pick<CodeDefinition['code'], 'entry' | 'sources'>,
    hash: string,
  ): Promise<readonly DescribedWorkflow[]> {
    return this.open().describe(loadedCode(code, hash))
  }

  /** Asks the body of a run, live or ended; it has seen everything that the log has. Null: there is no such run of code. */
  async ask(pool: Pool, { runId, name, args }: CodeQuestion): Promise<CodeAnswer | null> {
    const events = await readEvents(pool, runId)
    const { header, code, seq } = fold(initialState(), events)
    if (code === undefined) return null
    const { owner_id, workflow } = header
    const version = code.moved?.version ?? header.version
    const found = await this.definitionsOf().find(owner_id, workflow, version)
    if (found === null) return null
    const { definition, hash } = found
    if (!isCode(definition)) return null
    this.loaded.set(hash, definition)
    const run = runOfCode(header, definition, hash)
    try {
      const history = historyOf(events)
      const answer = await this.open().query({ run, name, args, fromSeq: seq, history })
      return answer ?? 'not_registered'
    } catch (error) {
      return { unanswered: error instanceof Error ? error.message : String(error) }
    } finally {
      this.loaded.delete(hash)
    }
  }

  /**
   * Why a run would break with other code than it has, as a violation says it; null where it would go on, and for what is
   * no run of code. Its history is replayed as far as its body has seen it, and nothing is recorded.
   */
  async violationOf(pool: Pool, runId: string, definition: CodeDefinition): Promise<string | null> {
    const events = await readEvents(pool, runId)
    const { header, code } = fold(initialState(), events)
    if (code === undefined) return null
    const { commands, news, patches, seen } = historyOf(events)
    // A hash of its own: the thread keeps the code of each hash, and this code is no version yet.
    this.replays += 1
    const hash = `replay ${this.replays}`
    const read = { commands, news: news.filter(({ seq }) => seq <= seen), patches, seen }
    const history = { ...read, endsAfter: endsAfter(events) }
    this.loaded.set(hash, definition)
    try {
      const run = runOfCode(header, definition, hash)
      const { outcome } = await this.open().deliver({ run, fromSeq: 0, upToSeq: seen, news: [], history })
      if (outcome.kind === 'violation') return outcome.message
      return outcome.kind === 'lost' ? outcome.error.message : null
    } finally {
      this.loaded.delete(hash)
      this.open().forget()
    }
  }

  async close(): Promise<void> {
    await this.host?.close()
  }

  private open(): CodeHost {
    this.host ??= new CodeHost(
      {
        code: async (hash) => {
          const definition = this.loaded.get(hash)
          if (definition === undefined) throw new Error('The code is not loaded.')
          return loadedCode(definition.code, hash)
        },
        history: () => Promise.reject(new Error('A question comes with its history.')),
      },
      localClock.after,
    )
    return this.host
  }
}
