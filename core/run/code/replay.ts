import type { CodeCommand, CodeNote, CodeOutcome, CommandShape, News } from './code-state.ts'
import type { CodeHistory } from './history.ts'
import { compareCommand, endedEarly, unasked, unrecorded } from './match.ts'

/** A running body as a replay drives it (sdk/workflow/instance.ts). */
export interface CodeInstance {
  readonly outcome: CodeOutcome | null
  readonly messages: { readonly unread: number }
  /** What the body waits for, and where it began to wait. */
  readonly blocked: { readonly reason?: string; readonly site?: Error }
  apply(news: News, isReplaying: boolean): void
  /** Commands that pending news will end; the place at which the body waits for them is not recorded. */
  expect(ended: ReadonlySet<number>): void
  settleConditions(): boolean
  take(): { readonly commands: readonly CodeCommand[]; readonly notes: readonly CodeNote[] }
}

/** What a delivery has brought: what is new, and how the body goes on. */
export interface Delivered {
  readonly commands: readonly CodeCommand[]
  readonly notes: readonly CodeNote[]
  readonly outcome: CodeOutcome
  readonly unread: number
}

type PlaceOf = (site: Error) => string | undefined

export type NewHistory = Pick<CodeHistory, 'commands' | 'news' | 'seen'> & {
  /** Of a body that has ended: the end of the delivery before its last one. */
  readonly endsAfter?: number | undefined
}

/**
 * Drives one body over its history. News is applied one by one, in the order of the log; after each, all microtasks of
 * the body run, so that races end as they are recorded. Each command that the body asks for is compared with the record
 * of its number; commands beyond the record are new.
 */
export class Replay {
  private readonly instance: CodeInstance
  /** Lets all microtasks run that are due. */
  private readonly drain: () => Promise<void>
  /** Number of commands that the body has asked for. */
  private asked = 0
  private failed: CodeOutcome | null = null
  private readonly placeOf: PlaceOf

  /** `placeOf`: file:line of the body from the stack of a wait. */
  constructor(instance: CodeInstance, drain: () => Promise<void>, placeOf: PlaceOf = () => undefined) {
    this.instance = instance
    this.drain = drain
    this.placeOf = placeOf
  }

  /**
   * Gives the body the news. `commands`: the whole record for a fresh body; for one that has seen the record already, the
   * record is empty and all commands are new.
   */
  async deliver({ commands: recorded, news, seen, endsAfter = seen }: NewHistory): Promise<Delivered> {
    this.instance.expect(new Set(news.flatMap((one) => ('n' in one ? [one.n] : []))))
    const fresh: CodeCommand[] = []
    const notes: CodeNote[] = []
    for (const [index, one] of news.entries()) {
      const isReplaying = one.seq <= seen
      const early = this.tooEarly(one, recorded)
      if (early !== null) return this.end(early)
      this.instance.apply(one, isReplaying)
      do await this.drain()
      while (this.instance.settleConditions())
      const taken = this.instance.take()
      const violation = this.compare(taken.commands, recorded, isReplaying)
      if (violation !== null) return this.end(violation)
      for (const command of taken.commands) if (command.n > recorded.length) fresh.push(command)
      if (!isReplaying) notes.push(...taken.notes)
      if (this.instance.outcome === null) continue
      const goesOn = (news[index + 1]?.seq ?? Number.POSITIVE_INFINITY) <= endsAfter
      if (goesOn || this.asked < recorded.length) {
        return this.end(endedEarly(recorded[this.asked] ?? null, endOf(this.instance.outcome)))
      }
      break
    }
    const next = recorded[this.asked]
    if (next !== undefined) return this.end(unasked(next))
    return { commands: fresh, notes, ...this.now }
  }

  private get now(): Pick<Delivered, 'outcome' | 'unread'> {
    return { outcome: this.instance.outcome ?? this.blocked, unread: this.instance.messages.unread }
  }

  private get blocked(): CodeOutcome {
    const { reason, site } = this.instance.blocked
    const at = site === undefined ? undefined : this.placeOf(site)
    return { kind: 'blocked', ...(reason !== undefined && { reason }), ...(at !== undefined && { at }) }
  }

  /** News of a command that the body has not asked for yet, although the history has. */
  private tooEarly(news: News, recorded: readonly CommandShape[]): CodeOutcome | null {
    if (!('n' in news) || news.n <= this.asked) return null
    const command = recorded[this.asked]
    return command === undefined ? null : unasked(command)
  }

  private compare(
    asked: readonly CodeCommand[],
    recorded: readonly CommandShape[],
    isReplaying: boolean,
  ): CodeOutcome | null {
    for (const command of asked) {
      const record = recorded[command.n - 1]
      this.asked = command.n
      if (record === undefined && isReplaying) return unrecorded(command)
      const violation = record === undefined ? null : compareCommand(record, command)
      if (violation !== null) return violation
    }
    return null
  }

  /** A body that has left its history gets no further news. */
  private end(outcome: CodeOutcome): Delivered {
    this.failed ??= outcome
    return { commands: [], notes: [], outcome: this.failed, unread: 0 }
  }
}

function endOf({ kind }: CodeOutcome): string {
  return kind === 'completed' ? 'returns' : kind === 'failed' ? 'fails' : 'ends'
}
